import { groupBy } from '../operation/run/runGroups';
import { grantsToEnd, planEnding } from './endAccess';
import { type Grant, isOver, isRunning } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { chooseCurrent, planAccess } from './plan/plan';
import { findRemovals, type InputList, type RemovalRules } from './plan/removals';
import type { Plan } from './plan/step';
import type { PreparedStay } from './preparedStay';
import type { ReservationRun } from './prepareStays';
import { whyIgnored } from './reconcile';
import { isOfAllGuests, type StayRequest } from './stays/stay';

/** The items of a list, with what decides which access they end. */
interface EndingItems extends Pick<
	ReservationRun,
	'grants' | 'isEndedWith' | 'lastChanges' | 'nowMs' | 'prepared'
> {
	byReservation: ReadonlyMap<string, readonly Grant[]>;
}

/** All our grants by the key of their reservation. */
export const byReservationKey = (grants: readonly Grant[]): EndingItems['byReservation'] =>
	groupBy(grants, ({ key }) => key.reservationKey);

/** A list with what decides which access it ends. */
export interface EndingList extends InputList, EndingItems {
	/** Given if nothing is written at all. */
	refusal?: unknown;
	/** Given if these items end and close nothing. */
	closingRefusal?: { requests: ReadonlySet<StayRequest> };
	removal: { isWanted: boolean; rules: RemovalRules };
}

/**
 * The access that a list ends: what the plans of its items end, and missing reservations if those
 * are removed.
 */
export function endedGrants(list: EndingList): ReadonlySet<Grant> {
	if (list.refusal !== undefined) return new Set();
	const { closingRefusal, removal } = list;
	const ended = [...list.prepared].flatMap(([request, entry]) =>
		closingRefusal?.requests.has(request) ? [] : endedByItem(list, entry),
	);
	const removed = removal.isWanted
		? findRemovals(list.grants.all(), list, removal.rules, list.nowMs).remove
		: [];
	return new Set([...ended, ...removed]);
}

/** An item that ends access, or closes now what is open. */
export interface Closing {
	request: StayRequest;
	by: 'status' | 'dates' | 'rooms';
	grants: readonly Grant[];
}

/** The items that end reservations, or lock out a guest in the house, by what they say. */
export const closingsOf = (items: EndingItems): Closing[] =>
	[...items.prepared].flatMap(([request, entry]) =>
		closingOf(items, entry).map((closing) => ({ request, ...closing })),
	);

function closingOf(items: EndingItems, entry: PreparedStay): Array<Omit<Closing, 'request'>> {
	if (!('request' in entry) || whyIgnored(items, entry.request)) return [];
	const { request, access } = entry;
	if (request.is === 'end')
		return isOfAllGuests(request.stay) ? [{ by: 'status', grants: endedByItem(items, entry) }] : [];
	if (!access) return [];
	const { wanted } = access;
	const open = ofReservation(items, request)
		.filter(({ key }) => key.guestNumber === request.stay.guestNumber)
		.filter((grant) => !isOver(grant, items.nowMs));
	if (isOver(wanted, items.nowMs)) return [{ by: 'dates', grants: open }];
	const running = open.filter((grant) => isRunning(grant, items.nowMs));
	if (!isRunning(wanted, items.nowMs)) return [{ by: 'dates', grants: running }];
	const current = chooseCurrent(wanted, running);
	const { spaceIds } = wanted;
	return current?.spaceIds.some((id) => !spaceIds.includes(id))
		? [{ by: 'rooms', grants: [current] }]
		: [];
}

function endedByItem(items: EndingItems, entry: PreparedStay): readonly Grant[] {
	if (!('request' in entry) || whyIgnored(items, entry.request)) return [];
	const grants = ofReservation(items, entry.request);
	const ids = planOf(items, entry, grants).steps.flatMap((step) =>
		step.do === 'end' ? [step.grantId] : [],
	);
	return grants.filter(({ id }) => ids.includes(id));
}

const ofReservation = ({ byReservation }: EndingItems, { stay }: StayRequest): readonly Grant[] =>
	byReservation.get(stay.reservationKey) ?? [];

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
			withContact: [],
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
