import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidParameterError, rethrow, ServiceError } from '../errors/errors';
import { readOnce } from '../lists/readOnce';
import { readFirstPage } from '../lists/listAllPages';
import type { Prepared } from '../operation/kinds/desiredState';
import { groupBy } from '../lists/groupBy';
import type { ItemRun, RunSettings } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { type WireObject, firstText, idsIn } from '../wire/records';
import { type Grant, guestNameOf, isOver, readGrantKey } from './grants/grant';
import { GrantsOfRun, type StayToRead } from './grants/grantsOfRun';
import type { OtherTimeZone } from './items/item';
import { RoomStays, type RoomStay, toRoomStay } from './plan/overlaps';
import type { Booked } from './plan/situation';
import {
	type Asked,
	type End,
	type Fail,
	type Leave,
	type StayKey,
	stayKeyOf,
	type StayWithAccess,
} from './stays/stay';
import { type LastChanges, readLastChanges } from './stays/lastChanges';
import { Turns } from './stays/turns';
import { uniteItems } from './stays/uniteItems';
import { type Problem, toProblem } from './stays/problems';
import { namedError } from './stays/readAsked';
import { RoomReader, type Rooms } from './stays/rooms';
import { firstByName } from './stays/roomsByName';
import type { FindPeople } from './steps/writeContacts';
import { settleOrder, toInstants, twoDates } from './stays/stayTimes';

export interface Give {
	is: 'give';
	stay: StayWithAccess;
	booked: Booked;
	rooms: Rooms;
	/** For the times of the stay, if the rooms have none. */
	otherTimeZone: OtherTimeZone;
	/** What is known to go wrong. */
	expected?: readonly Problem[];
}

export type Order = Give | End | Leave | Fail;

/** An order, and the places of the items in the input that ask for it. */
export interface OrderOfItems {
	items: readonly number[];
	order: Order;
}

/** The orders before they are compared with the access that there is. */
export interface ReadOrders {
	settings: RunSettings;
	secret: string;
	send: SendRequest;
	rooms: RoomReader;
	/** Whether nobody has heard yet that this room is found only by its name. */
	isFirstByName: (room: string, stay: StayKey) => boolean;
	lastChanges: LastChanges;
	turns: Turns;
	nowMs: number;
	/** When the booking system was asked for the list. Undefined for a call. */
	listReadAtMs?: number;
	grants: GrantsOfRun;
	/** At most a page of them, once for each contact. */
	findPeople: FindPeople;
	orders: readonly OrderOfItems[];
}

export interface ReservationRun extends Omit<ReadOrders, 'orders'> {
	roomStays: RoomStays;
	/** The same, and what these rooms have, in which nothing was to be given. */
	roomStaysWith: (spaceIds: readonly string[]) => Promise<RoomStays>;
}

/** The orders of items that each stand for themselves. Throws if our grants cannot be read. */
export async function prepareStays(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
): Promise<Prepared<ReservationRun, Order>> {
	const read = await readOrders(run, asked, { isList: false });
	await readGrants(read);
	const { grants, nowMs } = read;
	const open = grants.ours().filter((grant) => !isOver(grant, nowMs));
	const orders = keepingAccess(read.orders, open);
	return toPrepared(toRun(read, orders), orders);
}

/**
 * A booking that has no room for a while, or is a block now, is no cancellation: the guest keeps what
 * there is, and the host hears of it.
 */
export function keepingAccess(
	orders: readonly OrderOfItems[],
	open: readonly Grant[],
): OrderOfItems[] {
	const byStay = groupBy(open, ({ key }) => stayKeyOf(key));
	return orders.map(({ items, order }) => {
		const { stay } = order;
		const own = canKeepAccess(order) ? (byStay.get(stayKeyOf(stay)) ?? []) : [];
		if (own.length === 0) return { items, order };
		const rooms = [...new Set(own.flatMap(({ placeNames }) => placeNames))].join(', ');
		const guest = [...new Set(own.flatMap((one) => guestNameOf(one) ?? []))].join(', ');
		const known = { rooms, guest: guest || 'the guest' };
		const why =
			order.is === 'leave'
				? toProblem('no_longer_a_stay', { ...known, why: order.noStay ?? '' })
				: toProblem('room_not_assigned', known);
		return { items, order: { is: 'leave', stay, why } };
	});
}

const canKeepAccess = (order: Order): order is Fail | Leave =>
	(order.is === 'fail' && order.hasNoRoom === true) ||
	(order.is === 'leave' && order.noStay !== undefined);

export async function readOrders(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
	{ isList, listReadAtMs }: { isList: boolean; listReadAtMs?: number },
): Promise<ReadOrders> {
	const { context, settings, send } = run;
	const nowMs = Date.now();
	const lastChanges = readLastChanges({ ...run, listReadAtMs });
	const rooms = new RoomReader(send, settings.maxPages);
	const orders: OrderOfItems[] = [];
	for (const one of uniteItems(withSettledDates(asked), (stay) => lastChanges.isOutdated(stay)))
		orders.push({
			items: one.items,
			order: await toOrder(context, rooms, one.asked, isList),
		});
	return {
		settings,
		secret: run.secrets.join(''),
		send,
		rooms,
		isFirstByName: firstByName(context),
		lastChanges,
		turns: new Turns(run.account, run.stop.signal),
		nowMs,
		listReadAtMs,
		grants: new GrantsOfRun(send, settings.maxPages),
		findPeople: readOnce(
			async (contact) =>
				(await readFirstPage(send, { ...PEOPLE, parameters: { search: contact } })).records,
		),
		orders,
	};
}

function withSettledDates(asked: ReadonlyArray<Asked | undefined>): Array<Asked | undefined> {
	const given = asked.flatMap((one) => (one?.is === 'give' ? one.stay : []));
	const byStay = new Map(settleOrder(given).map((stay, index) => [given[index], stay]));
	return asked.map((one) => {
		if (one?.is !== 'give') return one;
		const stay = byStay.get(one.stay);
		const error = () => namedError(one.stay.reservationKey, twoDates());
		return stay ? { ...one, stay } : { is: 'fail', stay: one.stay, error: error() };
	});
}

const PEOPLE = { endpoint: '/user_identities/list', member: 'user_identities' } as const;

export async function readGrants(
	{ grants, orders, nowMs }: ReadOrders,
	prefix?: string,
): Promise<void> {
	const stays = orders.flatMap(({ order }) => toRead(order, nowMs));
	if (prefix !== undefined || stays.length > 0) await grants.read(stays, prefix);
}

export function toRead(order: Order, nowMs: number): StayToRead[] {
	const { stay: key } = order;
	if (order.is === 'end') return [{ key, spaceIds: [], guestKey: order.guestKey }];
	if (order.is === 'give') {
		const { stay, booked } = order;
		// What a stay that is over still has is found as that of one that ends.
		const spaceIds = isOver(booked, nowMs) ? [] : booked.spaceIds;
		return [{ key, spaceIds, guestKey: stay.guest.key, isListEnough: true }];
	}
	const canKeep = canKeepAccess(order) && key.reservationKey !== '';
	return canKeep ? [{ key, spaceIds: [], isListEnough: true }] : [];
}

/** `further`: the orders for stays that no item names. */
export const toRun = (
	run: Omit<ReservationRun, 'roomStays' | 'roomStaysWith'>,
	orders: readonly OrderOfItems[],
	further: readonly Order[] = [],
): ReservationRun => {
	const all = [...orders.map(({ order }) => order), ...further];
	const staysIn = (listed: readonly WireObject[]) =>
		new RoomStays(allRoomStays(listed, all, run.nowMs));
	return {
		...run,
		roomStays: staysIn(run.grants.listed()),
		roomStaysWith: async (spaceIds) => staysIn(await run.grants.listedWith(spaceIds)),
	};
};

export function toPrepared(
	shared: ReservationRun,
	orders: readonly OrderOfItems[],
	more: Pick<Prepared<never, Order>, 'further' | 'records'> = {},
): Prepared<ReservationRun, Order> {
	const ofItems: Order[] = [];
	for (const { items, order } of orders) for (const item of items) ofItems[item] = order;
	return { shared, orders: ofItems, ...more };
}

/** Once it is its turn, a decision is asked again: a call may have been applied since. */
export function askedAgain(
	{ lastChanges, listReadAtMs = Infinity }: ReservationRun,
	order: Order,
): Order {
	if (order.is !== 'give' && order.is !== 'end') return order;
	const { stay } = order;
	return lastChanges.isOutdated(stay) || lastChanges.wasAppliedSince(stay, listReadAtMs)
		? outdated(order)
		: order;
}

export const outdated = (order: Give | End): Leave => ({
	is: 'leave',
	stay: order.stay,
	why: toProblem('outdated'),
	guestName: order.is === 'give' ? order.stay.guest.name : order.guestName,
});

/** Only of a stay whose item says it, because the next ones with this room do not. */
export function withRoomsByName(run: ReservationRun, order: Give): Give {
	const { stay, rooms, expected = [] } = order;
	const first = rooms.byName.filter(({ room }) => run.isFirstByName(room, stay));
	return { ...order, expected: [...expected, ...first.map(({ problem }) => problem)] };
}

/** False for a service that is down or refuses the key, which is the same for all stays. */
const isAboutStay = (error: unknown): boolean =>
	error instanceof InvalidParameterError ||
	(error instanceof ServiceError && [400, 404].includes(error.answer.status));

async function toOrder(
	context: IExecuteFunctions,
	reader: RoomReader,
	asked: Asked,
	isList: boolean,
): Promise<Order> {
	if (asked.is !== 'give') return asked;
	const { stay } = asked;
	try {
		const rooms = await reader.find(stay);
		const own = stay.timeZone === 'room' ? rooms.timeZone : stay.timeZone;
		const timeZone = own === undefined || own === 'workflow' ? context.getTimezone() : own;
		const checkIn = stay.checkIn ?? rooms.checkIn;
		const checkOut = stay.checkOut ?? rooms.checkOut;
		return {
			is: 'give',
			stay,
			rooms,
			booked: {
				...toInstants({ ...stay, timeZone, checkIn, checkOut }),
				guest: stay.guest,
				name: stay.guest.name ?? stay.reservationKey,
				spaceIds: rooms.spaces.map(({ space_id: id }) => String(id)),
				placeNames: rooms.names,
				modes: stay.modes,
				pin: stay.pin,
			},
			otherTimeZone: {
				name: timeZone,
				isChosen: stay.timeZone !== 'room',
				setsDoors: !('instantMs' in stay.arrival && 'instantMs' in stay.departure),
			},
		};
	} catch (error) {
		// Of a list, nothing can be compared then.
		if (isList && !isAboutStay(error)) return rethrow(error);
		return { is: 'fail', stay, error: namedError(stay.reservationKey, error) };
	}
}

/**
 * The stays to give access to, and the listed stays of all other reservations, also of other
 * systems.
 */
function allRoomStays(
	grants: readonly WireObject[],
	orders: readonly Order[],
	nowMs: number,
): RoomStay[] {
	const prefixes = new Set(orders.flatMap(({ is, stay }) => (is === 'fail' ? [] : stay.prefix)));
	// An earlier version of the same stay must not hide the order of the latest one.
	const ordered = new Set(
		orders.flatMap(({ is, stay }) => (is === 'give' || is === 'end' ? stay.reservationKey : [])),
	);
	const booked = orders.flatMap((order) =>
		order.is === 'give' ? toRoomStay(order.stay.reservationKey, order.booked) : [],
	);
	const listed = grants.flatMap((grant): RoomStay[] => {
		const [own] = [...prefixes].flatMap((one) => readGrantKey(one, grant.access_grant_key) ?? []);
		if (own)
			return ordered.has(own.reservationKey) ? [] : [listedRoomStay(own.reservationKey, grant)];
		const key = firstText(grant.access_grant_key, grant.reservation_key);
		const hasReservation = firstText(grant.reservation_key) !== null;
		return key === null
			? []
			: [{ ...listedRoomStay(key, grant), isOfOtherSystem: true, hasReservation }];
	});
	return [...booked, ...listed.filter(({ untilMs }) => untilMs > nowMs)];
}

const listedRoomStay = (reservationKey: string, grant: WireObject): RoomStay => ({
	reservationKey,
	guestName: String(grant.name ?? ''),
	spaceIds: idsIn(grant.space_ids),
	fromMs: Date.parse(String(grant.starts_at)),
	untilMs: typeof grant.ends_at === 'string' ? Date.parse(grant.ends_at) : Infinity,
});
