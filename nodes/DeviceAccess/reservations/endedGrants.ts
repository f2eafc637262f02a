import { groupBy } from '../operation/run/runGroups';
import { grantsToEnd, planEnding } from './endAccess';
import type { Grant } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { NOBODY } from './grants/people';
import { planAccess } from './plan/plan';
import { findRemovals, type InputList, type RemovalRules } from './plan/removals';
import type { Plan } from './plan/step';
import type { PreparedStay, ReservationRun } from './prepareStays';
import { whyIgnored } from './reconcile';
import { isOfAllGuests, type StayRequest } from './stays/stay';

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
 * The access that a list ends: what the plans of its items end, and missing reservations if those
 * are removed.
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
	new Set(endedByItems(items, ({ is, stay }) => is === 'end' && isOfAllGuests(stay)));

function endedByItems(
	items: EndingItems,
	isAsked: (request: StayRequest) => boolean,
): readonly Grant[] {
	const byReservation = groupBy(items.grants.all(), ({ key }) => key.reservationKey);
	return [...items.prepared.values()].flatMap((entry) => {
		if (!('request' in entry) || !isAsked(entry.request) || whyIgnored(items, entry.request))
			return [];
		const ofReservation = byReservation.get(entry.request.stay.reservationKey) ?? [];
		const ids = planOf(items, entry, ofReservation).steps.flatMap((step) =>
			step.do === 'end' ? [step.grantId] : [],
		);
		return ofReservation.filter(({ id }) => ids.includes(id));
	});
}

/** The plan of an item, which does not depend on people as far as it ends access. */
function planOf(
	items: EndingItems,
	{ request, access }: Extract<PreparedStay, { request: unknown }>,
	ofReservation: readonly Grant[],
): Plan {
	const { stay } = request;
	if (access)
		return planAccess({
			wanted: access.wanted,
			grants: ofReservation.filter(({ key }) => key.guestNumber === stay.guestNumber),
			people: NOBODY,
			ownKeys: ownKeysOf(stay),
			countGrants: (personId) => items.grants.countOf(personId),
			nowMs: items.nowMs,
		});
	return planEnding(
		items,
		grantsToEnd(items, stay, ofReservation),
		request.is === 'end' ? request : { stay },
	);
}
