import { groupBy } from '../operation/run/sendItems';
import { type Grant, isOver, isRunning } from './grants/grant';
import { chooseCurrent } from './plan/situation';
import type { Order, OrderOfItems } from './prepareStays';
import {
	type End,
	isEndedBy,
	isOfAllGuests,
	nameOfGuest,
	type Stay,
	type StayKey,
} from './stays/stay';
import { type Problem, toProblem } from './stays/problems';

export interface ListRules {
	isUnusualAccepted: boolean;
	removesMissing: boolean;
	/** False if an item could not be read, or is empty. */
	isInputWhole: boolean;
	/**
	 * How many reservations may end because they are missing, or end or close now by their dates: a
	 * number, or a percentage of all current and upcoming ones, rounded up.
	 */
	atMost: { count: number } | { percent: number };
	includeRunningStays: boolean;
	/** A grant that is not older than this can be newer than the list. In milliseconds. */
	newForMs: number;
	/** When the run began: the list is not newer. */
	nowMs: number;
}

/** Why a list changes less than it says, and the access that a person has to look at. */
export interface Refusal {
	problem: Problem;
	member: 'missing' | 'would_end';
	grants: readonly Grant[];
}

export interface ListOrders {
	orders: readonly OrderOfItems[];
	further: readonly End[];
	/** Missing, but created so recently that the list may be older. */
	tooNew: readonly Grant[];
	refusals: readonly Refusal[];
}

/**
 * Compares the orders of a list with all our access: refuses what a wrong list would do, and ends
 * what the list lacks if that is wanted.
 */
export function compareList(
	orders: readonly OrderOfItems[],
	grants: readonly Grant[],
	rules: ListRules,
): ListOrders {
	const open = grants.filter((grant) => !isOver(grant, rules.nowMs));
	const all = orders.map(({ order }) => order);
	const closings = rules.isUnusualAccepted ? [] : closingsOf(all, open, rules.nowMs);
	const refused = rules.isUnusualAccepted ? undefined : refusedPart(all, closings, open, rules);
	const missing =
		rules.removesMissing && refused?.refusal.problem.code !== 'unknown_list'
			? missingFrom(all, closings, open, rules)
			: { ends: [], tooNew: [] };
	return {
		orders: orders.map(({ items, order }) => ({
			items,
			order:
				refused && order.is !== 'fail' && refused.includes(order)
					? { is: 'leave', stay: order.stay, why: refused.refusal.problem }
					: order,
		})),
		further: missing.ends,
		tooNew: missing.tooNew,
		refusals: [refused?.refusal ?? [], missing.refusal ?? []].flat(),
	};
}

/** Two are never more than half of five. */
const MOST_CLOSED = 2;

/** So many other stays in its rooms do not make a list unusual. */
const MOST_OTHERS = 1;

/**
 * True if only the whole list of access can show whether a short list is unusual: it closes several
 * stays, or knows none of ours although its rooms have some. `known` is the access of its stays, and
 * `inRooms` are our reservations in its rooms.
 */
export function mayBeUnusual(
	orders: readonly OrderOfItems[],
	known: readonly Grant[],
	inRooms: readonly StayKey[],
	rules: ListRules,
): boolean {
	const all = orders.map(({ order }) => order);
	const open = known.filter((grant) => !isOver(grant, rules.nowMs));
	const closings = closingsOf(all, open, rules.nowMs);
	const isNamed = guestsNamed(all);
	return (
		countOf(closings.flatMap(({ grants }) => grants)) > MOST_CLOSED ||
		refusedPart(all, closings, open, rules) !== undefined ||
		(!known.some(({ key }) => isNamed(key)) &&
			new Set(inRooms.filter((key) => !isNamed(key)).map(keyOf)).size > MOST_OTHERS)
	);
}

/** An order that ends access, or closes now what is open. */
interface Closing {
	order: Order;
	by: 'status' | 'dates' | 'rooms';
	grants: readonly Grant[];
}

function closingsOf(orders: readonly Order[], open: readonly Grant[], nowMs: number): Closing[] {
	const byReservation = groupBy(open, ({ key }) => keyOf(key));
	return orders
		.map((order) => ({
			order,
			...closingOf(order, byReservation.get(keyOf(order.stay)) ?? [], nowMs),
		}))
		.filter((closing) => closing.grants.length > 0);
}

function closingOf(
	order: Order,
	ofReservation: readonly Grant[],
	nowMs: number,
): Omit<Closing, 'order'> {
	if (order.is === 'end') return { by: 'status', grants: endedBy(order, ofReservation, nowMs) };
	if (order.is !== 'give') return { by: 'status', grants: [] };
	const { wanted, stay } = order;
	const ofGuest = ofReservation.filter(({ key }) => key.guestNumber === stay.guestNumber);
	if (isOver(wanted, nowMs)) return { by: 'dates', grants: ofGuest };
	const running = ofGuest.filter((grant) => isRunning(grant, nowMs));
	if (!isRunning(wanted, nowMs)) return { by: 'dates', grants: running };
	const current = chooseCurrent(wanted, running);
	const isClosed = current?.spaceIds.some((id) => !wanted.spaceIds.includes(id));
	return { by: 'rooms', grants: current && isClosed ? [current] : [] };
}

/** The end of one guest of several ends no reservation. */
function endedBy(order: End, ofReservation: readonly Grant[], nowMs: number): readonly Grant[] {
	if (!isOfAllGuests(order.stay)) return [];
	const ended = ofReservation.filter((grant) => isEndedBy(order, grant));
	return order.sparesGuestInHouse && ended.some((grant) => isRunning(grant, nowMs)) ? [] : ended;
}

/** What a list needs so that its size says something. */
const LEAST_TO_COMPARE = 5;

interface RefusedPart {
	refusal: Refusal;
	includes: (order: Order) => boolean;
}

/** A list of another account, or with wrong dates, must not end stays or lock out guests in the house. */
function refusedPart(
	orders: readonly Order[],
	closings: readonly Closing[],
	open: readonly Grant[],
	rules: ListRules,
): RefusedPart | undefined {
	const count = countOf(open);
	const named = new Set(orders.filter(isNaming).map(({ stay }) => keyOf(stay)));
	if (count >= LEAST_TO_COMPARE && named.size > 0 && !open.some(({ key }) => named.has(keyOf(key))))
		return {
			refusal: { problem: toProblem('unknown_list'), member: 'missing', grants: open },
			includes: () => true,
		};
	const closed = new Set(closings.flatMap(({ grants }) => grants));
	const ended = open.filter((grant) => closed.has(grant));
	if (count >= LEAST_TO_COMPARE && countOf(ended) > count / 2) {
		const closing = new Set(closings.map(({ order }) => order));
		return {
			refusal: { problem: toProblem('too_many_ended'), member: 'would_end', grants: ended },
			includes: (order) => order.is === 'end' || closing.has(order),
		};
	}
	const byDates = closings.filter(({ by }) => by === 'dates');
	const wouldEnd = byDates.flatMap(({ grants }) => grants);
	const limit = limitOf(open, rules);
	if (countOf(wouldEnd) <= limit) return undefined;
	const ofDates = new Set(byDates.map(({ order }) => order));
	return {
		refusal: {
			problem: tooManyByDates(countOf(wouldEnd), limit),
			member: 'would_end',
			grants: wouldEnd,
		},
		includes: (order) => ofDates.has(order),
	};
}

/**
 * Ends none if the input is empty or partly unreadable, or if more are missing than the limit
 * allows, because an incomplete feed must not close doors.
 */
function missingFrom(
	orders: readonly Order[],
	closings: readonly Closing[],
	open: readonly Grant[],
	rules: ListRules,
): { ends: readonly End[]; tooNew: readonly Grant[]; refusal?: Refusal } {
	const isNamed = guestsNamed(orders);
	const unnamed = open.filter(({ key }) => !isNamed(key));
	// A guest can have several grants, as during a change of rooms.
	const guestsOf = (grants: readonly Grant[]) => new Set(grants.map(({ key }) => nameOfGuest(key)));
	const running = guestsOf(unnamed.filter((grant) => isRunning(grant, rules.nowMs)));
	const ofNew = guestsOf(
		unnamed.filter(({ createdAtMs }) => createdAtMs > rules.nowMs - rules.newForMs),
	);
	const missing = unnamed.filter(
		({ key }) => rules.includeRunningStays || !running.has(nameOfGuest(key)),
	);
	const tooNew = missing.filter(({ key }) => ofNew.has(nameOfGuest(key)));
	const gone = missing.filter(({ key }) => !ofNew.has(nameOfGuest(key)));
	const closed = closings.flatMap(({ by, grants }) => (by === 'dates' ? grants : []));
	const limit = limitOf(open, rules);
	const refuse = (problem: Problem) => ({
		ends: [],
		tooNew,
		refusal: { problem, member: 'missing' as const, grants: gone },
	});
	if (gone.length > 0 && !(rules.isInputWhole && orders.some(isNaming)))
		return refuse(inputNotWhole(countOf(gone)));
	if (gone.length > 0 && countOf([...gone, ...closed]) > limit)
		return refuse(tooManyMissing(countOf(gone), countOf(closed), limit));
	const guests = new Map(gone.map(({ key }) => [nameOfGuest(key), key]));
	return { ends: [...guests.values()].map((key) => endOf(key, rules)), tooNew };
}

const endOf = (
	{ prefix, reservationKey, guestNumber }: StayKey,
	{ includeRunningStays }: ListRules,
): End => ({
	is: 'end',
	stay: { prefix, reservationKey, guestNumber, status: 'cancelled' },
	// A stay can begin while the run goes on.
	sparesGuestInHouse: !includeRunningStays,
	isMissing: true,
});

/** False for an item that is empty, an earlier version, or a booking without a room. */
const isNaming = (order: Order): boolean =>
	order.stay.reservationKey !== '' &&
	!(order.is === 'leave' && order.isEarlierVersion) &&
	!(order.is === 'fail' && order.hasNoRoom);

/** An item for guest 1 that gives no access names all guests of the reservation. */
function guestsNamed(orders: readonly Order[]): (key: StayKey) => boolean {
	const stays = orders.filter(isNaming).map(({ stay }) => stay);
	const ofAll = (stay: Stay) => stay.status !== 'confirmed' && isOfAllGuests(stay);
	const reservations = new Set(stays.filter(ofAll).map(keyOf));
	const guests = new Set(stays.map(nameOfGuest));
	return (key) => reservations.has(key.reservationKey) || guests.has(nameOfGuest(key));
}

const keyOf = ({ reservationKey }: StayKey) => reservationKey;

/** How many reservations the access belongs to. */
const countOf = (grants: readonly Grant[]) => new Set(grants.map(({ key }) => keyOf(key))).size;

const limitOf = (open: readonly Grant[], { atMost }: ListRules): number =>
	'count' in atMost ? atMost.count : Math.ceil((countOf(open) * atMost.percent) / 100);

const tooManyByDates = (count: number, limit: number): Problem =>
	toProblem('not_removed', {
		why: `${count === 1 ? '1 reservation' : `${count} reservations`} would end or close now by dates in the input, and at most ${limit} may be removed in one execution, so nothing was changed for them`,
		member: 'would_end',
	});

const areMissing = (count: number) =>
	count === 1 ? '1 reservation is missing' : `${count} reservations are missing`;

const inputNotWhole = (count: number): Problem =>
	toProblem(
		'not_removed',
		{},
		{
			reason: `${areMissing(count)}, but the input is empty or has items that could not be read, so nothing was removed`,
			remedy: 'Check the input of this node.',
		},
	);

const tooManyMissing = (count: number, byDates: number, limit: number): Problem =>
	toProblem('not_removed', {
		why: `${areMissing(count)}, ${byDates > 0 ? `${byDates} would end or close now by dates, ` : ''}and at most ${limit} may be removed in one execution, so nothing was removed`,
		member: 'missing',
	});
