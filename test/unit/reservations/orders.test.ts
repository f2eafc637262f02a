import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	compareList,
	type ListRules,
	mayBeUnusual,
} from '../../../nodes/DeviceAccess/reservations/orders';
import type { Order } from '../../../nodes/DeviceAccess/reservations/prepareStays';
import { grantFixture } from './grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString();
const keyOf = (reservationKey: string) => ({
	prefix: 'reservation:',
	reservationKey,
	guestNumber: 1,
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
	keptGuests: [],
});
const give = (reservationKey: string, from = 1, to = 3): Order =>
	({
		is: 'give',
		stay: { ...keyOf(reservationKey), status: 'confirmed' },
		wanted: { spaceIds: ['room'], startsAt: inDays(from), endsAt: inDays(to) },
	}) as unknown as Order;
const rows = (orders: Order[]) => orders.map((order, item) => ({ items: [item], order }));

const RULES: ListRules = {
	isUnusualAccepted: false,
	removesMissing: false,
	isInputWhole: true,
	atMost: { percent: 10 },
	includeRunningStays: false,
	newForMs: 0,
	nowMs: NOW_MS,
};

it.each<[string, Order[], Grant[], string[], boolean]>([
	['one new stay in a free room', [give('a')], [], [], false],
	['one new stay in a room with another', [give('a')], [], ['b'], false],
	['one new stay in a room with several others', [give('a')], [], ['b', 'c'], true],
	['a known stay there', [give('a')], [coming('a')], ['a', 'b', 'c'], false],
	['two cancellations', [end('a'), end('b')], [coming('a'), coming('b')], [], false],
	[
		'three cancellations',
		[end('a'), end('b'), end('c')],
		[coming('a'), coming('b'), coming('c')],
		[],
		true,
	],
	['a stay that ends by its dates', [give('a', -5, -3)], [coming('a')], [], false],
	[
		'two stays that end by their dates',
		[give('a', -5, -3), give('b', -5, -3)],
		[coming('a'), coming('b')],
		[],
		true,
	],
])('a short list needs all access to be judged: %s', (_what, orders, known, inRooms, expected) => {
	expect(mayBeUnusual(rows(orders), known, inRooms.map(keyOf), RULES)).toBe(expected);
});

it('what a list lacks ends like what it cancels, but never of a guest in the house', () => {
	const grants = [coming('a'), coming('gone')];
	const rules: ListRules = {
		...RULES,
		removesMissing: true,
		atMost: { count: 1 },
	};
	expect(compareList(rows([give('a')]), grants, rules).further).toEqual([
		{
			is: 'end',
			stay: { prefix: 'reservation:', reservationKey: 'gone', guestNumber: 1, status: 'cancelled' },
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
		atMost: { percent: 100 },
	});
	expect(orders.map(({ order }) => [order.is, order.is === 'leave' && order.why.code])).toEqual([
		['leave', 'unknown_list'],
		['fail', false],
	]);
	expect(further).toEqual([]);
});

const stay = (reservationKey: string, from: number, to: number | null, guestNumber = 1): Grant =>
	grantFixture({
		id: `grant-${reservationKey}-${guestNumber}`,
		key: { ...keyOf(reservationKey), guestNumber },
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
	const orders = named.map((key) => (isClosed(key) ? give(key, -5, -3) : give(key)));
	const removed = compareList(rows(orders), found, { ...RULES, removesMissing: true, ...rules });
	return {
		keys: removed.further.map((one) => one.stay.reservationKey),
		tooNew: keysOf(removed.tooNew),
		refusals: removed.refusals,
	};
}
const refusal = { problem: expect.objectContaining({ code: 'not_removed' }) as unknown };

describe('what a list lacks', () => {
	it('is removed, up to a tenth', () => {
		expect(remove(COMING, keysOf(COMING.slice(2)))).toMatchObject({
			keys: ['coming-0', 'coming-1'],
			refusals: [],
		});
		expect(remove(COMING, keysOf(COMING.slice(3)))).toMatchObject({
			keys: [],
			refusals: [refusal],
		});
		expect(remove(COMING, keysOf(COMING.slice(3)), { atMost: { count: 3 } }).keys).toHaveLength(3);
	});

	it('counts together with what ends or closes now by dates', () => {
		const closed = COMING.slice(2, 4);
		const named = keysOf(COMING.slice(1));
		expect(remove(COMING, named, {}, closed.slice(1)).keys).toEqual(['coming-0']);
		expect(remove(COMING, named, {}, closed)).toMatchObject({ keys: [], refusals: [refusal] });
	});

	it.each([
		[9, 1],
		[11, 2],
	])('rounds a percentage up: a tenth of %d stays is %d', (count, most) => {
		const found = COMING.slice(0, count);
		expect(remove(found, keysOf(found.slice(most))).keys).toHaveLength(most);
		expect(remove(found, keysOf(found.slice(most)), { atMost: { percent: 0 } }).keys).toEqual([]);
	});

	it('counts the guests of one reservation once', () => {
		const found = [...COMING, stay('coming-0', 1, 3, 2), stay('coming-0', 1, 3, 3)];
		expect(remove(found, keysOf(COMING.slice(1)), { atMost: { count: 1 } }).keys).toEqual([
			'coming-0',
			'coming-0',
			'coming-0',
		]);
	});

	it('stays if the input is empty or was not read completely', () => {
		expect(remove(COMING, [], { atMost: { count: 100 } })).toMatchObject({
			keys: [],
			refusals: [refusal],
		});
		expect(remove(COMING, keysOf(COMING.slice(1)), { isInputWhole: false })).toMatchObject({
			keys: [],
			refusals: [refusal],
		});
	});

	it('stays if it is over or running, unless running stays are included', () => {
		const found = [
			...COMING,
			stay('over', -5, -1),
			stay('running', -1, 2),
			stay('forever', -1, null),
		];
		expect(remove(found, keysOf(COMING))).toMatchObject({ keys: [], refusals: [] });
		expect(remove(found, keysOf(COMING), { includeRunningStays: true }).keys).toEqual([
			'running',
			'forever',
		]);
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
		expect(
			remove(found, keysOf(COMING), { atMost: { count: 5 }, newForMs: 60 * 60_000 }),
		).toMatchObject({ keys: ['made-before'], tooNew: ['made-just-now'] });
	});

	it.each<[number, boolean, RegExp]>([
		[1, false, /^1 reservation is missing, but the input is empty .*, so nothing was removed$/],
		[
			3,
			true,
			/^3 reservations are missing, and at most 2 may be removed .*, so nothing was removed$/,
		],
	])('is named with the reason and what to do (%d)', (count, isInputWhole, reason) => {
		expect(remove(COMING, keysOf(COMING.slice(count)), { isInputWhole }).refusals).toEqual([
			{
				problem: expect.objectContaining({
					reason: expect.stringMatching(reason) as string,
					remedy: expect.stringMatching(/input|'Remove at Most'/) as string,
				}) as unknown,
				member: 'missing',
				grants: COMING.slice(0, count),
			},
		]);
	});
});

const refusedBy = (orders: Order[], grants: Grant[]) =>
	compareList(rows(orders), grants, RULES).refusals.map(({ problem, grants: shown }) => [
		problem.code,
		shown,
	]);

it.each<[string, Grant[], string, unknown[]]>([
	['names none of five', COMING.slice(0, 5), 'other', [['unknown_list', COMING.slice(0, 5)]]],
	['names one of them', COMING.slice(0, 5), 'coming-3', []],
	['names none of four', COMING.slice(0, 4), 'other', []],
	['names none of four, and one is over', [...COMING.slice(0, 4), stay('x', -5, -1)], 'other', []],
])('a list is probably of another account if it %s', (_what, found, named, expected) => {
	expect(refusedBy([give(named)], found)).toEqual(expected);
});

it.each([
	[6, 3, false],
	[6, 4, true],
	[4, 4, false],
])('of %d stays, %d that end by their status are too many: %s', (count, ended, expected) => {
	const ending = COMING.slice(0, ended);
	expect(refusedBy(keysOf(ending).map(end), COMING.slice(0, count))).toEqual(
		expected ? [['too_many_ended', ending]] : [],
	);
});
