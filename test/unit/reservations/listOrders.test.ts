import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	compareList,
	type ListRules,
	mayBeUnusual,
} from '../../../nodes/DeviceAccess/reservations/listOrders';
import type { Order } from '../../../nodes/DeviceAccess/reservations/order';
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
	isDryRun: false,
	isInputWhole: true,
	removal: { atMost: { percent: 10 }, includeRunningStays: false, newForMs: 0 },
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
		removal: { ...RULES.removal, atMost: { count: 1 } },
	};
	expect(compareList(rows([give('a')]), grants, rules).further).toEqual([
		{
			is: 'end',
			stay: { prefix: 'reservation:', reservationKey: 'gone', guestNumber: 1, status: 'cancelled' },
			sparesGuestInHouse: true,
			isMissing: true,
			isListEnough: true,
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
	});
	expect(orders.map(({ order }) => [order.is, order.is === 'leave' && order.why.code])).toEqual([
		['leave', 'unknown_list'],
		['fail', false],
	]);
	expect(further).toEqual([]);
});
