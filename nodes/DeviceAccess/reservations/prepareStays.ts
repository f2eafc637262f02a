import type { IExecuteFunctions } from 'n8n-workflow';
import type { Prepared } from '../operation/kinds/desiredState';
import type { ItemRun, RunSettings } from '../operation/types';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { firstText } from '../wire/values';
import { isOver } from './grants/grant';
import { readGrantKey } from './grants/grantKey';
import { GrantsOfRun, type StayToRead } from './grants/grantsOfRun';
import type { Order } from './order';
import { RoomStays, type RoomStay, toRoomStay } from './plan/overlaps';
import type { Asked } from './stays/asked';
import { type LastChanges, readLastChanges } from './stays/lastChanges';
import { namedError } from './stays/readAsked';
import { RoomReader, type Rooms } from './stays/rooms';
import { toInstants } from './stays/stayTimes';
import { isOfAllGuests, type StayWithAccess } from './stays/stay';
import { uniteItems } from './stays/uniteItems';

/** The data that all orders of a run share. */
export interface ReservationRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	/** The secret of the credential. */
	secret: string;
	send: SendRequest;
	rooms: RoomReader;
	lastChanges: LastChanges;
	nowMs: number;
	grants: GrantsOfRun;
	roomStays: RoomStays;
}

/** What to do about one stay, and the places of the items in the input that ask for it. */
export interface OrderOfItems {
	items: readonly number[];
	order: Order;
}

/** The orders before they are compared with the access that there is. */
export interface ReadOrders extends Omit<ReservationRun, 'roomStays'> {
	orders: readonly OrderOfItems[];
}

/** The orders of items that each stand for themselves. Throws if our grants cannot be read. */
export async function prepareStays(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
): Promise<Prepared<ReservationRun, Order>> {
	const read = await readOrders(run, asked, { isList: false });
	await readGrants(read);
	return toPrepared(toRun(read, read.orders), read.orders);
}

/** Decides what the items ask for, and looks up their rooms. */
export async function readOrders(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
	{ isList }: { isList: boolean },
): Promise<ReadOrders> {
	const { context, settings, send } = run;
	const stays = asked.flatMap((one) => (one?.is === 'give' || one?.is === 'end' ? one.stay : []));
	const lastChanges = readLastChanges({ ...run, stays, isList });
	const rooms = new RoomReader(send, settings.maxPages);
	const orders: OrderOfItems[] = [];
	for (const one of uniteItems(asked, (stay) => lastChanges.isOutdated(stay)))
		orders.push({ items: one.items, order: await toOrder(context, rooms, one.asked) });
	const grants = new GrantsOfRun(send, settings.maxPages);
	return {
		context,
		settings,
		secret: run.secrets.join(''),
		send,
		rooms,
		lastChanges,
		nowMs: Date.now(),
		grants,
		orders,
	};
}

/**
 * Reads our grants of these orders. With `prefix`, also all others with it. Throws if they cannot be
 * read.
 */
export async function readGrants(
	{ grants, orders }: Pick<ReadOrders, 'grants' | 'orders'>,
	prefix?: string,
): Promise<void> {
	const stays = orders.flatMap(({ order }) => toRead(order));
	if (prefix !== undefined || stays.length > 0) await grants.read(stays, prefix);
}

/** The run for these orders, of the items and of stays that no item names. */
export const toRun = (
	run: Omit<ReservationRun, 'roomStays'>,
	orders: readonly OrderOfItems[],
	further: readonly Order[] = [],
): ReservationRun => {
	const all = [...orders.map(({ order }) => order), ...further];
	return { ...run, roomStays: new RoomStays(allRoomStays(run.grants, all, run.nowMs)) };
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

/** Which access to read for an order. None for one that changes nothing. */
function toRead(order: Order): StayToRead[] {
	if (order.is !== 'give' && order.is !== 'end') return [];
	const { prefix, reservationKey, guestNumber } = order.stay;
	const key = { prefix, reservationKey, guestNumber };
	return order.is === 'give'
		? [{ key, spaceIds: order.wanted.spaceIds, guestKey: order.stay.guest.key }]
		: [{ key, spaceIds: [], isOfAllGuests: isOfAllGuests(order.stay) }];
}

async function toOrder(
	context: IExecuteFunctions,
	rooms: RoomReader,
	asked: Asked,
): Promise<Order> {
	if (asked.is !== 'give') return asked;
	const { stay } = asked;
	try {
		return toGive(context, stay, await rooms.find(stay));
	} catch (error) {
		return { is: 'fail', stay, error: namedError(stay.reservationKey, error) };
	}
}

function toGive(context: IExecuteFunctions, stay: StayWithAccess, rooms: Rooms): Order {
	const own = stay.timeZone === 'room' ? rooms.timeZone : stay.timeZone;
	const timeZone = own === undefined || own === 'workflow' ? context.getTimezone() : own;
	const rules = {
		...stay,
		timeZone,
		checkIn: stay.checkIn ?? rooms.checkIn,
		checkOut: stay.checkOut ?? rooms.checkOut,
	};
	const wanted = {
		...toInstants(stay.arrival, stay.departure, rules),
		guest: stay.guest,
		name: stay.guest.name ?? stay.reservationKey,
		spaceIds: rooms.spaces.map(({ space_id: id }) => String(id)),
		doorIds: [],
		placeNames: rooms.names,
		modes: stay.modes,
		pin: stay.pin,
	};
	const isChosen = stay.timeZone !== 'room';
	const setsDoors = !('instantMs' in stay.arrival && 'instantMs' in stay.departure);
	const otherTimeZone = { name: timeZone, isChosen, setsDoors };
	return { is: 'give', stay, wanted, rooms, otherTimeZone };
}

/**
 * The stays to give access to, and the listed stays of all other reservations, including those of
 * other systems.
 */
function allRoomStays(grants: GrantsOfRun, orders: readonly Order[], nowMs: number): RoomStay[] {
	const prefixes = [
		...new Set(orders.flatMap(({ is, stay }) => (is === 'fail' ? [] : [stay.prefix]))),
	];
	// Access that no order gives or ends stays.
	const names = new Set(
		orders.flatMap(({ is, stay }) => (is === 'give' || is === 'end' ? [stay.reservationKey] : [])),
	);
	const wanted = orders.flatMap((order) =>
		order.is === 'give' ? [toRoomStay(order.stay.reservationKey, order.wanted)] : [],
	);
	const listed = grants.listed().flatMap((grant): RoomStay[] => {
		const [own] = prefixes.flatMap((prefix) => readGrantKey(prefix, grant.access_grant_key) ?? []);
		if (own)
			return names.has(own.reservationKey) ? [] : [listedRoomStay(own.reservationKey, grant)];
		const key = firstText(grant.access_grant_key, grant.reservation_key);
		const hasReservation = firstText(grant.reservation_key) !== null;
		return key === null
			? []
			: [{ ...listedRoomStay(key, grant), isOfOtherSystem: true, hasReservation }];
	});
	return [...wanted, ...listed.filter((stay) => !isOver(stay, nowMs))];
}

const listedRoomStay = (reservationKey: string, grant: WireObject): RoomStay => ({
	reservationKey,
	guestName: String(grant.name ?? ''),
	spaceIds: Array.isArray(grant.space_ids) ? grant.space_ids.map(String) : [],
	startsAt: String(grant.starts_at),
	endsAt: typeof grant.ends_at === 'string' ? grant.ends_at : null,
});
