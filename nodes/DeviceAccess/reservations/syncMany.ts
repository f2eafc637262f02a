import { toProblem } from './stays/problems';
import { InvalidParameterError } from '../errors/errors';
import type { Prepared } from '../operation/kinds/desiredState';
import { optionalDateTime } from '../operation/form/checkValues';
import { dayIn, dayOf } from '../operation/form/times';
import type { ItemRun, ItemValues } from '../operation/types';
import { isText, type WireObject } from '../wire/records';
import { type Grant, guestNameOf, isOver } from './grants/grant';
import { MOST_LOOKED_UP } from './grants/grantsOfRun';
import { stayInWords, withMessages } from './items/tell';
import { timeZoneOf, toItem } from './items/item';
import { compareList, type ListRules, needsAllAccess, type Refusal } from './listGuard';
import {
	type Give,
	type Order,
	type OrderOfItems,
	readGrants,
	readOrders,
	type ReadOrders,
	type ReservationRun,
	toPrepared,
	toRun,
} from './makeOrders';
import { hasOtherContact } from './plan/person';
import { rehearse } from './rehearse';
import { type Asked, type End, stayKeyOf, type StayWithAccess } from './stays/stay';
import { isEmptyItem, leftStaysIn } from './stays/readAsked';
import { readPrefix } from './stays/readStay';
import { isSameName } from './stays/sameName';

/**
 * The rules of removing are those of the first item. All items must have the same prefix and Dry
 * Run.
 */
export async function prepareList(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
	optionsOfItems: ReadonlyArray<ItemValues['options']>,
): Promise<Prepared<ReservationRun, Order>> {
	const [options = {}] = optionsOfItems;
	const prefixes = asked.flatMap((one) => (one && hasPrefix(one) ? one.stay.prefix : []));
	// If no item says whose list it is, it must not end what others gave.
	const isOfKnown = prefixes.length > 0 || asked.every((one) => one && isEmptyItem(one));
	const prefix =
		same('Key Prefix', prefixes, 'Use one node for each prefix.') ?? readPrefix(options);
	const isDryRun = same(
		'Dry Run',
		optionsOfItems.map(({ dryRun }) => dryRun === true),
		'Use the same value for all items.',
	);
	const limits = readLimits(options);
	const read = await readOrders(run, asked, {
		isList: true,
		listReadAtMs: readListTime(options),
	});
	const rules: ListRules = {
		...limits,
		accepted: acceptedIn(options.accept, read),
		readAtMs: read.listReadAtMs ?? read.nowMs,
		removesMissing: options.removeGone === true && isOfKnown,
		isInputWhole: asked.every(isReadOrNamed),
		nowMs: read.nowMs,
	};
	const isWhole = await readGrantsOfList(read, prefix, rules, isDryRun);
	const grants = read.grants.ours();
	const { orders, further, tooNew, refusals } = compareList(
		isWhole ? await withFormerKeys(read, grants, options) : read.orders,
		grants,
		rules,
	);
	const shared = toRun(read, orders, further);
	const records = [
		...refusals.map((refusal) =>
			refusedItem(refusal, { isDryRun, today: dayOf(read.nowMs, run.context.getTimezone()) }),
		),
		...tooNew.map((grant) =>
			toItem(grant.key, grant, {
				outcome: 'ignored',
				changes: [],
				isDryRun,
				problems: [toProblem('newer_than_list')],
			}),
		),
	];
	return toPrepared(shared, isDryRun ? await rehearse(shared, orders) : orders, {
		further,
		records,
	});
}

/**
 * The orders of a list under the keys that their access has. A calendar can give a stay another key
 * when its dates change. A stay without access is then the one whose key is gone from the list, in
 * the same rooms from the same day on, if both have the same name and no contacts that differ: without
 * names, it could be that of a canceled guest. One whose guest has left has no access, and is known by
 * its row.
 */
async function withFormerKeys(
	{ orders, nowMs, rooms: reader }: ReadOrders,
	grants: readonly Grant[],
	options: ItemValues['options'],
): Promise<readonly OrderOfItems[]> {
	if (!orders.some(({ order }) => canHaveFormerKey(order))) return orders;
	const named = new Set(orders.map(({ order }) => stayKeyOf(order.stay)));
	const known = new Set(grants.map(({ key }) => stayKeyOf(key)));
	const gone = grants.filter((grant) => !named.has(stayKeyOf(grant.key)) && !isOver(grant, nowMs));
	const left = leftStaysIn(options).filter(({ stayKey }) => !named.has(stayKey));
	const namesNow = new Set((await reader.allNames()).flatMap(partsOf));
	return orders.map(({ items, order }) => {
		if (!canHaveFormerKey(order) || known.has(stayKeyOf(order.stay))) return { items, order };
		const { stay, otherTimeZone: zone } = order;
		const index = gone.findIndex((grant) => isSameStay(grant, order));
		const [grant] = index === -1 ? [] : gone.splice(index, 1);
		const formerKey = grant && stayKeyOf(grant.key);
		const arrivalMs = Date.parse(order.booked.startsAt) + stay.openBeforeMinutes * 60_000;
		const leftStay = left.find(({ stayKey, name, arrival, rooms }) =>
			formerKey === undefined
				? stayKey.startsWith(stay.prefix) &&
					isOfGuest(name, order) &&
					isOfRooms(rooms, order, namesNow) &&
					dayIn(arrival, zone.name) === dayOf(arrivalMs, zone.name)
				: stayKey === formerKey,
		);
		const reservationKey = (leftStay?.stayKey ?? formerKey)?.slice(stay.prefix.length);
		const former = { ...stay, ...(reservationKey !== undefined && { reservationKey }) };
		return { items, order: leftStay ? endOfLeft(former) : { ...order, stay: former } };
	});
}

const canHaveFormerKey = (order: Order): order is Give =>
	order.is === 'give' && order.stay.canHaveFormerKey === true;

function isSameStay({ name, startsAt, spaceIds, person = {} }: Grant, order: Give): boolean {
	const { booked, otherTimeZone: zone } = order;
	const [bookedRooms, rooms] = [booked.spaceIds, spaceIds].map((ids) => [...ids].sort().join());
	return (
		!hasOtherContact(booked.guest, person) &&
		isOfGuest(name, order) &&
		bookedRooms === rooms &&
		dayIn(startsAt, zone.name) === dayIn(booked.startsAt, zone.name)
	);
}

/** A row without rooms, or with one that has another name now, can be of any. */
function isOfRooms(row: string | undefined, { rooms }: Give, now: ReadonlySet<string>): boolean {
	const left = partsOf(row ?? '');
	const isOld = row === undefined || !left.every((name) => now.has(name));
	return isOld || left.sort().join() === rooms.names.flatMap(partsOf).sort().join();
}

const partsOf = (names: string): string[] => names.split(/, ?/);

const isOfGuest = (name: string | null | undefined, { stay: { guest } }: Give): boolean =>
	guest.name !== undefined && isText(name) && isSameName(name, guest.name);

const endOfLeft = ({ prefix, reservationKey, guest }: StayWithAccess): End => ({
	is: 'end',
	stay: { prefix, reservationKey, status: 'cancelled' },
	hasCheckedOut: true,
	guestKey: guest.key,
	guestName: guest.name,
});

/** The prefix can be what cannot be read. */
const hasPrefix = (asked: Asked): boolean =>
	asked.is === 'fail' ? asked.hasNoRoom === true : !isEmptyItem(asked);

function same<Value>(label: string, values: readonly Value[], advice: string): Value | undefined {
	const [first, ...others] = new Set(values);
	if (others.length === 0) return first;
	throw new InvalidParameterError(
		`Nothing was changed: the items have different values for '${label}'`,
		advice,
	);
}

/**
 * Reads the access that matters: of all reservations, or only of those in a small list that removes
 * nothing, so that one booking takes few requests. True if it was all.
 */
async function readGrantsOfList(
	read: ReadOrders,
	prefix: string,
	rules: ListRules,
	isDryRun?: boolean,
): Promise<boolean> {
	const { grants, orders } = read;
	const isSmall =
		orders.length <= MOST_LOOKED_UP &&
		!orders.some(({ order }) => order.is === 'give' && order.stay.canHaveFormerKey);
	if (!rules.removesMissing && !isDryRun && isSmall) {
		await readGrants(read);
		if (!needsAllAccess(orders, grants.ours(), rules)) return false;
	}
	await readGrants(read, prefix);
	return true;
}

/**
 * An item that cannot be read but names its reservation leaves no doubt about the others. No room is
 * to open for a booking without one: it counts as missing, and not as unreadable.
 */
const isReadOrNamed = (one: Asked | undefined): boolean =>
	one !== undefined &&
	!isEmptyItem(one) &&
	(one.is !== 'fail' || one.hasNoRoom === true || one.stay.reservationKey !== '');

function readLimits({
	closeAtMost,
	includeRunningStays,
	keepNewFor = 60,
}: ItemValues['options']): Pick<ListRules, 'closeAtMost' | 'includeRunningStays' | 'newForMs'> {
	if (closeAtMost !== undefined && !(Number.isInteger(closeAtMost) && Number(closeAtMost) >= 0))
		throw new InvalidParameterError(
			"'Close at Most' must be a whole number of reservations, such as 5",
			'Enter 0 to be asked about each, or remove the option to use the default.',
		);
	if (!(Number(keepNewFor) >= 0))
		throw new InvalidParameterError("'Keep New Reservations' must be a number of minutes");
	return {
		closeAtMost: closeAtMost as number | undefined,
		includeRunningStays: includeRunningStays === true,
		newForMs: Number(keepNewFor) * 60_000,
	};
}

/** A key can have commas of its own: what is in such a key is no other one. */
const acceptedIn = (
	accept: unknown,
	{ orders, grants }: Pick<ReadOrders, 'orders' | 'grants'>,
): ListRules['accepted'] => ({
	has: (key) => {
		const [text, own] = [betweenCommas(accept), betweenCommas(key)];
		if (!text.includes(own)) return false;
		const known = [
			...orders.map(({ order }) => order.stay),
			...grants.ours().map((one) => one.key),
		];
		const longer = known
			.map(({ reservationKey }) => reservationKey)
			.filter((one) => one.length > key.length && one.includes(','))
			.map(betweenCommas)
			.filter((one) => one !== own && one.includes(own));
		return longer.reduce((rest, one) => rest.replaceAll(one, ', , '), text).includes(own);
	},
});

const betweenCommas = (value: unknown): string =>
	`, ${String(value ?? '')
		.trim()
		.replaceAll(/\s*,\s*/g, ', ')}, `;

/**
 * False by an expression, as of a schedule that did not run, stands for none. Then a list that removes what it lacks counts as read when the node starts. Other
 * items are calls, which come to the same node.
 */
function readListTime({ listReadAt, removeGone }: ItemValues['options']): number | undefined {
	const text = optionalDateTime('List Read At', listReadAt === false ? '' : listReadAt);
	if (text !== undefined) return Date.parse(text);
	return removeGone === true ? Date.now() : undefined;
}

function refusedItem(
	{ problem, member, grants }: Refusal,
	{ isDryRun, today }: { isDryRun?: boolean; today: string },
): WireObject {
	const stays = byArrival(grants);
	const accept = [...new Set(stays.map(({ key }) => key.reservationKey))].join(', ');
	const item: WireObject = {
		reservation_key: null,
		stay_key: null,
		outcome: 'failed',
		changes: [],
		...(isDryRun && { dry_run: true }),
		is_ready: false,
		problems: [problem],
		[member]: stays.map(namedStay),
		...(member === 'would_close' && { accept }),
	};
	const what = member === 'missing' ? 'Missing' : 'Would close';
	const lines = stays.map(
		(grant) => `${what}: ${stayInWords({ ...namedStay(grant), time_zone: timeZoneOf(grant) })}`,
	);
	const told = withMessages(item, {
		lines,
		lastLines: member === 'would_close' ? [`Booking numbers: ${accept}`] : [],
	});
	const { host_message: message } = told;
	// Nothing says that it is solved. With the day, the host hears it again on another one.
	return { ...told, host_row: isText(message) ? `${today} ${message}` : null };
}

const byArrival = (grants: readonly Grant[]): Grant[] =>
	[...grants].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));

const namedStay = (grant: Grant): WireObject => ({
	reservation_key: grant.key.reservationKey,
	guest_name: guestNameOf(grant) ?? null,
	rooms: grant.placeNames,
	starts_at: grant.startsAt,
	ends_at: grant.endsAt,
});
