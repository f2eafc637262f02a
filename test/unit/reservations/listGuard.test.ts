import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	compareList,
	type ListRules,
	needsAllAccess,
} from '../../../nodes/DeviceAccess/reservations/listGuard';
import type { Order } from '../../../nodes/DeviceAccess/reservations/makeOrders';
import { grantFixture } from './grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString();
const keyOf = (reservationKey: string) => ({
	prefix: 'reservation:',
	reservationKey,
	part: 1,
});

const coming = (reservationKey: string): Grant =>
	grantFixture({
		id: `grant-${reservationKey}`,
		key: keyOf(reservationKey),
		startsAt: inDays(1),
		endsAt: inDays(3),
	});
const end = (reservationKey: string): Order => ({
	is: 'end',
	stay: { ...keyOf(reservationKey), status: 'cancelled' },
});
const give = (reservationKey: string, from = 1, to = 3): Order =>
	({
		is: 'give',
		stay: { ...keyOf(reservationKey), status: 'confirmed' },
		booked: {
			guest: { unusable: [] },
			spaceIds: ['a'],
			startsAt: inDays(from),
			endsAt: inDays(to),
		},
	}) as unknown as Order;
const rows = (orders: Order[]) => orders.map((order, item) => ({ items: [item], order }));

const RULES: ListRules = {
	removesMissing: false,
	isInputWhole: true,
	accepted: new Set(),
	includeRunningStays: false,
	newForMs: 0,
	readAtMs: NOW_MS,
	nowMs: NOW_MS,
};

const FOUR = ['a', 'b', 'c', 'd'];

it.each<[string, Order[], Grant[], boolean]>([
	['one new stay', [give('a')], [], false],
	['three cancellations', FOUR.slice(1).map(end), FOUR.map(coming), false],
	['four cancellations', FOUR.map(end), FOUR.map(coming), true],
])('a short list needs all access to be judged: %s', (_what, orders, known, expected) => {
	expect(needsAllAccess(rows(orders), known, RULES)).toBe(expected);
});

it('what a list lacks ends like what it cancels, but never of a guest in the house', () => {
	const grants = [coming('a'), coming('gone')];
	const rules: ListRules = { ...RULES, removesMissing: true };
	expect(compareList(rows([give('a')]), grants, rules).further).toEqual([
		{
			is: 'end',
			stay: { prefix: 'reservation:', reservationKey: 'gone', status: 'cancelled' },
			sparesGuestInHouse: true,
			isMissing: true,
		},
	]);
	expect(compareList(rows([give('a')]), grants, RULES).further).toEqual([]);
});

it('a refused list leaves every stay as it is, except items that fail anyway', () => {
	const names = ['a', 'b', 'c', 'd', 'e'];
	const failing: Order = { ...end('y'), is: 'fail', error: new Error('unreadable') };
	const { orders, further } = compareList(rows([give('x'), failing]), names.map(coming), {
		...RULES,
		removesMissing: true,
		closeAtMost: 100,
	});
	expect(orders.map(({ order }) => [order.is, order.is === 'leave' && order.why.code])).toEqual([
		['leave', 'unknown_list'],
		['fail', false],
	]);
	expect(further).toEqual([]);
});

const stay = (reservationKey: string, from: number, to: number | null, part = 1): Grant =>
	grantFixture({
		id: `grant-${reservationKey}-${part}`,
		key: { ...keyOf(reservationKey), part },
		startsAt: inDays(from),
		endsAt: to === null ? null : inDays(to),
	});

const COMING = Array.from({ length: 20 }, (_, index) =>
	stay(`coming-${index}`, 1 + index, 3 + index),
);
const keysOf = (stays: readonly Grant[]) => [
	...new Set(stays.map(({ key }) => key.reservationKey)),
];

function remove(
	found: Grant[],
	named: readonly string[],
	rules: Partial<ListRules> = {},
	closed: readonly Grant[] = [],
) {
	const isClosed = (key: string) => keysOf(closed).includes(key);
	const booked = (key: string): Order => {
		const { startsAt, endsAt } = found.find((one) => one.key.reservationKey === key) ?? coming(key);
		const order = give(key) as Extract<Order, { is: 'give' }>;
		return { ...order, booked: { ...order.booked, startsAt, endsAt: endsAt ?? inDays(3) } };
	};
	const orders = named.map((key) => (isClosed(key) ? give(key, -5, -3) : booked(key)));
	const removed = compareList(rows(orders), found, { ...RULES, removesMissing: true, ...rules });
	return {
		keys: removed.further.map((one) => one.stay.reservationKey),
		tooNew: keysOf(removed.tooNew),
		refusals: removed.refusals,
	};
}
const refusal = { problem: expect.objectContaining({ code: 'not_removed' }) as unknown };
const held = { problem: expect.objectContaining({ code: 'held_back' }) as unknown };

describe('what a list lacks', () => {
	it('is removed, up to three reservations, or 2 % of a large house', () => {
		expect(remove(COMING, keysOf(COMING.slice(3)))).toMatchObject({
			keys: ['coming-0', 'coming-1', 'coming-2'],
			refusals: [],
		});
		expect(remove(COMING, keysOf(COMING.slice(4)))).toMatchObject({ keys: [], refusals: [held] });
		const large = Array.from({ length: 1000 }, (_, index) => stay(`r-${index}`, 1, 3));
		const most199 = remove(large.slice(0, 199), keysOf(large.slice(4, 199)));
		expect(most199).toMatchObject({ keys: [], refusals: [held] });
		expect(remove(large.slice(0, 200), keysOf(large.slice(4, 200))).keys).toHaveLength(4);
		expect(remove(large, keysOf(large.slice(20))).keys).toHaveLength(20);
		expect(remove(large, keysOf(large.slice(21)))).toMatchObject({ keys: [], refusals: [held] });
		expect(remove(COMING, keysOf(COMING.slice(4)), { closeAtMost: 4 }).keys).toHaveLength(4);
		expect(remove(COMING, keysOf(COMING.slice(1)), { closeAtMost: 0 }).keys).toEqual([]);
	});

	it('counts together with what closes by dates, and what is accepted by key does not count', () => {
		const closed = COMING.slice(3, 5);
		const named = keysOf(COMING.slice(2));
		expect(remove(COMING, named, {}, closed.slice(1)).keys).toEqual(['coming-0', 'coming-1']);
		expect(remove(COMING, named, {}, closed)).toMatchObject({ keys: [], refusals: [held] });
		const accepted = new Set(['coming-0']);
		expect(remove(COMING, named, { accepted }, closed)).toMatchObject({
			keys: ['coming-0', 'coming-1'],
			refusals: [],
		});
		expect(remove(COMING, named, { accepted, closeAtMost: 0 }, closed)).toMatchObject({
			keys: ['coming-0'],
			refusals: [{ grants: [COMING[1], ...closed] }],
		});
	});

	it('counts a reservation with several grants once, and ends it once', () => {
		const found = [...COMING, stay('coming-0', 1, 3, 2), stay('coming-0', 1, 3, 3)];
		expect(remove(found, keysOf(COMING.slice(1)), { closeAtMost: 1 }).keys).toEqual(['coming-0']);
	});

	it('stays if the input is empty or was not read completely, which is said', () => {
		expect(remove(COMING, [], { closeAtMost: 100 })).toMatchObject({
			keys: [],
			refusals: [refusal],
		});
		expect(remove(COMING, keysOf(COMING.slice(1)), { isInputWhole: false })).toMatchObject({
			keys: [],
			refusals: [{ ...refusal, member: 'missing', grants: COMING.slice(0, 1) }],
		});
		expect(remove(COMING, keysOf(COMING), { isInputWhole: false }).refusals).toEqual([]);
		const withoutRoom: Order = {
			...end('coming-0'),
			is: 'fail',
			error: new Error('no room'),
			hasNoRoom: true,
		};
		const rules = { ...RULES, removesMissing: true, closeAtMost: 100 };
		expect(compareList(rows([withoutRoom]), COMING, rules)).toMatchObject({
			further: [],
			refusals: [refusal],
		});
	});

	it('stays if it is over or running, unless running stays are included', () => {
		const found = [...COMING, stay('over', -5, -1), stay('running', -1, null)];
		expect(remove(found, keysOf(COMING))).toMatchObject({ keys: [], refusals: [] });
		expect(remove(found, keysOf(COMING), { includeRunningStays: true }).keys).toEqual(['running']);
	});

	it('stays if one grant of the guest is running or new, as during a change of rooms', () => {
		const moving = (id: string, from: number, createdAtMs = 0): Grant => ({
			...stay('moving', from, 5),
			id,
			createdAtMs,
		});
		const others = keysOf(COMING);
		expect(remove([...COMING, moving('old', -1), moving('new', 1)], others).keys).toEqual([]);
		expect(
			remove([...COMING, moving('old', 1), moving('new', 2, NOW_MS)], others, { newForMs: DAY_MS })
				.keys,
		).toEqual([]);
	});

	it('stays and is named if it may be newer than the list', () => {
		const found = [
			...COMING.slice(0, 10),
			{ ...stay('made-just-now', 1, 2), createdAtMs: NOW_MS - 59 * 60_000 },
			{ ...stay('made-before', 1, 2), createdAtMs: NOW_MS - 61 * 60_000 },
		];
		expect(remove(found, keysOf(COMING), { closeAtMost: 5, newForMs: 60 * 60_000 })).toMatchObject({
			keys: ['made-before'],
			tooNew: ['made-just-now'],
		});
	});
});

const IN_HOUSE = Array.from({ length: 20 }, (_, index) => stay(`house-${index}`, -1, 2));
const moved = (key: string): Order => {
	const order = give(key, -1, 2) as Extract<Order, { is: 'give' }>;
	return { ...order, booked: { ...order.booked, spaceIds: ['other'] } };
};

const NAMED = COMING.map((one) => ({ ...one, name: 'Ann Lee', person: undefined }));
/** To another guest, in the same time. */
const passed = (key: string, name?: unknown): Order => {
	const from = Number(key.split('-')[1]) + 1;
	const order = give(key, from, from + 2) as Extract<Order, { is: 'give' }>;
	const guest = { name: typeof name === 'string' ? name : 'Bob Fox', unusable: [] };
	return { ...order, booked: { ...order.booked, guest } };
};
const nextYear = (key: string) => give(key, 366, 368);
const LEAVING = IN_HOUSE.map((grant) => ({ ...grant, endsAt: inDays(0.2) }));
const checkOut = (key: string): Order => ({ ...end(key), hasCheckedOut: true }) as Order;
const leaves = (key: string) => give(key, -1, 0.1);
const hasLeft = (key: string, daysEarlier = 0) => give(key, -1 - daysEarlier, -0.1 - daysEarlier);

it.each<[string, Grant[], Order[], string | undefined]>([
	[
		'three reservations that end by their status',
		COMING,
		keysOf(COMING.slice(0, 3)).map(end),
		undefined,
	],
	['four of them', COMING, keysOf(COMING.slice(0, 4)).map(end), 'held_back'],
	['one guest in the house who is locked out', IN_HOUSE, [end('house-0')], undefined],
	['two by status and dates', IN_HOUSE, [end('house-0'), give('house-1', 1, 3)], 'held_back'],
	['four who come on other days', COMING, keysOf(COMING.slice(0, 4)).map(nextYear), 'held_back'],
	[
		'four who come earlier and stay',
		COMING,
		keysOf(COMING.slice(0, 4)).map((key) => give(key, 0.5, 30)),
		undefined,
	],
	['four that pass to others', NAMED, keysOf(NAMED.slice(0, 4)).map(passed), 'held_back'],
	[
		'four whose names are corrected',
		NAMED,
		keysOf(NAMED.slice(0, 4)).map((key) => passed(key, 'Lee Anne')),
		undefined,
	],
	['three who change rooms', IN_HOUSE, ['house-0', 'house-1', 'house-2'].map(moved), undefined],
	[
		'four who lose one of two rooms',
		IN_HOUSE.map((grant) => ({ ...grant, spaceIds: ['room', 'second'] })),
		keysOf(IN_HOUSE.slice(0, 4)).map((key) => give(key, -1, 2)),
		'held_back',
	],
	[
		'two who are not confirmed any more, and keep what they have',
		IN_HOUSE,
		['house-0', 'house-1'].map((key) => ({ ...end(key), sparesGuestInHouse: true }) as Order),
		undefined,
	],
	[
		'four who leave in some hours, days early',
		IN_HOUSE,
		keysOf(IN_HOUSE.slice(0, 4)).map(leaves),
		'held_back',
	],
	['many who leave some hours early', LEAVING, keysOf(IN_HOUSE).map(leaves), undefined],
	['a morning on which many check out', LEAVING, keysOf(IN_HOUSE).map(checkOut), undefined],
	[
		'a morning on which many have left',
		LEAVING,
		keysOf(IN_HOUSE).map((key) => hasLeft(key)),
		undefined,
	],
	[
		'two who check out days before',
		IN_HOUSE,
		[checkOut('house-0'), checkOut('house-1')],
		'held_back',
	],
	['two canceled on the last day', LEAVING, [end('house-0'), end('house-1')], 'held_back'],
	[
		'the last day in another year',
		LEAVING,
		[nextYear('house-0'), nextYear('house-1')],
		'held_back',
	],
	['or a day earlier', LEAVING, [hasLeft('house-0', 1), hasLeft('house-1', 1)], 'held_back'],
	[
		'cleaners who do not come',
		IN_HOUSE.map((grant) => ({ ...grant, key: { ...grant.key, prefix: 'cleaning:' } })),
		[end('house-0'), end('house-1')],
		undefined,
	],
	[
		'members of an office who are there',
		IN_HOUSE.map((grant) => ({ ...grant, key: { ...grant.key, prefix: 'office:' } })),
		[end('house-0'), end('house-1')],
		'held_back',
	],
	[
		'cleaners whose hours change',
		COMING.map((grant) => ({ ...grant, key: { ...grant.key, prefix: 'cleaning:' } })),
		keysOf(COMING).map(nextYear),
		undefined,
	],
])('a list closes at most so many, for whatever reason: %s', (_what, found, orders, code) => {
	const result = compareList(rows(orders), found, RULES);
	expect(result.refusals.map(({ problem }) => problem.code)).toEqual(code ? [code] : []);
	expect(result.orders.every(({ order }) => (order.is === 'leave') === (code !== undefined))).toBe(
		true,
	);
});

it('who enters 0 is also asked about a guest who checks out', () => {
	const orders = rows([checkOut('house-0')]);
	const { refusals } = compareList(orders, LEAVING, { ...RULES, closeAtMost: 0 });
	expect(refusals).toMatchObject([{ ...held, grants: [LEAVING[0]] }]);
});

it('an explicit number lets nobody in the house be locked out with others, but what is accepted is', () => {
	const orders = rows([end('house-0'), end('house-1'), give('x')]);
	const most = compareList(orders, IN_HOUSE, { ...RULES, closeAtMost: 1000 });
	expect(most.orders.map(({ order }) => order.is)).toEqual(['leave', 'leave', 'give']);
	const accepted = new Set(['house-1']);
	const { orders: carried } = compareList(orders, IN_HOUSE, { ...RULES, accepted });
	expect(carried.map(({ order }) => order.is)).toEqual(['end', 'end', 'give']);
});

it.each<[string, Grant[], string, boolean]>([
	['names none of five', COMING.slice(0, 5), 'other', true],
	['names one of them', COMING.slice(0, 5), 'coming-3', false],
	['names none of four', COMING.slice(0, 4), 'other', false],
	[
		'names none of four, and one is over',
		[...COMING.slice(0, 4), stay('x', -5, -1)],
		'other',
		false,
	],
])('a list that removes is of another account if it %s', (_what, found, named, expected) => {
	const unknown = (rules: Partial<ListRules>) =>
		compareList(rows([give(named)]), found, { ...RULES, ...rules }).refusals.filter(
			({ problem }) => problem.code === 'unknown_list',
		);
	expect(unknown({ removesMissing: true }).map(({ grants }) => grants)).toEqual(
		expected ? [found] : [],
	);
	const accepted = new Set(keysOf(found));
	expect(unknown({ removesMissing: true, accepted })).toEqual([]);
	// A call about a new booking.
	expect(unknown({})).toEqual([]);
});
