import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { call } from '../operations/dossier';
import {
	ARRIVAL_AT,
	BOOKED_AT,
	DAY_MS,
	DEPARTURE_AT,
	HOUR_MS,
	IN_HOUSE,
	iso,
	useMovedHotel,
} from '../support/service/movedHotel';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();

/** What *Get* says about the openings of a stay. */
const entries = async (options: INodeParameters = {}, reservationKey = '4711') => {
	const { items, error } = await service.run('reservation.get', {
		reservationKey,
		options: { includeEntries: true, ...options },
	});
	if (error) throw error;
	const { first_entry_at, last_entry_at, never_entered } = items[0]?.json ?? {};
	return [first_entry_at, last_entry_at, never_entered];
};
const NEVER = [null, null, true];

/** The reservations that *Get Many* returns with filters. */
const found = async (filters: INodeParameters, options: INodeParameters = {}) => {
	const { items, error } = await service.run('reservation.getAll', {
		returnAll: true,
		filters,
		options,
	});
	if (error) throw error;
	return items.map(({ json }) => json);
};
const keysOf = (items: IDataObject[]) => items.map(({ reservation_key: key }) => key).sort();

it('tells when a guest came, from the arrival until the departure', async () => {
	const { pin } = await service.upsert();
	expect(await entries()).toEqual(NEVER);
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	expect(await entries()).toEqual(NEVER);
	await service.typeIn(room103, '0000');
	expect(await entries()).toEqual(NEVER);
	await service.typeIn(frontDoor, pin);
	const once = iso(ARRIVAL_AT + HOUR_MS);
	expect(await entries()).toEqual([once, once, false]);
	await service.moveTo(ARRIVAL_AT + DAY_MS);
	await service.typeIn(room103, pin);
	expect(await entries()).toEqual([once, iso(ARRIVAL_AT + DAY_MS), false]);
	// The service no longer lists the codes.
	await service.moveTo(DEPARTURE_AT + 100 * DAY_MS);
	expect(await entries()).toEqual([null, null, null]);
});

it('tells of no other guest of a reservation that something else made', async () => {
	service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
	for (const name of ['Ann', 'Bob']) {
		await call(service.sandbox, '/access_grants/create', {
			user_identity: { full_name: name, email_address: `${name}@example.com` },
			space_ids: [hotel.spaces.suite],
			reservation_key: 'HM-1',
			requested_access_methods: [{ mode: 'code' }],
			starts_at: IN_HOUSE.arrival,
			ends_at: iso(DEPARTURE_AT),
		});
		await service.moveTo(service.now() + HOUR_MS);
	}
	const [ann] = (await found({})).filter(({ guest_name: name }) => name === 'Ann');
	await service.typeIn(room103, ann?.pin);
	expect(await entries({}, 'HM-1')).toEqual(NEVER);
	const { items } = await service.run('reservation.getHistory', { reservationKey: 'HM-1' });
	expect(items.map(({ json }) => json.guest_name)).toContain('Bob');
	expect(items.map(({ json }) => json.what)).not.toContain('entry');
});

it('fails if the events cannot be read', async () => {
	await service.upsert();
	service.sandbox.faults.always('/events/list', { kind: 'status', status: 500, body: {} });
	await expect(entries({ maxRetries: 0 })).rejects.toMatchObject({ httpCode: '500' });
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await expect(found({ notYetArrived: true }, { maxRetries: 0 })).rejects.toMatchObject({
		httpCode: '500',
	});
});

it('lists those who should be here and have not come', async () => {
	const dates = { ...IN_HOUSE, departure: iso(BOOKED_AT + 5 * DAY_MS) };
	const { pin } = await service.upsert({ ...dates, id: 'came' });
	await service.upsert({ ...dates, id: 'absent', rooms: 'room-102' });
	await service.upsert({ id: 'later', rooms: 'room-101' });
	await service.upsert({
		...dates,
		id: 'gone',
		rooms: 'room-101',
		departure: iso(BOOKED_AT + HOUR_MS),
	});
	await service.moveTo(BOOKED_AT + 2 * HOUR_MS);
	await service.typeIn(room103, pin);
	const items = await found({ notYetArrived: true });
	expect(items).toMatchObject([
		{ reservation_key: 'absent', first_entry_at: null, last_entry_at: null, never_entered: true },
	]);
	expect(keysOf(await found({ notYetArrived: true, includePast: true }))).toEqual(['absent']);
	expect(keysOf(await found({ notYetArrived: true, atRiskOnly: true }))).toEqual([]);
});

it('finds who stays in a room between two times', async () => {
	const at = (days: number) => iso(BOOKED_AT + days * DAY_MS);
	await service.upsert({ id: 'before', rooms: 'room-101', arrival: at(1), departure: at(3) });
	await service.upsert({ id: 'within', rooms: 'room-101', arrival: at(3), departure: at(5) });
	await service.upsert({ id: 'after', rooms: 'room-101', arrival: at(6), departure: at(8) });
	await service.upsert({ id: 'elsewhere', arrival: at(3), departure: at(5) });
	const between = {
		roomId: hotel.spaces.room101,
		arrivesBefore: at(5.5),
		departsAfter: at(3),
	};
	expect(keysOf(await found(between))).toEqual(['within']);
	expect(keysOf(await found({ roomId: hotel.spaces.room101 }))).toEqual([
		'after',
		'before',
		'within',
	]);
	await service.moveTo(BOOKED_AT + 20 * DAY_MS);
	expect(keysOf(await found(between))).toEqual(['within']);
	expect(keysOf(await found({ roomId: hotel.spaces.room101 }))).toEqual([]);
});

it('Get History tells a whole stay, in its order, without its PIN', async () => {
	await service.upsert();
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const { pin } = await service.upsert({ departure: iso(DEPARTURE_AT + DAY_MS) });
	await service.moveTo(ARRIVAL_AT - 4 * HOUR_MS);
	await service.setOnline(room103, false);
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	await service.setOnline(room103, true);
	for (const [deviceId, hours] of [
		[frontDoor, 1],
		[room103, 2],
		[frontDoor, 24],
	] as const) {
		await service.moveTo(ARRIVAL_AT + hours * HOUR_MS);
		await service.typeIn(deviceId, pin);
	}
	const { items: read } = await service.run('reservation.getHistory', {
		reservationKey: '4711',
		returnAll: true,
	});
	const items = read.map(({ json }) => json);
	expect(
		items.map(({ what, door }) => (door === null ? what : `${String(what)}: ${String(door)}`)),
	).toEqual([
		'access_given',
		'requested',
		'issued',
		'all_doors_added',
		'times_changed',
		'revoked',
		'times_changed_on_lock: Front Door',
		'times_changed_on_lock: Room 103',
		'reissued',
		'scheduled_on_lock: Front Door',
		'scheduled_on_lock: Room 103',
		'lock_offline: Room 103',
		'lock_online: Room 103',
		'set_on_lock: Front Door',
		'set_on_lock: Room 103',
		'entry: Front Door',
		'entry: Front Door',
	]);
	const said = (what: string) => items.filter((item) => item.what === what);
	expect(said('lock_online')).toEqual([
		{
			reservation_key: '4711',
			what: 'lock_online',
			text: 'Room 103 is online.',
			happened_at: iso(ARRIVAL_AT - HOUR_MS),
			guest_name: 'Guest 4711',
			door: 'Room 103',
			device_id: room103,
			acs_entrance_id: null,
			event: expect.objectContaining({ event_type: 'device.connected', device_id: room103 }),
		},
	]);
	expect(said('issued')).toMatchObject([{ text: 'The PIN was issued.', event: { code: '****' } }]);
	expect(JSON.stringify(items)).not.toContain(`"${String(pin)}"`);
});
