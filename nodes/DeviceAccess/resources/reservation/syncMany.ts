import { InvalidParameterError } from '../../errors/errors';
import { describeError } from '../../errors/describeError';
import type { ItemRun, ItemValues } from '../../operation/types';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { type GrantRecords, listGrants, readRecords } from './grantRecords';
import type { GrantKey } from './grantKey';
import { toItem } from './item';
import { planEnd } from './plan';
import type { Problem } from './problems';
import { findRemovals, type RemovalRules } from './removals';
import { stayOf, type ReservationInput, type ReservationRun } from './reconcile';
import { endGrant, nothingChanged } from './stepContext';
import { readPrefix, type StayInput } from './stayInput';
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

/** Reads all our grants with their related records, 500 per request. `options` are those of the first item. */
export async function openSynchronization(run: ItemRun, inputs: ReadonlyArray<ReservationInput | undefined>, options: ItemValues['options']): Promise<Synchronization> {
	// An earlier item may have changed the access of this guest, or of all guests, since the list was read.
	const reservationsSeen = new Set<string>();
	const guestsSeen = new Set<string>();
	const shared = openReservationRun(run, reservationsSeen);
	const prefix = readPrefix(options);
	const rules = readRules(options);
	if (inputs.some((input) => input !== undefined && stayOf(input).prefix !== prefix)) {
		throw new InvalidParameterError("Nothing was changed: the items have different values of 'Key Prefix'", 'Use one node for each prefix.');
	}
	const grants = await listGrants(run.send, prefix, run.settings.maxPages);
	const all = await readRecords(run.send, prefix, grants);
	const byKey = new Map<string, GrantRecords[]>();
	for (const found of all) byKey.set(found.access.key.reservationKey, [...(byKey.get(found.access.key.reservationKey) ?? []), found]);
	const ofReservation = (stay: StayInput) => byKey.get(stay.reservationKey) ?? [];
	const named = inputs.filter((input): input is ReservationInput => input !== undefined && !isEmptyItem(input));
	return {
		...shared,
		find: async (stay) => {
			const guest = `${stay.reservationKey} ${stay.guestNumber}`;
			const isSeen = guestsSeen.has(guest) || guestsSeen.has(`${stay.reservationKey} all`);
			guestsSeen.add(guest);
			reservationsSeen.add(stay.reservationKey);
			if (isSeen) return await shared.find(stay);
			return await Promise.resolve(ofReservation(stay).filter(({ access }) => access.key.guestNumber === stay.guestNumber));
		},
		findAll: async (stay) => {
			const isSeen = reservationsSeen.has(stay.reservationKey);
			guestsSeen.add(`${stay.reservationKey} all`);
			reservationsSeen.add(stay.reservationKey);
			return isSeen ? await shared.findAll(stay) : ofReservation(stay);
		},
		all,
		isNamed: guestsNamed(named),
		isInputWhole: named.length > 0 && inputs.every((input) => input !== undefined),
		removal: { isWanted: options.removeGone === true, isDryRun: options.dryRun === true, rules },
	};
}

/** An item that gives access names one guest. Any other item names all guests of its reservation. */
function guestsNamed(inputs: readonly ReservationInput[]): (key: GrantKey) => boolean {
	const nameOf = (reservationKey: string, guest: number | 'all') => `${reservationKey} ${guest}`;
	const names = new Set(inputs.map((input) => nameOf(stayOf(input).reservationKey, input.is === 'access' ? stayOf(input).guestNumber : 'all')));
	return ({ reservationKey, guestNumber }) => names.has(nameOf(reservationKey, guestNumber)) || names.has(nameOf(reservationKey, 'all'));
}

/** Removes missing reservations. Returns their items, or one item that says why none was removed. */
export async function removeGone({ all, isNamed, isInputWhole, removal, nowMs }: Synchronization, uncancellable: SendRequest): Promise<WireObject[]> {
	if (!removal.isWanted) return [];
	const { remove, refusal } = findRemovals(all.map(({ access }) => access), isNamed, isInputWhole, removal.rules, nowMs);
	if (refusal) return [refusedItem({ code: 'not_removed', ...refusal, keeps_door_closed: false })];
	const items: WireObject[] = [];
	for (const access of remove) {
		const found = all.find((entry) => entry.access === access);
		const { changes } = planEnd([access]);
		const report = { outcome: 'ended' as const, changes, isDryRun: removal.isDryRun, times: { startsAt: access.startsAt, endsAt: access.endsAt ?? '' }, roomNames: access.roomNames };
		if (removal.isDryRun) items.push(toItem(access.key, found, report));
		else items.push(await removeOne(access.grantId, uncancellable, () => toItem(access.key, undefined, report), (note) => toItem(access.key, found, { ...report, outcome: 'failed', notes: [note] })));
	}
	return items;
}

async function removeOne(grantId: string, uncancellable: SendRequest, whenGone: () => WireObject, whenFailed: (note: Problem) => WireObject): Promise<WireObject> {
	try {
		await endGrant(uncancellable, grantId, nothingChanged());
		return whenGone();
	} catch (error) {
		const { message, description } = describeError(error);
		return whenFailed({ code: 'failed', reason: message, remedy: description || 'Execute the node again.', keeps_door_closed: false });
	}
}

const refusedItem = (problem: Problem): WireObject => ({ reservation_key: null, outcome: 'failed', changes: [], is_ready: false, problems: [problem] });

/** True for an empty item. n8n passes one on if an earlier node found nothing and has 'Always Output Data' on. */
export const isEmptyItem = (input: ReservationInput): boolean => stayOf(input).reservationKey === '';

function readRules({ removeAtMost = '10%', includeRunningStays }: ItemValues['options']): RemovalRules {
	const [, number, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(String(removeAtMost).trim()) ?? [];
	const limit = Number(number);
	if (number === undefined || (sign === '%' && limit > 100)) {
		throw new InvalidParameterError("'Remove at Most' must be a number, such as 5, or a percentage, such as 10%");
	}
	return { atMost: sign === '%' ? { percent: limit } : { count: Math.floor(limit) }, includeRunningStays: includeRunningStays === true };
}

