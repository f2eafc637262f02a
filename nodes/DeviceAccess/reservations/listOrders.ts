import { groupBy } from '../operation/run/sendItems';
import type { WireObject } from '../wire/records';
import { type Grant, isOver, isRunning } from './grants/grant';
import { toItem } from './items/item';
import type { Order } from './order';
import { chooseCurrent } from './plan/accessToKeep';
import {
	findListOfOthers,
	findRemovals,
	findTooManyClosed,
	findTooManyEnded,
	type RemovalRules,
} from './plan/removals';
import type { OrderOfItems } from './prepareStays';
import { refusedItem } from './refusedItem';
import { type End, isEndedBy } from './stays/asked';
import type { Problem } from './stays/problem';
import { isOfAllGuests, nameOfGuest, type Stay, type StayKey } from './stays/stay';

/** What a list may do. */
export interface ListRules {
	isUnusualAccepted: boolean;
	removesMissing: boolean;
	isDryRun: boolean;
	/** False if an item could not be read, or is empty. */
	isInputWhole: boolean;
	removal: RemovalRules;
	nowMs: number;
}

/** What is done for a list, and the items at the end that say why it is less than the list says. */
export interface ListOrders {
	orders: readonly OrderOfItems[];
	/** The end of stays that no item names. */
	further: readonly End[];
	records: readonly WireObject[];
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
	const all = orders.map(({ order }) => order);
	const closings = rules.isUnusualAccepted ? [] : closingsOf(all, grants, rules.nowMs);
	const refusal = rules.isUnusualAccepted ? undefined : refuse(all, closings, grants, rules);
	const kept = refusal
		? orders.map(({ items, order }) => ({
				items,
				order: refusal.isRefused(order) ? left(order, refusal.problem) : order,
			}))
		: orders;
	const records = refusal ? [refusedItem(refusal, rules.isDryRun)] : [];
	if (!rules.removesMissing || refusal?.problem === UNKNOWN_LIST)
		return { orders: kept, further: [], records };
	const closedByDates = closings.flatMap((one) => (one.by === 'dates' ? one.grants : []));
	const removals = findRemovals(
		grants,
		{
			isNamed: guestsNamed(all),
			isInputWhole: rules.isInputWhole && all.some(isNaming),
			closedByDates,
			beganMs: rules.nowMs,
		},
		rules.removal,
		rules.nowMs,
	);
	return {
		orders: kept,
		further: endsOf(removals.remove, rules.removal),
		records: [
			...records,
			...removals.tooNew.map((grant) => tooNewItem(grant, rules.isDryRun)),
			...(removals.refusal ? [notRemovedItem(removals.refusal, rules.isDryRun)] : []),
		],
	};
}

/**
 * True if only the whole list of access can show whether a small list is unusual: it closes several
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
	const closings = closingsOf(all, known, rules.nowMs);
	const closed = new Set(
		closings.flatMap(({ grants }) => grants.map(({ key }) => key.reservationKey)),
	);
	if (closed.size > MOST_CLOSED || tooManyClosed(closings, known, rules)) return true;
	const isNamed = guestsNamed(all);
	const others = new Set(
		inRooms.filter((key) => !isNamed(key)).map(({ reservationKey }) => reservationKey),
	);
	return !known.some(({ key }) => isNamed(key)) && others.size > MOST_OTHERS;
}

/** Two are never more than half of five. */
const MOST_CLOSED = 2;

/** So many other stays in its rooms do not make a list unusual. */
const MOST_OTHERS = 1;

/** An order that ends access or closes now what is open, and which. */
interface Closing {
	order: Order;
	by: 'status' | 'dates' | 'rooms';
	grants: readonly Grant[];
}

function closingsOf(orders: readonly Order[], grants: readonly Grant[], nowMs: number): Closing[] {
	const byReservation = groupBy(grants, ({ key }) => key.reservationKey);
	return orders
		.map((order) => ({
			order,
			...closingOf(order, byReservation.get(order.stay.reservationKey) ?? [], nowMs),
		}))
		.filter((closing) => closing.grants.length > 0);
}

/** What an order ends, or closes now for a guest in the house. */
function closingOf(
	order: Order,
	ofReservation: readonly Grant[],
	nowMs: number,
): Omit<Closing, 'order'> {
	if (order.is === 'end') return { by: 'status', grants: endedBy(order, ofReservation, nowMs) };
	if (order.is !== 'give') return { by: 'status', grants: [] };
	const { wanted, stay } = order;
	const open = ofReservation
		.filter(({ key }) => key.guestNumber === stay.guestNumber)
		.filter((grant) => !isOver(grant, nowMs));
	if (isOver(wanted, nowMs)) return { by: 'dates', grants: open };
	const running = open.filter((grant) => isRunning(grant, nowMs));
	if (!isRunning(wanted, nowMs)) return { by: 'dates', grants: running };
	const current = chooseCurrent(wanted, running);
	const isClosed = current?.spaceIds.some((id) => !wanted.spaceIds.includes(id));
	return { by: 'rooms', grants: current && isClosed ? [current] : [] };
}

/** The end of one guest of several ends no reservation. */
function endedBy(order: End, ofReservation: readonly Grant[], nowMs: number): readonly Grant[] {
	if (!isOfAllGuests(order.stay)) return [];
	const ended = ofReservation.filter((grant) => isEndedBy(order, grant) && !isOver(grant, nowMs));
	return order.sparesGuestInHouse && ended.some((grant) => isRunning(grant, nowMs)) ? [] : ended;
}

/** Why the list changes less than it says, and the reservations that a person has to look at. */
interface Refusal {
	problem: Problem;
	isRefused: (order: Order) => boolean;
	missing?: readonly Grant[];
	wouldEnd?: readonly Grant[];
}

/** A list of another account, or with wrong dates, must not end stays or lock out guests in the house. */
function refuse(
	orders: readonly Order[],
	closings: readonly Closing[],
	grants: readonly Grant[],
	rules: ListRules,
): Refusal | undefined {
	const { nowMs } = rules;
	const keys = new Set(orders.filter(isNaming).map(({ stay }) => stay.reservationKey));
	const missing =
		keys.size > 0 ? findListOfOthers(grants, (key) => keys.has(key), nowMs) : undefined;
	if (missing) return { problem: UNKNOWN_LIST, isRefused: () => true, missing };
	const tooManyEnded = findTooManyEnded(
		grants,
		new Set(closings.flatMap((one) => one.grants)),
		nowMs,
	);
	if (tooManyEnded) {
		const closing = new Set(closings.map(({ order }) => order));
		return {
			problem: TOO_MANY_ENDED,
			isRefused: (order) => order.is === 'end' || closing.has(order),
			wouldEnd: tooManyEnded,
		};
	}
	const tooMany = tooManyClosed(closings, grants, rules);
	if (!tooMany) return undefined;
	const ofDates = new Set(closings.flatMap(({ by, order }) => (by === 'dates' ? [order] : [])));
	return {
		problem: notClosed(tooMany.wouldEnd, tooMany.limit),
		isRefused: (order) => ofDates.has(order),
		wouldEnd: tooMany.wouldEnd,
	};
}

const tooManyClosed = (
	closings: readonly Closing[],
	grants: readonly Grant[],
	{ removal, nowMs }: ListRules,
) =>
	findTooManyClosed(
		grants,
		closings.flatMap((one) => (one.by === 'dates' ? one.grants : [])),
		removal,
		nowMs,
	);

const left = (order: Order, why: Problem): Order =>
	order.is === 'fail' ? order : { is: 'leave', stay: order.stay, why };

/** False for an item that is empty, an earlier version, or a booking without a room. */
const isNaming = (order: Order): boolean =>
	order.stay.reservationKey !== '' &&
	!(order.is === 'leave' && order.isEarlierVersion) &&
	!(order.is === 'fail' && order.hasNoRoom);

/**
 * An item names one guest. But an item for guest 1 that gives no access names all guests of the
 * reservation.
 */
function guestsNamed(
	orders: readonly Order[],
): (key: Pick<StayKey, 'reservationKey' | 'guestNumber'>) => boolean {
	const stays = orders.filter(isNaming).map(({ stay }) => stay);
	const ofAll = (stay: Stay) => stay.status !== 'confirmed' && isOfAllGuests(stay);
	const reservations = new Set(stays.filter(ofAll).map(({ reservationKey }) => reservationKey));
	const guests = new Set(stays.map(nameOfGuest));
	return (key) => reservations.has(key.reservationKey) || guests.has(nameOfGuest(key));
}

/** The end of the access of each guest. */
const endsOf = (grants: readonly Grant[], { includeRunningStays }: RemovalRules): End[] =>
	[...groupBy(grants, ({ key }) => nameOfGuest(key))].flatMap(([, [first]]) =>
		first
			? [
					{
						is: 'end' as const,
						stay: toStay(first.key),
						// A stay can begin while the run goes on.
						sparesGuestInHouse: !includeRunningStays,
						isMissing: true as const,
						isListEnough: true,
					},
				]
			: [],
	);

const toStay = ({ prefix, reservationKey, guestNumber }: StayKey): Stay => ({
	prefix,
	reservationKey,
	guestNumber,
	status: 'cancelled',
});

const ACCEPT =
	"If the list is right, turn on 'Accept Unusual List' under Options for one execution.";

const UNKNOWN_LIST: Problem = {
	code: 'unknown_list',
	reason:
		'None of the current and upcoming reservations with this key prefix is in the input, so nothing was changed',
	remedy: `Check the account and the 'Key Prefix': each system needs its own. ${ACCEPT}`,
	keeps_door_closed: false,
};

const TOO_MANY_ENDED: Problem = {
	code: 'too_many_ended',
	reason:
		'More than half of the current and upcoming reservations would end or close now by their status, dates or rooms, so nothing was changed for them',
	remedy: `Check the status, dates and rooms in the input. ${ACCEPT}`,
	keeps_door_closed: false,
};

const notClosed = (grants: readonly Grant[], limit: number): Problem => {
	const count = new Set(grants.map(({ key }) => key.reservationKey)).size;
	return {
		code: 'not_removed',
		reason: `${count === 1 ? '1 reservation' : `${count} reservations`} would end or close now by dates in the input, and at most ${limit} may be removed in one execution, so nothing was changed for them`,
		remedy:
			"Compare the list under 'would_end' with your property management system. If it is right, raise 'Remove at Most' under Options for one execution.",
		keeps_door_closed: false,
	};
};

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

const notRemovedItem = (
	{ missing, ...said }: { reason: string; remedy: string; missing: readonly Grant[] },
	isDryRun: boolean,
): WireObject =>
	refusedItem(
		{ problem: { code: 'not_removed', ...said, keeps_door_closed: false }, missing },
		isDryRun,
	);
