import { groupBy } from '../operation/run/runGroups';
import { type Grant, isOver } from './grants/grant';
import { planUnconfirmed } from './plan/planEnd';
import { findRemovals, type InputList, type RemovalRules } from './plan/removals';
import type { PreparedStay, ReservationRun } from './prepareStays';
import type { StayRequest } from './stays/stay';

/** The items of a list, with what decides which access they end. */
type EndingItems = Pick<
	ReservationRun,
	'grants' | 'isEndedWith' | 'lastChanges' | 'nowMs' | 'prepared'
>;

/** A list with what decides which access it ends. */
export interface EndingList extends InputList, EndingItems {
	/** Given if nothing is written at all. */
	refusal?: unknown;
	/** Given if no reservation ends by its status. */
	endingRefusal?: unknown;
	removal: { isWanted: boolean; rules: RemovalRules };
}

/**
 * The access that a list ends: of canceled reservations, of stays whose end has moved to the past,
 * and of missing reservations if those are removed.
 */
export function endedGrants(list: EndingList): ReadonlySet<Grant> {
	if (list.refusal !== undefined) return new Set();
	const { endingRefusal, removal } = list;
	const ended = endedByItems(list, ({ is }) => is !== 'end' || endingRefusal === undefined);
	const removed = removal.isWanted
		? findRemovals(list.grants.all(), list, removal.rules, list.nowMs).remove
		: [];
	return new Set([...ended, ...removed]);
}

/** The access of the reservations that end by their status. */
export const endedByStatus = (items: EndingItems): ReadonlySet<Grant> =>
	new Set(endedByItems(items, ({ is, stay }) => is === 'end' && stay.guestNumber === 1));

function endedByItems(
	items: EndingItems,
	isAsked: (request: StayRequest) => boolean,
): readonly Grant[] {
	const byReservation = groupBy(items.grants.all(), ({ key }) => key.reservationKey);
	return [...items.prepared.values()].flatMap((entry) =>
		'request' in entry && isAsked(entry.request)
			? endedBy(items, entry, byReservation.get(entry.request.stay.reservationKey) ?? [])
			: [],
	);
}

/** Which of its reservation's grants an item ends. */
function endedBy(
	{ isEndedWith, lastChanges, nowMs }: EndingItems,
	{ request, access }: Extract<PreparedStay, { request: unknown }>,
	ofReservation: readonly Grant[],
): readonly Grant[] {
	const { stay } = request;
	if (request.is === 'ignored' || lastChanges.isOutdated(stay)) return [];
	const ofGuest = ofReservation.filter(({ key }) => key.guestNumber === stay.guestNumber);
	if (request.is === 'access') return access && isOver(access.wanted, nowMs) ? ofGuest : [];
	const ending = (stay.guestNumber > 1 ? ofGuest : ofReservation).filter((grant) =>
		isEndedWith(grant, stay),
	);
	const isSpared =
		request.sparesGuestInHouse === true && planUnconfirmed(ending, nowMs).outcome === 'ignored';
	return isSpared ? [] : ending;
}
