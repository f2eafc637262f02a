import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EventDraft } from '../../sandbox/domain/publishEvent';
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
const { lobby } = hotel.entrances;
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

it('adds nothing, and asks for no events, without the option', async () => {
	await service.upsert();
	service.sandbox.requests.clear();
	const { items } = await service.run('reservation.get', { reservationKey: '4711', output: 'raw' });
	expect(items[0]?.json).not.toHaveProperty('never_entered');
	expect(service.paths()).not.toContain('/events/list');
});

it('counts an opening with a card, whose event names the person', async () => {
	const { access_grant_id: id } = await service.upsert({ ...IN_HOUSE, rooms: 'room-101' });
	const { access_grant: grant } = await call(service.sandbox, '/access_grants/get', {
		access_grant_id: id,
	});
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const { user_identity_id } = grant as IDataObject;
	const opening = { event_type: 'lock.unlocked', method: 'card', user_identity_id };
	service.sandbox.emitEvent({ ...opening, acs_entrance_id: hotel.entrances.gym } as EventDraft);
	expect(await entries()).toEqual(NEVER);
	service.sandbox.emitEvent({ ...opening, acs_entrance_id: lobby } as EventDraft);
	expect(await entries()).toEqual([iso(service.now()), iso(service.now()), false]);
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

it('asks once for the events of all stays that it judges', async () => {
	const dates = { ...IN_HOUSE, departure: iso(BOOKED_AT + 5 * DAY_MS) };
	for (const rooms of ['suite', 'room-101', 'room-102'])
		await service.upsert({ ...dates, id: rooms, rooms });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	service.sandbox.requests.clear();
	expect(keysOf(await found({ notYetArrived: true }))).toEqual(['room-101', 'room-102', 'suite']);
	expect(service.paths().filter((path) => path === '/access_codes/list')).toHaveLength(3);
	// The codes, and the two guests with an entrance.
	expect(service.paths().filter((path) => path === '/events/list')).toHaveLength(3);
});

it('lists the grants once, and looks only at as many guests as it is asked for', async () => {
	const dates = { ...IN_HOUSE, departure: iso(BOOKED_AT + 5 * DAY_MS) };
	for (const rooms of ['suite', 'room-101', 'room-102'])
		await service.upsert({ ...dates, id: rooms, rooms });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	service.sandbox.settings.maxPageSize = 2;
	service.sandbox.requests.clear();
	const { items } = await service.run('reservation.getAll', {
		limit: 1,
		filters: { notYetArrived: true },
	});
	expect(items).toHaveLength(1);
	const lists = service.bodies('/access_grants/list') as IDataObject[];
	expect(
		lists.filter(
			({ page_cursor: cursor, ...rest }) => !cursor && !rest.device_id && !rest.acs_entrance_id,
		),
	).toHaveLength(1);
	expect(service.paths().filter((path) => path === '/access_codes/list')).toHaveLength(1);
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
