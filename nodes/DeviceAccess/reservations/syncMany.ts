import { InvalidParameterError } from '../errors/errors';
import { describeError } from '../errors/describeError';
import { groupBy } from '../operation/run/runGroups';
import type { ItemRun, ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { ChangedInRun } from './changedInRun';
import { type GrantRecords, listGrants, readRecords } from './grants/grantRecords';
import type { GrantKey } from './grants/grantKey';
import { toItem } from './items/item';
import { planEnd } from './plan/plan';
import type { Problem } from './grants/problems';
import { findRemovals, type RemovalRules } from './plan/removals';
import { stayOf, type ReservationInput, type ReservationRun } from './reconcile';
import { endGrant, nothingChanged } from './steps/stepContext';
import { type AccessInput, readPrefix, type StayInput } from './stays/stayInput';
import { openReservationRun } from './reservationRun';

/** The data that all items of a synchronization share. It has all our grants, which the node reads once. */
export interface Synchronization extends ReservationRun {
	all: GrantRecords[];
	/** True if an item names this guest. */
	isNamed: (key: GrantKey) => boolean;
	/** False if an item could not be read, or if all items are empty. */
	isInputWhole: boolean;
	removal: { isWanted: boolean; isDryRun: boolean; rules: RemovalRules };
}

/**
 * Reads all our grants with their related records, up to 500 per request. `options` are those of the first item. Throws
 * InvalidParameterError for invalid options, or if the items have different prefixes.
 */
export async function openSynchronization(
	run: ItemRun,
	inputs: ReadonlyArray<ReservationInput | undefined>,
	options: ItemValues['options'],
): Promise<Synchronization> {
	const changed = new ChangedInRun();
	const shared = openReservationRun(run, changed);
	const prefix = readPrefix(options);
	const rules = readRules(options);
	if (inputs.some((input) => input !== undefined && stayOf(input).prefix !== prefix)) {
		throw new InvalidParameterError(
			"Nothing was changed: the items have different values for 'Key Prefix'",
			'Use one node for each prefix.',
		);
	}
	const grants = await listGrants(run.send, prefix, run.settings.maxPages);
	const all = await readRecords(run.send, prefix, grants);
	const byKey = groupBy(all, ({ access }) => access.key.reservationKey);
	const ofReservation = (stay: StayInput) => byKey.get(stay.reservationKey) ?? [];
	const named = inputs.filter(
		(input): input is ReservationInput => input !== undefined && !isEmptyItem(input),
	);
	const namedByKey = groupBy(named, (input) => stayOf(input).reservationKey);
	const hasOwnItem = (key: GrantKey, end: StayInput) =>
		(namedByKey.get(key.reservationKey) ?? []).some(
			(input) =>
				input.is !== 'end' &&
				stayOf(input).guestNumber === key.guestNumber &&
				!isBefore(stayOf(input), end),
		);
	// Ending guest 1's access ends that of all guests, except those whose own item does not end theirs. Otherwise, every
	// execution would end their access and create it again.
	const withoutOwnItem = (stay: StayInput, found: readonly GrantRecords[]) =>
		found.filter(({ access: { key } }) => key.guestNumber === 1 || !hasOwnItem(key, stay));
	return {
		...shared,
		find: async (stay) => {
			if (changed.hasGuest(stay)) return await shared.find(stay);
			const ofGuest = ofReservation(stay).filter(
				({ access }) => access.key.guestNumber === stay.guestNumber,
			);
			const found = opensMore(stay) ? await readAlone(run.send, prefix, ofGuest) : ofGuest;
			changed.note(stay, 'guest', found);
			return found;
		},
		findAll: async (stay) => {
			if (changed.hasReservation(stay)) return withoutOwnItem(stay, await shared.findAll(stay));
			const found = withoutOwnItem(stay, ofReservation(stay));
			changed.note(stay, 'all', found);
			return found;
		},
		all,
		isNamed: guestsNamed(named),
		isInputWhole: named.length > 0 && inputs.every((input) => input !== undefined),
		removal: { isWanted: options.removeGone === true, isDryRun: options.dryRun === true, rules },
	};
}

const isBefore = (a: StayInput, b: StayInput) =>
	a.changedAtMs !== undefined && b.changedAtMs !== undefined && a.changedAtMs < b.changedAtMs;

/** True for a stay that opens more than its rooms. */
const opensMore = (stay: StayInput | AccessInput): boolean =>
	'deviceIds' in stay && stay.deviceIds.length + stay.entranceIds.length > 0;

/** Reads each grant in its own request. In a batch, a lock in another reservation's room looks as if only that reservation opens it. */
const readAlone = async (
	send: SendRequest,
	prefix: string,
	found: readonly GrantRecords[],
): Promise<GrantRecords[]> =>
	(
		await Promise.all(found.map(async ({ grant }) => await readRecords(send, prefix, [grant])))
	).flat();

/** An item names one guest. But an item for guest 1 that gives no access names all guests of the reservation. */
function guestsNamed(inputs: readonly ReservationInput[]): (key: GrantKey) => boolean {
	const nameOf = (reservationKey: string, guest: number | 'all') => `${reservationKey} ${guest}`;
	const names = new Set(
		inputs.map((input) =>
			nameOf(
				stayOf(input).reservationKey,
				input.is === 'access' || stayOf(input).guestNumber > 1 ? stayOf(input).guestNumber : 'all',
			),
		),
	);
	return ({ reservationKey, guestNumber }) =>
		names.has(nameOf(reservationKey, guestNumber)) || names.has(nameOf(reservationKey, 'all'));
}

/** Removes missing reservations. Returns their items, or one item that says why none was removed. */
export async function removeGone(
	{ all, isNamed, isInputWhole, removal, nowMs }: Synchronization,
	uncancellable: SendRequest,
): Promise<WireObject[]> {
	if (!removal.isWanted) return [];
	const { remove, refusal } = findRemovals(
		all.map(({ access }) => access),
		isNamed,
		isInputWhole,
		removal.rules,
		nowMs,
	);
	if (refusal) return [refusedItem({ code: 'not_removed', ...refusal, keeps_door_closed: false })];
	const items: WireObject[] = [];
	for (const access of remove) {
		const found = all.find((entry) => entry.access === access);
		const { changes } = planEnd([access]);
		const report = {
			outcome: 'ended' as const,
			changes,
			isDryRun: removal.isDryRun,
			times: { startsAt: access.startsAt, endsAt: access.endsAt ?? '' },
			roomNames: access.roomNames,
		};
		if (removal.isDryRun) items.push(toItem(access.key, found, report));
		else
			items.push(
				await removeOne(
					access.grantId,
					uncancellable,
					() => toItem(access.key, undefined, report),
					(note) => toItem(access.key, found, { ...report, outcome: 'failed', notes: [note] }),
				),
			);
	}
	return items;
}

async function removeOne(
	grantId: string,
	uncancellable: SendRequest,
	whenGone: () => WireObject,
	whenFailed: (note: Problem) => WireObject,
): Promise<WireObject> {
	try {
		await endGrant(uncancellable, grantId, nothingChanged());
		return whenGone();
	} catch (error) {
		const { message, description } = describeError(error);
		return whenFailed({
			code: 'failed',
			reason: message,
			remedy: description || 'Execute the node again.',
			keeps_door_closed: false,
		});
	}
}

const refusedItem = (problem: Problem): WireObject => ({
	reservation_key: null,
	outcome: 'failed',
	changes: [],
	is_ready: false,
	problems: [problem],
});

/** True for an empty item. n8n passes one on if an earlier node found nothing and has 'Always Output Data' on. */
export const isEmptyItem = (input: ReservationInput): boolean =>
	stayOf(input).reservationKey === '';

function readRules({
	removeAtMost = '10%',
	includeRunningStays,
}: ItemValues['options']): RemovalRules {
	const [, number, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(String(removeAtMost).trim()) ?? [];
	const limit = Number(number);
	if (number === undefined || (sign === '%' && limit > 100)) {
		throw new InvalidParameterError(
			"'Remove at Most' must be a number, such as 5, or a percentage, such as 10%",
		);
	}
	return {
		atMost: sign === '%' ? { percent: limit } : { count: Math.floor(limit) },
		includeRunningStays: includeRunningStays === true,
	};
}
