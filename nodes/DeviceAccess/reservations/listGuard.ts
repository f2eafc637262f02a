import { groupBy } from '../lists/groupBy';
import { type Grant, isOver, isPrefixOfStaff, isRunning } from './grants/grant';
import { isSameGuest } from './plan/person';
import { type Booked, chooseCurrent } from './plan/situation';
import { keepingAccess, type Order, type OrderOfItems } from './makeOrders';
import type { End, StayKey } from './stays/stay';
import { type Problem, toProblem } from './stays/problems';

export interface ListRules {
	removesMissing: boolean;
	/** False if an item could not be read, or is empty. */
	isInputWhole: boolean;
	/**
	 * How many reservations one list may close, for whatever reason. Undefined: the larger of 3 and
	 * 2 % of all current and upcoming ones. 0: none.
	 */
	closeAtMost?: number;
	/** Keys of reservations whose closing a person has confirmed. */
	accepted: Pick<ReadonlySet<string>, 'has'>;
	includeRunningStays: boolean;
	/** A grant that is not older than this can be newer than the list. In milliseconds. */
	newForMs: number;
	/** When the booking system was asked for the list. */
	readAtMs: number;
	nowMs: number;
}

/** Why a list changes less than it says, and the access that a person has to look at. */
export interface Refusal {
	problem: Problem;
	/** `would_close`: can be accepted by key. */
	member: 'missing' | 'would_close';
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
 * Compares the orders of a list with all our access: ends what the list lacks if that is wanted, and
 * holds back what a wrong list would close.
 */
export function compareList(
	listed: readonly OrderOfItems[],
	grants: readonly Grant[],
	rules: ListRules,
): ListOrders {
	const open = grants.filter((grant) => !isOver(grant, rules.nowMs));
	const orders = keepingAccess(listed, open);
	const all = orders.map(({ order }) => order);
	if (isUnknown(all, open, rules)) {
		const problem = toProblem('unknown_list');
		const refusals = [{ problem, member: 'would_close' as const, grants: open }];
		return { orders: leaving(orders, () => problem), further: [], tooNew: [], refusals };
	}
	const { gone, tooNew } = missingFrom(all, rules.removesMissing ? open : [], rules);
	// An incomplete feed must not close doors.
	const isWhole =
		rules.isInputWhole &&
		listed.some(({ order }) => isNaming(order) && !(order.is === 'fail' && order.hasNoRoom));
	const missing = isWhole ? closingsOfMissing(gone, rules) : [];
	const held = heldBack([...closingsOf(all, open, rules.nowMs), ...missing], open, rules);
	const isHeld = new Set(held?.closings.map(({ order }) => order));
	const notRemoved =
		gone.length > 0 && !isWhole
			? [{ problem: inputNotWhole(gone.length), member: 'missing' as const, grants: gone.flat() }]
			: [];
	return {
		orders: leaving(orders, (order) => (held && isHeld.has(order) ? held.problem : undefined)),
		further: missing.map(({ order }) => order).filter((order) => !isHeld.has(order)),
		tooNew,
		refusals: [...(held ? [refusalOf(held, open)] : []), ...notRemoved],
	};
}

const leaving = (
	orders: readonly OrderOfItems[],
	whyOf: (order: Order) => Problem | undefined,
): OrderOfItems[] =>
	orders.map(({ items, order }) => {
		const why = order.is === 'fail' ? undefined : whyOf(order);
		return { items, order: why ? { is: 'leave', stay: order.stay, why } : order };
	});

/**
 * True if only the whole list of access can show whether a short list is unusual: it closes more
 * than any house may. `known` is the access of its stays.
 */
export function needsAllAccess(
	orders: readonly OrderOfItems[],
	known: readonly Grant[],
	rules: ListRules,
): boolean {
	const open = known.filter((grant) => !isOver(grant, rules.nowMs));
	const closings = closingsOf(
		orders.map(({ order }) => order),
		open,
		rules.nowMs,
	);
	return heldBack(closings, open, rules) !== undefined;
}

/**
 * What ends access, closes now or in some hours what is open, moves it to other days, or gives it to
 * another guest.
 */
interface Closing<Ordered extends Order = Order> {
	order: Ordered;
	grants: readonly Grant[];
	/** What locks nobody out. */
	by?: 'check_out' | 'later';
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
	if (order.is === 'end') {
		const grants = endedBy(order, ofReservation, nowMs);
		return { grants, by: order.hasCheckedOut ? checkOut(nowMs, grants) : undefined };
	}
	if (order.is !== 'give') return { grants: [] };
	const { booked } = order;
	if (isOver(booked, nowMs))
		return { grants: ofReservation, by: checkOut(Date.parse(booked.endsAt), ofReservation) };
	const missed = ofReservation.filter((grant) => missesTime(booked, grant, nowMs));
	if (missed.length > 0) return { grants: missed };
	if (ofReservation.every((grant) => passesOn(booked, grant, nowMs)))
		return { grants: ofReservation };
	const running = ofReservation.filter((grant) => isRunning(grant, nowMs));
	const current = chooseCurrent(booked, running, nowMs);
	if (!current) return { grants: [] };
	const endMs = Date.parse(booked.endsAt);
	const isEarly = endMs - nowMs <= CHECK_OUT_MS && !checkOut(endMs, [current]);
	const isClosed = isEarly || current.spaceIds.some((id) => !booked.spaceIds.includes(id));
	return { by: 'later', grants: isClosed ? [current] : [] };
}

/** True for the access of another guest, who has not arrived: names can be shifted by a row. */
const passesOn = ({ guest }: Booked, grant: Grant, nowMs: number): boolean =>
	!isRunning(grant, nowMs) && !isPrefixOfStaff(grant.key.prefix) && !isSameGuest(guest, grant);

/**
 * True if the dates of the booking lock out who has the access: now, or at the arrival, as those of
 * a list with wrong years do. The hours of staff may change.
 */
function missesTime(booked: Booked, grant: Grant, nowMs: number): boolean {
	if (isRunning(grant, nowMs)) return !isRunning(booked, nowMs);
	const [from, to] = [Date.parse(grant.startsAt), Date.parse(grant.endsAt ?? '')];
	const isBeside = Date.parse(booked.startsAt) >= to || Date.parse(booked.endsAt) <= from;
	return isBeside && !isPrefixOfStaff(grant.key.prefix);
}

const endedBy = (order: End, ended: readonly Grant[], nowMs: number): readonly Grant[] =>
	order.sparesGuestInHouse && ended.some((grant) => isRunning(grant, nowMs)) ? [] : ended;

/** What a list needs so that its size says something. */
const LEAST_TO_COMPARE = 5;

/** A list of another account must not end stays. What removes nothing ends only what it names. */
function isUnknown(orders: readonly Order[], open: readonly Grant[], rules: ListRules): boolean {
	const named = staysNamed(orders);
	return (
		rules.removesMissing &&
		countOf(open) >= LEAST_TO_COMPARE &&
		named.size > 0 &&
		!open.some(({ key }) => named.has(keyOf(key)) || rules.accepted.has(keyOf(key)))
	);
}

/** Whatever the size of the house. */
const MOST_LOCKED_OUT = 1;

const LEAST_BUDGET = 3;
const BUDGET_PERCENT = 2;

interface HeldBack {
	closings: readonly Closing[];
	problem: Problem;
}

/**
 * All closings that nobody has accepted, if they are more than the budget. One guest in the house may
 * be locked out: other rooms and an early departure lock nobody out now, and who has left on the last
 * day has checked out. Cleaners may be sent home together, but not the members of an office.
 */
function heldBack(
	closings: readonly Closing[],
	open: readonly Grant[],
	{ closeAtMost, accepted, nowMs }: ListRules,
): HeldBack | undefined {
	const most =
		closeAtMost ?? Math.max(LEAST_BUDGET, Math.floor((countOf(open) * BUDGET_PERCENT) / 100));
	const unconfirmed = closings.filter(({ order }) => !accepted.has(keyOf(order.stay)));
	// Who enters 0 is asked about each.
	const counted = unconfirmed.filter(({ by }) => most === 0 || by !== 'check_out');
	const lockedOut = counted.filter(
		({ by, grants }) =>
			by !== 'later' &&
			grants.some((grant) => isRunning(grant, nowMs) && !grant.key.prefix.startsWith('cleaning')),
	);
	if (counted.length > most)
		return { closings: unconfirmed, problem: tooMany(unconfirmed.length, most) };
	return lockedOut.length > MOST_LOCKED_OUT
		? { closings: unconfirmed, problem: tooManyLockedOut(lockedOut.length) }
		: undefined;
}

/** A guest leaves early on the last day, or in the evening before. A wrong year or day is no check-out. */
const CHECK_OUT_MS = 12 * 3_600_000;

const checkOut = (atMs: number, grants: readonly Grant[]): 'check_out' | undefined =>
	grants.every(({ endsAt }) => endsAt !== null && Date.parse(endsAt) - atMs <= CHECK_OUT_MS)
		? 'check_out'
		: undefined;

const refusalOf = ({ closings, problem }: HeldBack, open: readonly Grant[]): Refusal => {
	const held = new Set(closings.flatMap(({ grants }) => grants));
	return { problem, member: 'would_close', grants: open.filter((grant) => held.has(grant)) };
};

/** By stay. A guest can have several grants, as during a change of rooms. */
function missingFrom(
	orders: readonly Order[],
	open: readonly Grant[],
	{ includeRunningStays, nowMs, newForMs, readAtMs }: ListRules,
): { gone: Grant[][]; tooNew: Grant[] } {
	const named = staysNamed(orders);
	const unnamed = open.filter(({ key }) => !named.has(keyOf(key)));
	const missing = [...groupBy(unnamed, ({ key }) => keyOf(key)).values()].filter(
		(grants) => includeRunningStays || !grants.some((grant) => isRunning(grant, nowMs)),
	);
	const isNew = (grants: readonly Grant[]) =>
		grants.some(({ createdAtMs }) => createdAtMs > Math.min(nowMs - newForMs, readAtMs));
	return {
		gone: missing.filter((grants) => !isNew(grants)),
		tooNew: missing.filter(isNew).flat(),
	};
}

const closingsOfMissing = (gone: readonly Grant[][], rules: ListRules): Array<Closing<End>> =>
	gone.flatMap((grants) =>
		grants.slice(0, 1).map(({ key }) => ({ order: endOf(key, rules), grants })),
	);

const endOf = ({ prefix, reservationKey }: StayKey, { includeRunningStays }: ListRules): End => ({
	is: 'end',
	stay: { prefix, reservationKey, status: 'cancelled' },
	// A stay can begin while the run goes on.
	sparesGuestInHouse: !includeRunningStays,
	isMissing: true,
});

/** False for an item that is empty, or an earlier version. */
const isNaming = (order: Order): boolean =>
	order.stay.reservationKey !== '' && !(order.is === 'leave' && order.isEarlierVersion);

const staysNamed = (orders: readonly Order[]): ReadonlySet<string> =>
	new Set(orders.filter(isNaming).map(({ stay }) => keyOf(stay)));

const keyOf = ({ reservationKey }: StayKey) => reservationKey;

/** How many reservations the access belongs to. */
const countOf = (grants: readonly Grant[]) => new Set(grants.map(({ key }) => keyOf(key))).size;

const stays = (count: number) => (count === 1 ? '1 reservation' : `${count} reservations`);

const tooMany = (count: number, most: number): Problem =>
	toProblem('held_back', {
		why: `${stays(count)} would close by this list, and at most ${most} may, so none of them was changed`,
	});

const tooManyLockedOut = (count: number): Problem =>
	toProblem('held_back', {
		why: `${count} guests in the house would be locked out by this list, so nothing was closed`,
	});

const inputNotWhole = (count: number): Problem =>
	toProblem('not_removed', {
		why: `${stays(count)} ${count === 1 ? 'is' : 'are'} missing, but the input is empty or was not read completely, so nothing was removed`,
	});
