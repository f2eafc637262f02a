import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import type { ItemRun, ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { byReservationKey, closingsOf, type EndingList, endedGrants } from './endedGrants';
import { type Grant, isRunning } from './grants/grant';
import { type ItemReport, toItem } from './items/item';
import {
	closedByDates,
	type ClosingRefusal,
	type Refusal,
	refuseClosings,
	refusedItem,
	refuseUnknownList,
} from './listRefusals';
import { planEnd } from './plan/planEnd';
import { findRemovals, type RemovalRules } from './plan/removals';
import { carriedOut, prepareStays, type ReservationRun } from './prepareStays';
import { type Rehearsal, rehearse } from './rehearse';
import type { Problem } from './stays/problem';
import { readPrefix } from './stays/readStay';
import { timeZoneOf } from './items/timeZone';
import { isEmptyRequest } from './stays/readRequest';
import { isOfAllGuests, type StayRequest } from './stays/stay';
import { isEarlierVersion, isUnread } from './stays/uniteRequests';
import { endGrant, nothingChanged } from './steps/stepRun';

/**
 * The data that all items of a synchronization share. It has all our grants, which the node reads
 * once.
 */
export interface Synchronization extends ReservationRun, EndingList {
	/** Why nothing is written at all. */
	refusal?: Refusal;
	/** Why these items end and close nothing. */
	closingRefusal?: ClosingRefusal;
	removal: { isWanted: boolean; isDryRun: boolean; rules: RemovalRules };
	/** What would go wrong, in a dry run. */
	rehearsal?: Rehearsal;
}

/** For how many canceled stays that the list lacks to look up their keys as well. */
const MOST_LOOK_UPS = 50;

/** The same in a dry run, which takes few requests for any number of items. */
const MOST_LOOK_UPS_OF_DRY_RUN = 5;

/**
 * Reads all our grants with their related records, up to 500 per request. The rules of removing are
 * those of the first item. Throws InvalidParameterError for invalid options, or if the items differ
 * in their prefix or in Dry Run.
 */
export async function openSynchronization(
	run: ItemRun,
	requests: ReadonlyArray<StayRequest | undefined>,
	optionsOfItems: ReadonlyArray<ItemValues['options']>,
): Promise<Synchronization> {
	const [options = {}] = optionsOfItems;
	const rules = readRules(options);
	const read = requests.filter(isRead);
	const [prefix = readPrefix(options), ...otherPrefixes] = prefixesOf(read);
	if (otherPrefixes.length > 0) {
		throw new InvalidParameterError(
			"Nothing was changed: the items have different values for 'Key Prefix'",
			'Use one node for each prefix.',
		);
	}
	const isDryRun = options.dryRun === true;
	if (optionsOfItems.some(({ dryRun }) => (dryRun === true) !== isDryRun)) {
		throw new InvalidParameterError(
			"Nothing was changed: the items have different values for 'Dry Run'",
			'Use the same value for all items.',
		);
	}
	const whole = comparesAll(options) ? { prefix } : {};
	const shared = await prepareStays(run, requests, { ...whole, isList: true });
	const grants = shared.grants.all();
	const { prepared } = shared;
	const named = [...prepared]
		.map(carriedOut)
		.filter(
			(request) =>
				request.stay.reservationKey !== '' && !isEarlierVersion(request) && !hasNoRoom(request),
		);
	const keys = new Set(named.map(({ stay }) => stay.reservationKey));
	const isUnusualAccepted = options.acceptUnusualList === true;
	const { nowMs } = shared;
	const byReservation = byReservationKey(grants);
	const closings = closingsOf({ ...shared, byReservation });
	const sync: Synchronization = {
		...shared,
		byReservation,
		endingsToLookUp: isDryRun ? MOST_LOOK_UPS_OF_DRY_RUN : MOST_LOOK_UPS,
		isNamed: guestsNamed(named),
		isInputWhole: isWhole(requests) && named.length > 0,
		closedByDates: closedByDates(closings),
		beganMs: nowMs,
		refusal: isUnusualAccepted ? undefined : refuseUnknownList(grants, keys, nowMs),
		closingRefusal: isUnusualAccepted
			? undefined
			: refuseClosings(closings, [...prepared.keys()], { grants, rules, nowMs }),
		removal: { isWanted: options.removeGone === true, isDryRun, rules },
	};
	return await withEndings(sync);
}

/** Nothing overlaps with stays that the list ends. In a dry run, also finds what would go wrong. */
async function withEndings(sync: Synchronization): Promise<Synchronization> {
	const ended = endedGrants(sync);
	const whole = { ...sync, roomStays: sync.roomStays.without(ended) };
	return sync.removal.isDryRun ? { ...whole, rehearsal: await rehearse(whole) } : whole;
}

const isRead = (request: StayRequest | undefined): request is StayRequest =>
	request !== undefined && !isUnread(request);

/**
 * An item that cannot be read but names its reservation leaves no doubt about the others. No room is
 * to open for a booking without one: it counts as missing, and not as unreadable.
 */
const isWhole = (requests: ReadonlyArray<StayRequest | undefined>): boolean =>
	requests.every(
		(one) =>
			one !== undefined &&
			!isEmptyRequest(one) &&
			(!isUnread(one) || hasNoRoom(one) || one.stay.reservationKey !== ''),
	);

const hasNoRoom = (request: StayRequest) => request.is === 'ignored' && request.hasNoRoom === true;

/** False if only the reservations of the items matter: none is removed, and any list is right. */
const comparesAll = ({ acceptUnusualList, removeGone, dryRun }: ItemValues['options']): boolean =>
	acceptUnusualList !== true || removeGone === true || dryRun === true;

/** The prefixes of the items, each once. An empty item has none. */
const prefixesOf = (requests: readonly StayRequest[]): string[] => [
	...new Set(requests.flatMap((one) => (isEmptyRequest(one) ? [] : [one.stay.prefix]))),
];

/** Why an item changes nothing because of the whole list, or undefined. */
export function refusalOf(
	{ refusal, closingRefusal }: Synchronization,
	request: StayRequest,
): Problem | undefined {
	return (refusal ?? (closingRefusal?.requests.has(request) ? closingRefusal : undefined))?.problem;
}

/**
 * An item names one guest. But an item for guest 1 that gives no access names all guests of the
 * reservation.
 */
function guestsNamed(named: readonly StayRequest[]): EndingList['isNamed'] {
	const nameOf = (reservationKey: string, guest: number | 'all') => `${reservationKey} ${guest}`;
	const names = new Set(
		named.map(({ is, stay }) =>
			nameOf(
				stay.reservationKey,
				is === 'access' || !isOfAllGuests(stay) ? stay.guestNumber : 'all',
			),
		),
	);
	return ({ reservationKey, guestNumber }) =>
		names.has(nameOf(reservationKey, guestNumber)) || names.has(nameOf(reservationKey, 'all'));
}

/**
 * Removes missing reservations. Returns their items, and items that say why others were not
 * removed.
 */
export async function removeMissing(
	sync: Synchronization,
	uncancellable: SendRequest,
): Promise<WireObject[]> {
	const { refusal, closingRefusal, removal } = sync;
	const { isDryRun, rules } = removal;
	const refusals = [refusal, closingRefusal].flatMap((one) =>
		one ? [refusedItem(one, isDryRun)] : [],
	);
	if (refusal || !removal.isWanted) return refusals;
	// A stay can have begun since the run did.
	const found = findRemovals(sync.grants.all(), sync, rules, Date.now());
	const items = [...refusals, ...found.tooNew.map((grant) => tooNewItem(grant, isDryRun))];
	if (found.refusal) {
		const { missing, ...said } = found.refusal;
		const problem = { code: 'not_removed', ...said, keeps_door_closed: false };
		return [...items, refusedItem({ problem, missing }, isDryRun)];
	}
	for (const grant of found.remove) {
		if (!rules.includeRunningStays && isRunning(grant, Date.now())) continue;
		items.push(await removeOne(grant, isDryRun, uncancellable));
	}
	return items;
}

async function removeOne(
	grant: Grant,
	isDryRun: boolean,
	uncancellable: SendRequest,
): Promise<WireObject> {
	const report: ItemReport = {
		outcome: 'ended',
		changes: planEnd([grant], grant.key.guestNumber).changes,
		isDryRun,
		times: { startsAt: grant.startsAt, endsAt: grant.endsAt ?? '' },
		placeNames: grant.placeNames,
		timeZone: timeZoneOf(grant),
		guestName: grant.name ?? undefined,
	};
	if (isDryRun) return toItem(grant.key, grant, report);
	try {
		await endGrant(uncancellable, grant.id, nothingChanged());
		return toItem(grant.key, undefined, report);
	} catch (error) {
		const { message, description } = describeError(error);
		const problem: Problem = {
			code: 'failed',
			reason: message,
			remedy: description || 'Execute the node again.',
			keeps_door_closed: false,
		};
		return toItem(grant.key, grant, { ...report, outcome: 'failed', problems: [problem] });
	}
}

/** The item of a missing reservation whose access may be newer than the list. */
const tooNewItem = (grant: Grant, isDryRun: boolean): WireObject =>
	toItem(grant.key, grant, {
		outcome: 'ignored',
		changes: [],
		isDryRun,
		guestName: grant.name ?? undefined,
		problems: [
			{
				code: 'newer_than_list',
				reason:
					'The reservation is not in the input, but its access was created so recently that the list may be older, so nothing was changed',
				remedy: "No action needed. To change the time, use 'Keep New Reservations' under Options.",
				keeps_door_closed: false,
			},
		],
	});

function readRules({
	removeAtMost = '10%',
	includeRunningStays,
	keepNewFor = 60,
}: ItemValues['options']): RemovalRules {
	const [, number, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(String(removeAtMost).trim()) ?? [];
	const limit = Number(number);
	if (number === undefined || (sign === '%' && limit > 100)) {
		throw new InvalidParameterError(
			"'Remove at Most' must be a number, such as 5, or a percentage, such as 10%",
		);
	}
	if (typeof keepNewFor !== 'number' || !(keepNewFor >= 0))
		throw new InvalidParameterError("'Keep New Reservations' must be a number of minutes");
	return {
		atMost: sign === '%' ? { percent: limit } : { count: Math.floor(limit) },
		includeRunningStays: includeRunningStays === true,
		newForMs: keepNewFor * 60_000,
	};
}
