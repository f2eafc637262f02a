import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	askedAgain,
	type Give,
	keepingAccess,
	type Order,
	type OrderOfItems,
	readOrders,
	type ReservationRun,
	toRead,
	toRun,
	withRoomsByName,
} from '../../../nodes/DeviceAccess/reservations/makeOrders';
import { toRoomStay } from '../../../nodes/DeviceAccess/reservations/plan/overlaps';
import { toProblem } from '../../../nodes/DeviceAccess/reservations/stays/problems';
import type { Asked } from '../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../answeringSend';
import { itemRun, operationOf } from '../operation/itemRun';
import { grantFixture } from './grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const keyOf = (reservationKey: string) => ({
	prefix: 'reservation:',
	reservationKey,
	status: 'confirmed' as const,
});
const STAY = keyOf('4711');
const BOOKED = {
	guest: { name: 'Bob', unusable: [] },
	name: 'Bob',
	startsAt: '2030-06-14T15:00:00Z',
	endsAt: '2030-06-17T11:00:00Z',
	spaceIds: ['a'],
	placeNames: ['A'],
	modes: ['code'],
};
const give = (key = '4711', changes: object = {}) =>
	({
		is: 'give',
		stay: { ...keyOf(key), guest: { key: 'guest', name: 'Bob' } },
		booked: { ...BOOKED, ...changes },
	}) as unknown as Give;
const end = (key = '4711'): Order => ({
	is: 'end',
	stay: keyOf(key),
	guestKey: 'guest',
	guestName: 'Bob',
});
const fail = (changes: object = {}): Order => ({
	is: 'fail',
	stay: STAY,
	error: new Error('no'),
	...changes,
});
const leave = (changes: object = {}): Order => ({
	is: 'leave',
	stay: STAY,
	why: toProblem('outdated'),
	...changes,
});
const rows = (orders: readonly Order[]): OrderOfItems[] =>
	orders.map((order, item) => ({ items: [item], order }));

const OPEN = grantFixture({ name: 'Ann', placeNames: ['A', 'B'] });
const NAMELESS = grantFixture({ name: '4711', person: undefined });
const OTHERS = grantFixture({ key: { ...OPEN.key, reservationKey: '4712' } });
const WITHOUT_ROOM = fail({ hasNoRoom: true });
const BLOCK = leave({ noStay: "'Status' is 'block'" });
it.each<[string, Order, Grant[], string | undefined]>([
	[
		'its room for a while',
		WITHOUT_ROOM,
		[OPEN, OPEN, grantFixture({ name: 'Eve', placeNames: ['B', 'C'] })],
		'The booking names no room now, so the access of Ann, Eve to A, B, C stays as it is',
	],
	[
		'its room, of a guest without a name',
		WITHOUT_ROOM,
		[NAMELESS],
		'The booking names no room now, so the access of the guest to A stays as it is',
	],
	[
		'the guest to a block',
		BLOCK,
		[OPEN],
		"'Status' is 'block', so the booking is no stay now, but Ann can still open A, B",
	],
	['its room before it had access', WITHOUT_ROOM, [OTHERS], undefined],
	['the guest to a block before it had access', BLOCK, [], undefined],
	['what makes it readable', fail(), [OPEN], undefined],
	['against a later change', leave(), [OPEN], undefined],
])('the access of a booking that loses %s', (_what, order, open, reason) => {
	const [kept] = keepingAccess(rows([order]), open);
	if (reason === undefined) expect(kept?.order).toBe(order);
	else expect(kept?.order).toMatchObject({ is: 'leave', why: { reason } });
});

const ANN = {
	access_grant_key: 'reservation:b',
	name: 'Ann',
	space_ids: ['a'],
	starts_at: '2030-06-16T15:00:00Z',
	ends_at: '2030-06-18T11:00:00Z',
};
const UNREADABLE = fail({ stay: { ...STAY, prefix: '' } });
const RUNNING = { starts_at: '2030-06-01T15:00:00Z' };
it.each<[string, WireObject, Order[], Order[], number]>([
	['of another reservation', {}, [give()], [], 1],
	['without an end', { ends_at: null }, [give()], [], 1],
	['that is over', { ...RUNNING, ends_at: '2030-06-15T12:00:00Z' }, [give()], [], 0],
	['that begins when this one ends', { starts_at: BOOKED.endsAt }, [give()], [], 0],
	['that this list moves to another room', {}, [give(), give('b', { spaceIds: ['c'] })], [], 0],
	['that this list cancels', {}, [give(), end('b')], [], 0],
	['that this list lacks', {}, [give()], [end('b')], 0],
	['that this list cannot read', {}, [give(), fail({ stay: keyOf('b') })], [], 1],
	['of another system', { access_grant_key: 'mews:b' }, [give()], [], 1],
	['of staff', { access_grant_key: 'plumber' }, [give(), UNREADABLE], [], 0],
	[
		'that carries the key of a reservation alone',
		{ access_grant_key: null, reservation_key: 'b' },
		[give()],
		[],
		1,
	],
	['without a key', { access_grant_key: null }, [give()], [], 0],
])('whether the access %s is said to overlap', (_what, changes, orders, further, count) => {
	const grants = { listed: () => [{ ...ANN, ...changes }] };
	const run = { grants, nowMs: NOW_MS } as unknown as ReservationRun;
	const problems = toRun(run, rows(orders), further).roomStays.problemsOf(
		toRoomStay('4711', BOOKED),
	);
	expect(problems).toHaveLength(count);
});

const OVER = { endsAt: new Date(NOW_MS).toISOString() };
it.each<[string, Order, WireObject[]]>([
	['to give', give(), [{ spaceIds: ['a'], guestKey: 'guest', isListEnough: true }]],
	[
		'of a stay that is over',
		give('4711', OVER),
		[{ spaceIds: [], guestKey: 'guest', isListEnough: true }],
	],
	['to end', end(), [{ spaceIds: [], guestKey: 'guest' }]],
	['to keep', WITHOUT_ROOM, [{ spaceIds: [], isListEnough: true }]],
	['of a block', BLOCK, [{ spaceIds: [], isListEnough: true }]],
	['of what names no reservation', fail({ hasNoRoom: true, stay: keyOf('') }), []],
	['of what cannot be read', fail(), []],
])('what is read of the access %s', (_what, order, expected) => {
	expect(toRead(order, NOW_MS)).toEqual(
		expected.map((one) => ({ ...one, key: expect.objectContaining(STAY) })),
	);
});

it.each<[string, Order, object, boolean]>([
	['a later change is known', give(), { isOutdated: () => true }, true],
	['it was canceled by a call since', end(), { calledAtMs: NOW_MS + 1 }, true],
	['a call was before the list', give(), { calledAtMs: NOW_MS }, false],
	['it is left anyway', leave(), { isOutdated: () => true }, false],
])('once it is its turn, an order is outdated if %s', (_what, order, changes, expected) => {
	const { calledAtMs = 0, ...known }: { calledAtMs?: number } = changes;
	const lastChanges = {
		isOutdated: () => false,
		wasAppliedSince: (_stay: unknown, atMs: number) => calledAtMs > atMs,
		...known,
	};
	const run = { lastChanges, listReadAtMs: NOW_MS } as unknown as ReservationRun;
	expect(askedAgain(run, order)).toEqual(
		expected
			? { is: 'leave', stay: order.stay, why: toProblem('outdated'), guestName: 'Bob' }
			: order,
	);
	const call = { ...run, listReadAtMs: undefined };
	expect(askedAgain(call, order) === order).toBe(!('isOutdated' in known) || order.is === 'leave');
});

it('a room found only by its name is said once, beside what else is expected', () => {
	const [first, known] = ['Room 4', 'Room 5'].map((room) => ({
		room,
		problem: toProblem('room_found_by_name', { room }),
	}));
	const expected = [toProblem('no_pin')];
	const order = { ...give(), rooms: { spaces: [], names: [], byName: [first, known] } } as Give;
	const run = { isFirstByName: (room: string) => room === 'Room 4' } as unknown as ReservationRun;
	expect(withRoomsByName(run, order).expected).toEqual([first?.problem]);
	expect(withRoomsByName(run, { ...order, expected }).expected).toEqual([
		...expected,
		first?.problem,
	]);
});

const DAYS = { arrival: { day: '2030-06-14' }, departure: { day: '2030-06-17' } };
const ASKED = {
	is: 'give',
	stay: {
		...STAY,
		...DAYS,
		guest: { unusable: [] },
		rooms: ['suite'],
		timeZone: 'room',
		openBeforeMinutes: 0,
		closeAfterMinutes: 0,
		modes: ['code'],
	},
} as unknown as Asked;
const asking = (changes: object) => ({ ...ASKED, stay: { ...ASKED.stay, ...changes } }) as Asked;
const SUITE = { default_checkin_time: '15:00', default_checkout_time: '11:00' };

const ordersOf = async (
	asked: ReadonlyArray<Asked | undefined>,
	{ isList = true, zone, status }: { isList?: boolean; zone?: string; status?: number } = {},
) => {
	const service = answeringSend(({ endpoint }) => {
		const [, place = ''] = endpoint.split('/');
		if (status !== undefined) throw refusal(endpoint, status);
		const room = { space_id: 'a', space_key: 'suite', name: 'Suite', device_count: 0 };
		const spaces = [{ ...room, customer_data: { ...SUITE, time_zone: zone } }];
		return {
			[place]: place === 'spaces' ? spaces : [],
			pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
			ok: true,
		};
	});
	const context = {
		getTimezone: () => 'America/New_York',
		getWorkflowStaticData: () => ({}),
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node' }),
	};
	const run = itemRun(operationOf('reservation', 'syncMany'), {
		context: context as never,
		send: service.send,
	});
	return (await readOrders(run, asked, { isList })).orders.map(({ order }) => order);
};

const BERLIN = 'Europe/Berlin';
const INSTANT = { instantMs: Date.parse('2030-06-14T12:00:00Z') };
const INSTANTS = { arrival: INSTANT, departure: { instantMs: INSTANT.instantMs + 1 } };
it.each<[string, object, string | undefined, string, object]>([
	['of the room', {}, BERLIN, '13:00', { name: BERLIN, isChosen: false, setsDoors: true }],
	['of the workflow, if the room has none', {}, undefined, '19:00', { name: 'America/New_York' }],
	['of the workflow', { timeZone: 'workflow' }, BERLIN, '19:00', { isChosen: true }],
	['that is chosen', { timeZone: 'Europe/London' }, BERLIN, '14:00', { name: 'Europe/London' }],
	['with an entered check-in', { checkIn: '17:00' }, BERLIN, '15:00', {}],
	['for the departure alone', { arrival: INSTANT }, BERLIN, '12:00', { setsDoors: true }],
	['for nothing', INSTANTS, BERLIN, '12:00', { setsDoors: false }],
])('the time zone %s', async (_what, changes, zone, opens, otherTimeZone) => {
	const [order] = await ordersOf([asking(changes)], { zone });
	expect(order).toMatchObject({
		is: 'give',
		booked: { startsAt: `2030-06-14T${opens}:00.000Z`, name: '4711', spaceIds: ['a'] },
		otherTimeZone,
	});
});

it.each<[string, object, { isList?: boolean; status?: number }, string | RegExp]>([
	['an unknown room', { rooms: ['attic'] }, {}, /'attic'.* \(reservation '4711'\)/],
	['a room that the service refuses', {}, { status: 400 }, '400'],
	['a service that is down, of one booking', {}, { status: 503, isList: false }, '503'],
])('%s fails that booking alone', async (_what, changes, options, message) => {
	const [order] = await ordersOf([asking(changes)], options);
	expect(order).toMatchObject({ is: 'fail', stay: { reservationKey: '4711' } });
	expect(String((order as { error?: Error }).error?.message)).toMatch(message);
});

it.each([401, 503])('nothing of a list is compared after the answer %s', async (status) => {
	await expect(ordersOf([ASKED], { status })).rejects.toThrow();
});

it('dates with slashes have the order that others of the run show', async () => {
	const slashes = { arrival: { day: '2030-12-07', monthFirst: '2030-07-12' }, timeZone: BERLIN };
	const departure = { day: '2030-12-20', order: 'dayFirst' };
	const clear = { ...slashes, departure };
	expect(await ordersOf([undefined, asking(clear)])).toMatchObject([
		{ booked: { startsAt: '2030-12-07T14:00:00.000Z' } },
	]);
	expect(await ordersOf([asking({ ...slashes, departure: { day: '2031-01-01' } })])).toMatchObject([
		{ is: 'fail', error: { message: expect.stringContaining("(reservation '4711')") } },
	]);
});
