import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { call } from '../operations/dossier';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	codesOf,
	grantsOf,
	inDays,
	MAPPING,
	pinsOnLocks,
	reserve,
	writesOf,
} from '../support/service/reservations';
import { until } from '../support/clock/until';

const service = useHotelSandbox();

const upsert = async (bookings: IDataObject[], options?: INodeParameters) =>
	await reserve(service, 'upsert', bookings, options);
const writes = () => writesOf(service);

describe('Create or Update', () => {
	it("returns the room's own time zone even for times with an offset", async () => {
		const { items } = await upsert([booking({ rooms: 'suite' })]);
		const { items: read } = await service.run('reservation.get', {
			reservationKey: '4711',
			output: 'selectedFields',
			outputFieldNames: ['time_zone'],
		});
		expect([...items, ...read].map(({ json }) => json.time_zone)).toEqual([
			'Atlantic/Azores',
			'Atlantic/Azores',
		]);
	});

	it("sends the service's reservation key only if a door accepts it", async () => {
		await upsert([booking(), booking({ id: '4712', rooms: 'suite' })]);
		expect(
			service
				.bodies('/access_grants/create')
				.map((body) => (body as IDataObject).reservation_key)
				.sort(),
		).toEqual(['reservation:4711', undefined]);
	});

	it('refuses rooms with an entry that has no value, and keeps the access to both rooms', async () => {
		await upsert([booking({ rooms: ['room-101', 'room-102'] })]);
		service.sandbox.requests.clear();
		const { items } = await upsert([
			booking({ rooms: ['room-101', null] }),
			booking({ rooms: ['room-101', ''] }),
			booking({ rooms: 'room-101, ' }),
		]);
		expect([items.map(({ json }) => json.error), writes()]).toEqual([
			[
				expect.stringContaining("'Rooms' must be a list of text values"),
				expect.stringContaining("An entry in 'Rooms' is empty"),
				expect.stringContaining("An entry in 'Rooms' is empty"),
			],
			[],
		]);
	});

	it('says in both items that two guests have the same room at the same time, also across executions', async () => {
		const rows = ['Ann', 'Bob'].map((guest) =>
			booking({ id: guest, guest, contact: `${guest}@example.com` }),
		);
		const codes = async (bookings: IDataObject[]) =>
			(await upsert(bookings)).items.map(({ json }) =>
				(json.problems as IDataObject[]).map(({ code }) => code),
			);
		expect(await codes(rows)).toEqual([['overlapping_stay'], ['overlapping_stay']]);
		expect(await codes(rows.slice(1))).toEqual([['overlapping_stay']]);
	});

	it('does not count the room that a guest leaves, with two versions of the stay in the same list', async () => {
		await upsert([booking()]);
		const [first, second] = [inDays(-1, 8), inDays(-1, 9)];
		const { items } = await upsert(
			[
				booking({ changedAt: first }),
				booking({ changedAt: second, rooms: 'suite' }),
				booking({ changedAt: second, id: '4712', guest: 'Bob Stone' }),
			],
			{ changedAt: '={{ $json.changedAt }}' },
		);
		expect(items.map(({ json }) => [json.outcome, codesOf(json)])).toEqual([
			['ignored', ['outdated']],
			['moved', []],
			['created', []],
		]);
	});

	it('counts a reservation that was changed halfway among those that the service accepted', async () => {
		await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
		service.sandbox.faults.next('/access_grants/update', { kind: 'internalError' });
		service.sandbox.faults.next(
			'/access_grants/create',
			{ kind: 'internalError' },
			{ holding: 'reservation:4712' },
		);
		// One after another, so that the first has begun when the second fails.
		const parameters = { ...MAPPING, options: { ...QUICK_CHECKS, requestsInFlight: 1 } };
		const { error } = await service.run('reservation.upsert', parameters, {
			input: [
				booking({ arrival: inDays(-1), rooms: 'suite' }),
				booking({ id: '4712', rooms: 'room-102' }),
			],
		});
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining('Only part of the change was made'),
			expect.stringMatching(/accepted 1 of (the )?2/),
		]);
	});

	it('gives a further guest access of their own, with a reservation key of their own, and cancels each by its key', async () => {
		const guests = [
			booking(),
			booking({ id: '4711-2', guest: 'Second Guest', contact: 'second@example.com' }),
		];
		const { items } = await upsert(guests);
		expect((await grantsOf(service)).map(({ access_grant_key: key }) => key)).toEqual([
			'reservation:4711',
			'reservation:4711-2',
		]);
		// Both guests of one booking may be in one room.
		expect(items.map(({ json }) => json.problems)).toEqual([[], []]);
		expect(await upsert([booking({ status: 'cancelled' })])).toMatchObject({
			items: [{ json: { outcome: 'ended', changes: [{ what: 'access' }] } }],
		});
		expect((await upsert(guests.slice(1))).items).toMatchObject([
			{ json: { outcome: 'unchanged', pin: items[1]?.json.pin } },
		]);
	});

	it('looks up what a few cancellations end, also if an earlier item changed a reservation, without the list of all grants', async () => {
		const guests = ['4711', '4712', '4713'].map((id) => booking({ id }));
		await upsert(guests);
		service.sandbox.requests.clear();
		const second = booking({ id: '4713-2', contact: 'second@example.com' });
		const { items } = await upsert([
			second,
			...guests.map((guest) => ({ ...guest, status: 'cancelled' })),
		]);
		expect(items.map(({ json }) => [json.outcome, (json.changes as IDataObject[]).length])).toEqual(
			[
				['created', 3],
				['ended', 1],
				['ended', 1],
				['ended', 1],
			],
		);
		const listed = service.bodies('/access_grants/list') as IDataObject[];
		const filters = ['user_identity_id', 'space_id', 'access_grant_ids'];
		expect(listed.filter((body) => !filters.some((filter) => filter in body))).toEqual([]);
	});

	it('returns the access that stays if a guest moves back before the new access was ready', async () => {
		const back = booking({ arrival: inDays(-1) });
		await upsert([back], { waitUntilIssued: true });
		service.sandbox.settings.attemptDurationMs = 60_000;
		await upsert([{ ...back, rooms: 'room-102' }], { waitTimeout: 0.1 });
		expect((await upsert([back], { waitTimeout: 0.1 })).items).toMatchObject([
			{ json: { rooms: ['Room 101'], pin: expect.any(String) } },
		]);
	});

	it('tells the host of access that ended because the stay is over by its new dates', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		const { items: given } = await upsert([booking({ arrival: inDays(-3) })]);
		const over = booking({ arrival: inDays(-3), departure: inDays(-1, 11) });
		const { items } = await upsert([over]);
		const { ends_at } = given[0]?.json ?? {};
		expect(items).toMatchObject([
			{ json: { outcome: 'ended', problems: [], ends_at, tell: 'host' } },
		]);
		expect((await upsert([over])).items).toMatchObject([{ json: { tell: 'nobody' } }]);
	});

	describe('with guests of two earlier reservations', () => {
		const alice = {
			arrival: inDays(-1),
			guest: 'Alice',
			contact: 'alice@example.com',
			key: 'guest-a',
		};
		const bob = { arrival: inDays(-1), guest: 'Bob', contact: 'bob@example.com', key: 'guest-b' };
		const options = {
			guestKey: '={{ $json.key }}',
			guestPhoneNumber: "={{ $json.phone ?? '' }}",
			waitTimeout: 0.1,
		};
		const people = async () => {
			const { items } = await service.run('userIdentity.getAll', { returnAll: true });
			return Object.fromEntries(
				items.map(({ json }) => [json.email_address, [json.full_name, json.phone_number]]),
			) as IDataObject;
		};

		it('adds a phone number to the new guest, not to the earlier one whose access is still being removed', async () => {
			const arrival = inDays(2);
			const ofStay = { ...options, guestKey: '' };
			await upsert([booking({ ...alice, arrival })], { ...ofStay, waitUntilIssued: true });
			service.sandbox.settings.attemptDurationMs = 60_000;
			await upsert([booking({ ...bob, arrival })], ofStay);
			await upsert([booking({ ...bob, arrival, phone: '+15550100042' })], ofStay);
			expect(await people()).toMatchObject({
				'alice@example.com': ['Alice', null],
				'bob@example.com': ['Bob', '+15550100042'],
			});
		});

		it('changes no person when the stay is over', async () => {
			await upsert(
				[
					booking({ ...bob, id: '4712', guest: '', arrival: inDays(30), departure: inDays(31) }),
					booking(alice),
				],
				options,
			);
			const { items } = await upsert(
				[booking({ ...bob, arrival: inDays(-3), departure: inDays(-1), phone: '+15550100042' })],
				options,
			);
			expect([items, await people()]).toMatchObject([
				[{ json: { outcome: 'ended' } }],
				{ 'alice@example.com': ['Alice', null], 'bob@example.com': [null, null] },
			]);
		});
	});

	it('returns access that needed no change as it is after waiting', async () => {
		service.sandbox.settings.attemptDurationMs = 500;
		await upsert([booking({ arrival: inDays(-1) })]);
		const { items } = await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
		expect(items).toMatchObject([
			{
				json: {
					outcome: 'unchanged',
					is_ready: true,
					access_grant: { access_methods: [{ is_issued: true }] },
				},
			},
		]);
	});

	it('does not wait for a stay that is over', async () => {
		await upsert([booking({ arrival: inDays(-1) })]);
		await upsert([booking({ arrival: inDays(-3), departure: inDays(-2) })]);
		service.sandbox.requests.clear();
		await upsert([booking({ arrival: inDays(-3), departure: inDays(-2) })], {
			waitUntilIssued: true,
		});
		expect(service.paths()).not.toContain('/access_methods/list');
	});

	it('names a room once that the list names twice', async () => {
		const { items } = await upsert([booking({ rooms: 'room-101, room-101' })]);
		expect([items, service.bodies('/access_grants/create')]).toMatchObject([
			[{ json: { changes: [{ after: ['Room 101'] }, {}, {}] } }],
			[{ space_ids: { length: 1 } }],
		]);
	});

	it('changes nothing if the access cannot be read', async () => {
		await upsert([booking()]);
		service.sandbox.requests.clear();
		service.sandbox.faults.next(
			'/access_grants/get_related',
			{ kind: 'internalError' },
			{ times: 20 },
		);
		const { items } = await upsert([booking({ departure: inDays(15, 11) })], { maxRetries: 0 });
		expect([items[0]?.json.error !== undefined, writes()]).toEqual([true, []]);
	});
});

describe('Delete, Get, Get Many and Change PIN', () => {
	it('Get Many does not list access that is being deleted, because it opens nothing', async () => {
		await upsert([booking()]);
		await service.run('reservation.delete', { reservationKey: '4711' });
		expect((await service.run('reservation.getAll', { returnAll: true })).items).toEqual([]);
	});

	it.each(['get', 'changePin'])('%s says that there is no access', async (operation) => {
		const { error } = await service.run(`reservation.${operation}`, { reservationKey: 'nobody' });
		expect([error?.message, writes()]).toEqual(['This reservation has no access', []]);
	});

	it('Change PIN requests no PIN for a stay that is over', async () => {
		const endsMs = Date.now() + 500;
		await call(service.sandbox, '/access_grants/create', {
			user_identity: { full_name: 'Guest', email_address: 'guest@example.com' },
			access_grant_key: 'reservation:4711',
			space_ids: [hotel.spaces.suite],
			requested_access_methods: [{ mode: 'code' }],
			starts_at: inDays(-1),
			ends_at: new Date(endsMs).toISOString(),
		});
		await until(() => Date.now() >= endsMs);
		service.sandbox.requests.clear();
		const { error } = await service.run('reservation.changePin', { reservationKey: '4711' });
		expect([error?.message, writes()]).toEqual(['This reservation has no access', []]);
	});
});

const REQUEST_METHODS = '/access_grants/request_access_methods';
const conflict = (type: string) =>
	({
		kind: 'status',
		status: 409,
		body: { error: { type, message: 'Refused.', request_id: 'r' }, ok: false },
	}) as const;

describe('Change PIN', () => {
	const changePin = async (pin: string, options: INodeParameters = {}) =>
		await service.run('reservation.changePin', {
			reservationKey: '4711',
			options: { pin, ...QUICK_CHECKS, ...options },
		});
	const get = async () =>
		(await service.run('reservation.get', { reservationKey: '4711' })).items[0]?.json;

	it('leaves the stay ready, and not at risk', async () => {
		await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
		await changePin('7391');
		await until(async () => (await get())?.is_ready === true);
		expect(await get()).toMatchObject({ is_ready: true, pin: '7391' });
		expect(
			(await service.run('reservation.getAll', { returnAll: true, filters: { atRiskOnly: true } }))
				.items,
		).toEqual([]);
	});

	it('says that the guest has no PIN if the new one is refused after the old one was removed, and finishes when executed again', async () => {
		await upsert([booking()], { waitUntilIssued: true });
		service.sandbox.faults.next(REQUEST_METHODS, conflict('access_method_exists'));
		service.sandbox.faults.next(REQUEST_METHODS, { kind: 'internalError' });
		const { error } = await changePin('7391', { waitTimeout: 1 });
		expect(error?.message).toContain('The guest may have no PIN now');
		const { items } = await changePin('7391', { waitTimeout: 0.1 });
		expect(items).toMatchObject([{ json: { outcome: 'updated', pin: '7391' } }]);
	});

	it('keeps the old PIN if the new one is taken', async () => {
		const {
			items: [made],
		} = await upsert([booking()], { waitUntilIssued: true });
		service.sandbox.faults.next(REQUEST_METHODS, conflict('duplicate_access_code'));
		const { error } = await changePin('7391');
		expect(error).toMatchObject({ errorResponse: { type: 'duplicate_access_code' } });
		expect([(await get())?.pin, writes().filter((path) => path.endsWith('/delete'))]).toEqual([
			made?.json.pin,
			[],
		]);
	});

	it.each(['access_grant_busy', 'conflict'])(
		'leaves the old PIN on the lock after a conflict that says nothing of a second PIN (%s)',
		async (type) => {
			const {
				items: [made],
			} = await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
			service.sandbox.faults.always(REQUEST_METHODS, conflict(type));
			const { error } = await changePin('7391');
			expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [made?.json.pin] });
			expect(error).toMatchObject({ errorResponse: { type } });
		},
	);

	it('waits for the first PIN of a new grant, so that only one works', async () => {
		service.sandbox.settings.accessMethodsMade = 'afterwards';
		await upsert([booking()]);
		await changePin('7391');
		const pins = async () =>
			(
				(await service.run('reservation.get', { reservationKey: '4711', output: 'raw' })).items[0]
					?.json.access_grant as IDataObject
			).access_methods as IDataObject[];
		expect((await pins()).map(({ code }) => code)).toEqual(['7391']);
	});

	it('replaces a PIN together with the backup code that one lock uses instead', async () => {
		const {
			items: [made],
		} = await upsert([booking({ rooms: 'suite' })], { waitUntilIssued: true });
		const grantId = String(made?.json.access_grant_id);
		const { items: codes } = await service.run('accessCode.getAll', {
			devices: 'accessGrant',
			accessGrantId: byId(grantId),
			returnAll: true,
		});
		const code = codes.find(({ json }) => json.device_id === hotel.devices.frontDoor);
		await service.run('accessCode.pullBackupAccessCode', {
			accessCodeId: byId(String(code?.json.access_code_id)),
		});
		service.sandbox.requests.clear();
		const { items } = await changePin('7391');
		expect([
			items[0]?.json.outcome,
			items[0]?.json.pin,
			service.bodies(REQUEST_METHODS).length,
		]).toEqual(['updated', '7391', 1]);
	});
});

it('Get reads the list of grants once for all reservations without access', async () => {
	await service.run(
		'reservation.get',
		{ reservationKey: '={{ $json.id }}' },
		{ input: ['1', '2', '3'].map((id) => ({ id })), onError: 'continueRegularOutput' },
	);
	expect(service.paths().filter((path) => path === '/access_grants/list')).toHaveLength(1);
});

describe('Get Many', () => {
	it('shows at risk only those whose guest could be locked out, with reason and remedy', async () => {
		await upsert([
			booking({ arrival: inDays(-1) }),
			booking({ id: '4712', rooms: 'parking', arrival: inDays(-1) }),
		]);
		await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
		const { items } = await service.run('reservation.getAll', {
			returnAll: true,
			filters: { atRiskOnly: true },
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				reservation_key: '4712',
				is_ready: false,
				problems: expect.arrayContaining([
					expect.objectContaining({
						code: 'device_disconnected',
						reason: expect.stringContaining('Garage'),
						remedy: expect.any(String),
						keeps_door_closed: true,
					}),
				]),
			},
		]);
	});
});

it("leaves another system's access as it is, also if the guest, the room and the reservation are the same", async () => {
	const readOther = async () =>
		(await service.run('accessGrant.get', { findBy: 'key', accessGrantKey: 'stay-101' })).items[0]
			?.json;
	const before = await readOther();
	const { items } = await service.run('userIdentity.get', {
		userIdentityId: byId(String(before?.user_identity_id)),
	});
	const same = booking({
		id: 'stay-101',
		guest: items[0]?.json.full_name ?? 'Guest',
		contact: items[0]?.json.email_address ?? '',
		arrival: inDays(-1),
	});
	const [made, moved, ended] = [
		await upsert([same]),
		await upsert([{ ...same, rooms: 'room-102' }]),
		await upsert([{ ...same, status: 'cancelled' }]),
	].map((run) => run.items[0]?.json.outcome);
	expect([made, moved, ended]).toEqual(['created', 'moved', 'ended']);
	expect(await readOther()).toEqual(before);
});
