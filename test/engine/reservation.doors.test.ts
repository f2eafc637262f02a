import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import {
	booking,
	codesOf,
	endingSoon,
	inDays,
	pinsOnLocks,
	reserve,
	upsertOn,
	writesOf,
} from '../support/service/reservations';
import { until } from '../support/clock/until';

// What is true at the door stands first in each test: which lock takes which PIN.

const service = useHotelSandbox();

const upsert = upsertOn(service);
const doors = async () => await pinsOnLocks(service);

const makeSpace = async (spaceKey: string, ...devices: string[]) =>
	await service.run('space.create', {
		name: spaceKey,
		deviceIds: inRows('device', ...devices),
		additionalFields: { spaceKey },
	});

const TOMORROW = { arrival: inDays(1) };
const IN_HOUSE = { arrival: inDays(-1) };
const ANOTHER = { id: '4712', guest: 'Bob', contact: 'bob@example.com' };
const given = (pin: string): INodeParameters => ({ pinFrom: 'given', pin });

const status = (code: number, type: string, message: string): Fault => ({
	kind: 'status',
	status: code,
	body: { error: { type, message, request_id: 'r' }, ok: false },
});
const CREATE = '/access_grants/create';

describe('new access for a change of rooms', () => {
	it.each<[number, string, string]>([
		[401, 'unauthorized', 'The key has no such right to spaces.'],
		[403, 'forbidden', 'The key has no such right to spaces.'],
		[409, 'busy', 'Another change is under way.'],
	])(
		'that the service refuses (%d %s) changes nothing, and fails as what it is',
		async (...answer) => {
			const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
			service.sandbox.requests.clear();
			service.sandbox.faults.always(CREATE, status(...answer));
			const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], { maxRetries: 0 });
			expect(await doors()).toEqual({ 'Room 101': [made?.pin] });
			expect([moved?.error, new Set(writesOf(service))]).toEqual([
				expect.not.stringContaining('keys'),
				new Set([CREATE]),
			]);
		},
	);

	it.each<[string, Fault | undefined, string, IDataObject]>([
		['is restored', undefined, 'access_restored', { 'Room 101': ['5001'] }],
		[
			'is restored, without an answer',
			{ kind: 'cut', isProcessed: true },
			'access_restored',
			{ 'Room 101': ['5001'] },
		],
		['is missing, and the item says so', status(500, 'x', 'x'), 'no_access', {}],
	])(
		'that needs the old access to end first and then fails: the old one %s',
		async (_what, again, code, expected) => {
			await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
			service.sandbox.faults.next(CREATE, status(409, 'x', 'A reservation has one access grant.'));
			service.sandbox.faults.next(CREATE, status(500, 'x', 'x'));
			if (again) service.sandbox.faults.next(CREATE, again);
			const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], {
				maxRetries: 0,
				onFailedAction: 'returnItem',
			});
			expect(await doors()).toEqual(expected);
			expect([moved?.outcome, codesOf(moved)]).toEqual([
				'failed',
				expect.arrayContaining(['failed', code]),
			]);
		},
	);
});

it('access that could not be ended first is not said to have ended', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	service.sandbox.faults.next(CREATE, status(409, 'x', 'A reservation has one access grant.'));
	service.sandbox.faults.always('/access_grants/delete', status(403, 'forbidden', 'x'));
	const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], {
		maxRetries: 0,
		onFailedAction: 'returnItem',
	});
	expect(await doors()).toEqual({ 'Room 101': [made?.pin] });
	expect(codesOf(moved)).toEqual(['failed']);
});

it('access that the service answers in place of the restored one is not shown, and its PIN neither', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	service.sandbox.faults.next(CREATE, status(409, 'x', 'A reservation has one access grant.'));
	service.sandbox.faults.next(CREATE, status(500, 'x', 'x'));
	service.sandbox.faults.next(CREATE, {
		kind: 'status',
		status: 200,
		body: {
			access_grant: {
				access_grant_id: hotel.accessGrants.stay101,
				access_grant_key: 'stay-101',
				access_method_ids: [hotel.accessMethods.code101],
			},
			ok: true,
		},
	});
	const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], {
		maxRetries: 0,
		onFailedAction: 'returnItem',
	});
	expect(codesOf(moved)).toContain('no_access');
	expect(moved).toMatchObject({ outcome: 'failed', pin: null, access_grant: null });
});

it('a card that is no longer wanted puts nobody at risk', async () => {
	const cards = () =>
		service.sandbox.state.workspaces
			.get(workspaceIds.main)
			?.access.accessMethods.records.filter(({ mode }) => mode === 'card').length;
	const before = cards();
	await upsert([booking(TOMORROW)], { accessMethods: ['code', 'card'], waitUntilIssued: true });
	await upsert([booking(TOMORROW)], { accessMethods: ['code'] });
	await until(() => cards() === before);
	jest.useFakeTimers({
		now: Date.now() + 11 * 60_000,
		doNotFake: [
			'nextTick',
			'setImmediate',
			'setTimeout',
			'setInterval',
			'clearTimeout',
			'clearInterval',
			'queueMicrotask',
			'performance',
		],
	});
	try {
		const { items } = await service.run('reservation.getAll', {
			returnAll: true,
			filters: { atRiskOnly: true },
		});
		expect(items).toEqual([]);
	} finally {
		jest.useRealTimers();
	}
});

it('waits only so long for the old PIN to be off a door that stays', async () => {
	await upsert([booking(TOMORROW)], { waitUntilIssued: true });
	service.sandbox.settings.attemptDurationMs = 60_000;
	const rooms = 'room-101, suite';
	const [moved] = await upsert([booking({ ...TOMORROW, rooms })], { waitTimeout: 0.1 });
	expect([moved?.outcome, moved?.is_ready]).toEqual(['moved', false]);
});

it('a former room that is still open is named by Get, gets a new PIN too, and ends by itself once the new room is ready', async () => {
	const simulate = async (simulation: string) =>
		await service.run('device.simulate', { deviceId: byId(hotel.devices.room103), simulation });
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await simulate('disconnect');
	await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], { waitTimeout: 0.1 });
	expect((await doors())['Room 101']).toEqual([made?.pin]);
	const { items } = await service.run('reservation.get', { reservationKey: '4711', output: 'raw' });
	expect(codesOf(items[0]?.json)).toContain('old_access_kept');
	const changePin = async () =>
		await service.run('reservation.changePin', {
			reservationKey: '4711',
			options: { pin: '7391', ...QUICK_CHECKS, waitTimeout: 0.2 },
		});
	await changePin();
	expect((await doors())['Room 101']).toEqual(['7391']);
	await simulate('connect');
	await changePin();
	await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })]);
	expect((await doors())['Front Door']).toEqual(['7391']);
	expect(await endingSoon(service)).toEqual([[hotel.spaces.room101]]);
});

it('Change PIN to the PIN that the guest has leaves it on every lock', async () => {
	await upsert([booking({ ...TOMORROW, rooms: 'suite' })], {
		...given('7391'),
		waitUntilIssued: true,
	});
	const before = await doors();
	const { items } = await service.run('reservation.changePin', {
		reservationKey: '4711',
		options: { pin: '7391', ...QUICK_CHECKS },
	});
	expect(await doors()).toEqual(before);
	expect([items[0]?.json.outcome, items[0]?.json.changes]).toEqual(['unchanged', []]);
});

it('a new PIN that an earlier execution could not finish is said to be changed by the next one', async () => {
	await upsert([booking(TOMORROW)], { waitUntilIssued: true });
	service.sandbox.faults.next('/access_methods/delete', { kind: 'status', status: 400, body: '' });
	const changePin = async () =>
		(await service.run('reservation.changePin', { reservationKey: '4711', options: QUICK_CHECKS }))
			.items[0]?.json;
	await changePin();
	const changed = await changePin();
	expect(await doors()).toEqual({ 'Room 101': [changed?.pin] });
	expect([changed?.outcome, changed?.changes]).toMatchObject(['updated', [{ what: 'pin' }]]);
});

describe('a list that lags an hour', () => {
	it('does not hide the access that was just made from Get and Change PIN', async () => {
		const [made] = await upsert([booking(TOMORROW)], { waitUntilIssued: true });
		service.sandbox.settings.listLagMs = 3_600_000;
		const key = { reservationKey: '4711' };
		const got = await service.run('reservation.get', key);
		expect(got.items[0]?.json.pin).toBe(made?.pin);
		const changed = await service.run('reservation.changePin', {
			...key,
			options: { pin: '7391', ...QUICK_CHECKS },
		});
		expect([changed.error, changed.items[0]?.json.pin]).toEqual([undefined, '7391']);
	});

	it('does not keep a guest who books again after a cancellation from getting access', async () => {
		await upsert([booking(TOMORROW)], { waitUntilIssued: true });
		await upsert([booking({ ...TOMORROW, status: 'cancelled' })]);
		service.sandbox.settings.listLagMs = 3_600_000;
		const [again] = await upsert([booking(TOMORROW)], { waitUntilIssued: true });
		expect(again?.outcome).toBe('created');
		expect(await doors()).toEqual({ 'Room 101': [again?.pin] });
	});
});

it.each(['repeatsOne', 'skipsOne'] as const)(
	'pages whose boundary moves while they are read (%s) never make Sync Many change the access of a guest who stays',
	async (pageBoundary) => {
		const list = ['a', 'b', 'c'].map((id, index) =>
			booking({ ...TOMORROW, id, rooms: ['room-101', 'room-102', 'suite'][index] }),
		);
		await upsert(list);
		const before = await doors();
		Object.assign(service.sandbox.settings, { pageBoundary, maxPageSize: 2 });
		const { items } = await reserve(service, 'syncMany', list, { removeGone: true });
		expect(await doors()).toEqual(before);
		const isMissed = ({ json }: (typeof items)[number]) => json.outcome === 'failed';
		expect(items.filter(isMissed)).toHaveLength(pageBoundary === 'skipsOne' ? 1 : 0);
	},
);

describe('the answer to a creation', () => {
	const answer = (changes: IDataObject): Fault => ({
		kind: 'status',
		status: 200,
		isProcessed: true,
		body: {
			access_grant: {
				access_grant_id: hotel.accessGrants.stay101,
				access_grant_key: 'reservation:4711',
				starts_at: TOMORROW.arrival,
				ends_at: booking().departure,
				access_method_ids: [hotel.accessMethods.code101],
				...changes,
			},
			ok: true,
		},
	});

	it.each<[string, IDataObject]>([
		['another key', { access_grant_key: 'stay-101' }],
		['another end', { ends_at: inDays(99) }],
		['no end', { ends_at: null }],
	])(
		'with %s is said, shows no PIN of others, and ends no access of others',
		async (_what, changes) => {
			const others = await service.run('accessGrant.get', {
				accessGrantId: { __rl: true, mode: 'id', value: hotel.accessGrants.stay101 },
				output: 'raw',
			});
			service.sandbox.faults.next(CREATE, answer(changes));
			const [item] = await upsert([booking(TOMORROW)], { onFailedAction: 'returnItem' });
			const after = await service.run('accessGrant.get', {
				accessGrantId: { __rl: true, mode: 'id', value: hotel.accessGrants.stay101 },
				output: 'raw',
			});
			expect(after.items).toEqual(others.items);
			expect([item?.outcome, item?.pin, codesOf(item)]).toEqual([
				'failed',
				null,
				expect.arrayContaining(['failed']),
			]);
			expect(writesOf(service)).toEqual([CREATE]);
		},
	);
});

describe('a key that does not open every door of the rooms', () => {
	const KEY = { accessMethods: ['mobile_key'], waitUntilIssued: true };
	const both = { rooms: 'room-101, room-102' };
	/** The problems about doors, the readiness, and whether the guest may get a message. */
	const said = (item: IDataObject | undefined) => ({
		closed: ((item?.problems ?? []) as IDataObject[])
			.filter(({ code }) => code === 'door_not_opened')
			.map(({ reason, keeps_door_closed: isClosed }) => [reason, isClosed]),
		is_ready: item?.is_ready,
		hasMessage: typeof item?.message_key === 'string',
	});
	const LOCKED_OUT = {
		closed: [['The mobile key does not open Room 101, Room 102', true]],
		is_ready: false,
		hasMessage: false,
	};

	it('is a problem in each operation, so that the guest gets no message; At Risk Only finds the stay', async () => {
		const [made] = await upsert([booking(both)], KEY);
		expect(said(made)).toEqual(LOCKED_OUT);
		const [again] = await upsert([booking(both)], KEY);
		expect([again?.outcome, said(again)]).toEqual(['unchanged', LOCKED_OUT]);
		const synced = await reserve(service, 'syncMany', [booking(both)], KEY);
		expect(said(synced.items[0]?.json)).toEqual(LOCKED_OUT);
		const read = await service.run('reservation.get', { reservationKey: '4711' });
		expect(said(read.items[0]?.json)).toEqual(LOCKED_OUT);
		const listed = await service.run('reservation.getAll', { filters: { atRiskOnly: true } });
		expect(listed.items.map(({ json }) => json.reservation_key)).toEqual(['4711']);
	});

	it('takes one more request for each kind of key, whatever the number of stays, and none for PINs', async () => {
		const stays = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				booking({
					id: `s-${index}`,
					arrival: inDays(10 + 5 * index),
					departure: inDays(12 + 5 * index, 11),
				}),
			);
		await upsert(stays(3), KEY);
		service.sandbox.requests.clear();
		const unchanged = await reserve(service, 'syncMany', stays(3), {
			accessMethods: ['mobile_key'],
		});
		expect(unchanged.items.map(({ json }) => said(json).closed.length)).toEqual([1, 1, 1]);
		expect(service.paths().filter((path) => path === '/access_methods/get_related')).toHaveLength(
			1,
		);
		service.sandbox.requests.clear();
		await upsert([booking({ id: 'pin', rooms: 'suite' })], { waitUntilIssued: true });
		expect(service.paths()).not.toContain('/access_methods/get_related');
	});
});

it('access methods that do not fit the rooms are named with the rooms', async () => {
	const [made] = await upsert([booking({ rooms: 'parking, empty-wing' })], {
		accessMethods: ['code', 'mobile_key'],
	});
	expect(made?.problems).toContainEqual(
		expect.objectContaining({
			code: 'cannot_create_requested_access_methods',
			reason: expect.stringMatching(/No mobile key fits Parking, Empty Wing$/),
		}),
	);
});

it('a stay with a door of another room names the PIN of that door, also if both rooms are changed together', async () => {
	const code = '7391';
	await makeSpace('next-door', hotel.devices.room103);
	await service.run('accessCode.create', { deviceId: byId(hotel.devices.room103), code });
	const list = [
		booking({ ...IN_HOUSE, rooms: 'room-101, next-door', pin: code }),
		booking({ ...IN_HOUSE, ...ANOTHER, rooms: 'suite', pin: '' }),
	];
	const options = {
		pinFrom: 'given',
		pin: '={{ $json.pin }}',
		waitUntilIssued: true,
	};
	const [first] = await upsert(list, options);
	const { 'Room 103': onRoom103 = [] } = await doors();
	expect(onRoom103).not.toContain(code);
	const pins = (first?.pins ?? []) as IDataObject[];
	expect(pins.map(({ door }) => door)).toEqual(['Room 103']);
	expect(onRoom103).toContain(pins[0]?.pin);
	expect((await upsert(list, options))[0]?.message_key).toBe(first?.message_key);
});
