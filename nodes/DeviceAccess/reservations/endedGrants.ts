import { groupBy } from '../operation/run/runGroups';
import { type Grant, isOver } from './grants/grant';
import { planUnconfirmed } from './plan/planEnd';
import { findRemovals, type InputList, type RemovalRules } from './plan/removals';
import type { PreparedStay, ReservationRun } from './prepareStays';

/** A list with what decides which access it ends. */
export interface EndingList
	extends
		InputList,
		Pick<ReservationRun, 'grants' | 'isEndedWith' | 'lastChanges' | 'nowMs' | 'prepared'> {
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
	const grants = list.grants.all();
	const byReservation = groupBy(grants, ({ key }) => key.reservationKey);
	const ended = [...list.prepared.values()].flatMap((entry) =>
		'request' in entry
			? endedBy(list, entry, byReservation.get(entry.request.stay.reservationKey) ?? [])
			: [],
	);
	const { isWanted, rules } = list.removal;
	const removed = isWanted ? findRemovals(grants, list, rules, list.nowMs).remove : [];
	return new Set([...ended, ...removed]);
}

/** Which of its reservation's grants an item ends. */
function endedBy(
	{ endingRefusal, isEndedWith, lastChanges, nowMs }: EndingList,
	{ request, access }: Extract<PreparedStay, { request: unknown }>,
	ofReservation: readonly Grant[],
): readonly Grant[] {
	const { stay } = request;
	if (request.is === 'ignored' || lastChanges.isOutdated(stay)) return [];
	const ofGuest = ofReservation.filter(({ key }) => key.guestNumber === stay.guestNumber);
	if (request.is === 'access') return access && isOver(access.wanted, nowMs) ? ofGuest : [];
	if (endingRefusal !== undefined) return [];
	const ending = (stay.guestNumber > 1 ? ofGuest : ofReservation).filter((grant) =>
		isEndedWith(grant, stay),
	);
	const isSpared =
		request.sparesGuestInHouse === true && planUnconfirmed(ending, nowMs).outcome === 'ignored';
	return isSpared ? [] : ending;
}
