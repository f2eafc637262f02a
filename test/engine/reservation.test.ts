import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { call } from '../operations/dossier';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import {
	booking,
	codesOf,
	dayInDays,
	inDays,
	MAPPING,
	pinsOnLocks,
	reserve,
	upsertOn,
	writesOf,
} from '../support/service/reservations';

// What n8n adds to reservations. What is true at the door, in an item and in a message: proof/histories/.

const service = useHotelSandbox();
const upsert = upsertOn(service);

const IN_HOUSE = { arrival: inDays(-1) };
const get = async (parameters: INodeParameters = {}) =>
	(await service.run('reservation.get', { reservationKey: '4711', ...parameters })).items[0]?.json;
const changePin = async (pin: string) =>
	await service.run('reservation.changePin', {
		reservationKey: '4711',
		options: { pin, ...QUICK_CHECKS },
	});

it('counts a reservation that was changed halfway among those that the service accepted', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	service.sandbox.faults.next('/access_grants/update', { kind: 'internalError' });
	service.sandbox.faults.next(
		'/access_grants/create',
		{ kind: 'internalError' },
		{ holding: 'reservation:4712' },
	);
	// One after another, so that the first has begun when the second fails.
	const parameters = { ...MAPPING, options: { ...QUICK_CHECKS, requestsInFlight: 1 } };
	const { error } = await service.run('reservation.upsert', parameters, {
		input: [booking({ ...IN_HOUSE, rooms: 'suite' }), booking({ id: '4712', rooms: 'room-102' })],
	});
	expect([error?.message, error?.description]).toEqual([
		expect.stringContaining('Only part of the change was made'),
		expect.stringMatching(/accepted 1 of (the )?2/),
	]);
});

it('an expression that fails for one item fails all of its reservation, so that no room is lost', async () => {
	const rows = [booking(IN_HOUSE), booking({ ...IN_HOUSE, rooms: 'suite' })];
	const other = booking({ id: '4712', rooms: 'room-102' });
	await upsert([...rows, other]);
	const doors = await pinsOnLocks(service);
	service.sandbox.requests.clear();
	const { items } = await reserve(
		service,
		'syncMany',
		[rows[0] ?? {}, { ...rows[1], room: null }, { ...other, departure: inDays(14, 11) }],
		{ openBefore: "={{ $json.room === null ? $('Nowhere').item.json.id : 0 }}" },
	);
	expect(await pinsOnLocks(service)).toEqual(doors);
	expect(items.map(({ json }) => json.outcome)).toEqual(['failed', 'failed', 'updated']);
	expect(writesOf(service)).toEqual(['/access_grants/update']);
});

it.each(['get', 'changePin', 'getHistory'])(
	'%s says that there is no access',
	async (operation) => {
		await upsert([booking()]);
		service.sandbox.requests.clear();
		const { error } = await service.run(`reservation.${operation}`, { reservationKey: 'nobody' });
		expect([error?.message, writesOf(service)]).toEqual(['This reservation has no access', []]);
	},
);

it('Get reads the list of grants once for all reservations without access', async () => {
	await service.run(
		'reservation.get',
		{ reservationKey: '={{ $json.id }}' },
		{ input: ['1', '2', '3'].map((id) => ({ id })), onError: 'continueRegularOutput' },
	);
	expect(service.paths().filter((path) => path === '/access_grants/list')).toHaveLength(1);
});

it('a list that lags an hour does not hide the access that was just made from Get and Change PIN', async () => {
	const [made] = await upsert([booking({ arrival: inDays(1) })], { waitUntilIssued: true });
	service.sandbox.settings.listLagMs = 3_600_000;
	expect((await get())?.pin).toBe(made?.pin);
	const changed = await changePin('7391');
	expect([changed.error, changed.items[0]?.json.pin]).toEqual([undefined, '7391']);
});

it.each(['access_grant_busy', 'duplicate_access_code'])(
	'Change PIN leaves the old PIN on the lock if the service refuses the new one: %s',
	async (type) => {
		const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		service.sandbox.faults.always('/access_grants/request_access_methods', {
			kind: 'status',
			status: 409,
			body: { error: { type, message: 'Refused.', request_id: 'r' }, ok: false },
		});
		const { error } = await changePin('7391');
		expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [made?.pin] });
		expect(error).toMatchObject({ errorResponse: { type } });
	},
);

it('while the new room is not ready, access_grant of Get has the new room and its dates: a workflow that writes it back takes no move back', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await service.run('device.simulate', {
		deviceId: byId(hotel.devices.room103),
		simulation: 'disconnect',
	});
	const departure = inDays(12, 11);
	await upsert([booking({ ...IN_HOUSE, rooms: 'suite', departure })], { waitTimeout: 0.1 });
	expect(await get({ output: 'raw' })).toMatchObject({
		rooms: ['Room 101'],
		access_grant: { space_ids: [hotel.spaces.suite], ends_at: departure },
		problems: [{ code: 'old_access_kept' }],
	});
});

describe('the answer to a creation', () => {
	/** Answers a creation, which was done, with this access. */
	const answer = (grant: IDataObject) =>
		service.sandbox.faults.next('/access_grants/create', {
			kind: 'status',
			status: 200,
			isProcessed: true,
			body: {
				access_grant: {
					access_grant_id: hotel.accessGrants.stay101,
					access_grant_key: 'reservation:4711',
					ends_at: booking().departure,
					access_method_ids: [hotel.accessMethods.code101],
					...grant,
				},
				ok: true,
			},
		});

	it.each<[string, IDataObject]>([
		['another key', { access_grant_key: 'stay-101' }],
		['another end', { ends_at: inDays(99) }],
	])('with access of %s is said, and its PIN is shown to nobody', async (_what, grant) => {
		answer(grant);
		const [item] = await upsert([booking()], { onFailedAction: 'returnItem' });
		expect(item).toMatchObject({ outcome: 'failed', pin: null });
		expect(writesOf(service)).toEqual(['/access_grants/create']);
	});
});

it.each(['repeatsOne', 'skipsOne'] as const)(
	'pages whose boundary moves while they are read (%s) never make Sync Many change the access of a guest who stays',
	async (pageBoundary) => {
		const list = ['a', 'b', 'c'].map((id, index) =>
			booking({ id, rooms: ['room-101', 'room-102', 'suite'][index] }),
		);
		await upsert(list);
		const before = await pinsOnLocks(service);
		Object.assign(service.sandbox.settings, { pageBoundary, maxPageSize: 2 });
		const { items } = await reserve(service, 'syncMany', list, { removeGone: true });
		expect(await pinsOnLocks(service)).toEqual(before);
		const failed = items.filter(({ json }) => json.outcome === 'failed');
		expect(failed).toHaveLength(pageBoundary === 'skipsOne' ? 1 : 0);
	},
);

it('a dry run of Sync Many says of each reservation what would go wrong with its room, times, PIN and words, and writes nothing', async () => {
	const days = (from: number) => ({ arrival: inDays(from), departure: inDays(from + 1, 11) });
	const deviceOf = (id: string) =>
		service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById.get(id)?.record ?? {};
	await service.run('space.create', {
		name: 'Annex',
		deviceIds: inRows('device', hotel.devices.room104),
		additionalFields: { spaceKey: 'annex' },
	});
	Object.assign(deviceOf(hotel.devices.garage), { location: {} });
	Reflect.deleteProperty(deviceOf(hotel.devices.room102), 'can_program_online_access_codes');
	const cases: Array<[string, IDataObject, string[]]> = [
		['fine', {}, []],
		['unknown-room', { rooms: 'room-10' }, ['unknown_room']],
		['no-room', { rooms: '' }, ['no_room']],
		['no-lock', { rooms: 'empty-wing' }, ['room_without_lock']],
		['one-lock', { rooms: ['suite', 'empty-wing'], ...days(20) }, ['other_room_without_lock']],
		['offline', { rooms: 'parking' }, ['device_disconnected', 'no_time_zone']],
		['no-codes', { rooms: 'room-102' }, ['device_does_not_support_access_codes']],
		['no-time', { rooms: 'annex', arrival: '2031-01-31' }, ['no_time_of_day']],
		['no-date', { arrival: 'tomorrow' }, ['invalid_value']],
		['no-pin', { pin: 'abcd' }, ['invalid_value']],
		['unknown-word', { status: 'archived' }, ['unknown_status']],
		['no-contact', { contact: '12345', ...days(30) }, ['contact_left_out']],
	];
	service.sandbox.requests.clear();
	const { items } = await reserve(
		service,
		'syncMany',
		cases.map(([id, changes]) => booking({ id, guest: `Guest ${id}`, ...changes })),
		{ dryRun: true, pinFrom: 'given', pin: "={{ $json.pin ?? '' }}" },
	);
	expect(items.map(({ json }) => [json.reservation_key, codesOf(json)])).toEqual(
		cases.map(([id, , codes]) => [id, codes]),
	);
	expect(writesOf(service)).toEqual([]);
	const failed = items.filter(({ json }) => json.outcome === 'failed');
	expect(failed.map(({ json }) => json.reservation_key)).toEqual([
		'unknown-room',
		'no-room',
		'no-time',
		'no-date',
		'no-pin',
	]);
});

it('a room without a time zone, whose lock has none, opens at hours of the workflow, which every run says', async () => {
	const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
	for (const account of workspace?.connectedAccounts.records ?? [])
		Object.assign(account, { time_zone: undefined });
	for (const device of workspace?.devicesById.values() ?? [])
		service.sandbox.state.setDevice(device, { ...device.record, location: {} } as never);
	await call(service.sandbox, '/spaces/update', {
		space_id: hotel.spaces.room101,
		customer_data: { time_zone: null },
	});
	const stay = [
		booking({ arrival: `${dayInDays(10)}T15:00`, departure: `${dayInDays(13)}T11:00` }),
	];
	const items = [
		...(await upsert(stay, { dryRun: true })),
		...(await upsert(stay)),
		...(await upsert(stay)),
		...(await reserve(service, 'syncMany', stay)).items.map(({ json }) => json),
	];
	expect(
		items.map((item) => [item.outcome, item.time_zone, item.starts_at, codesOf(item)]),
	).toEqual(
		['created', 'created', 'unchanged', 'unchanged'].map((outcome) => [
			outcome,
			'UTC',
			inDays(10),
			['no_time_zone'],
		]),
	);
});
