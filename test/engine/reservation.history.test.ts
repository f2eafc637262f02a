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
const service = useMovedHotel();

const read = async (options: INodeParameters = {}) =>
	await service.run('reservation.getHistory', { reservationKey: '4711', returnAll: true, options });
const history = async (options?: INodeParameters) => {
	const { items, error } = await read(options);
	if (error) throw error;
	return items.map(({ json }) => json);
};
const told = (items: IDataObject[]) =>
	items.map(({ what, door }) => (door === null ? what : `${String(what)}: ${String(door)}`));

it('tells a whole stay, in its order, without its PIN', async () => {
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
	const items = await history();
	expect(told(items)).toEqual([
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

it('tells that a PIN reached its lock late', async () => {
	await service.setOnline(frontDoor, false);
	await service.upsert();
	await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
	await service.setOnline(frontDoor, true);
	await service.moveTo(ARRIVAL_AT + 3 * HOUR_MS);
	const items = await history();
	expect(told(items)).toEqual(
		expect.arrayContaining([
			'setting_delayed: Front Door',
			'lock_online: Front Door',
			'set_on_lock: Front Door',
		]),
	);
	const set = items.find(({ what, door }) => what === 'set_on_lock' && door === 'Front Door');
	expect(Date.parse(String(set?.happened_at))).toBeGreaterThanOrEqual(ARRIVAL_AT + 2 * HOUR_MS);
});

it('tells of the old access too while it lasts after a change of rooms, and of nothing after a cancellation', async () => {
	service.sandbox.settings.grantUpdatePlaces = 'ignored';
	const { pin } = await service.upsert({ ...IN_HOUSE, rooms: 'room-101' });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	await service.whileTimePasses(service.upsert(IN_HOUSE));
	await service.moveTo(BOOKED_AT + 2 * HOUR_MS);
	await service.typeIn(room103, pin);
	expect(told(await history())).toEqual([
		'access_given',
		'requested',
		'issued',
		'door_added: Lobby',
		'all_doors_added',
		'access_given',
		'requested',
		'set_on_lock: Front Door',
		'set_on_lock: Room 103',
		'issued',
		'all_doors_added',
		'times_changed',
		'revoked',
		'reissued',
		'entry: Room 103',
	]);
	await service.upsert({ status: 'cancelled', ...IN_HOUSE });
	await service.moveTo(BOOKED_AT + 3 * HOUR_MS);
	const { error } = await read();
	expect(error).toMatchObject({ message: 'This reservation has no access' });
});

it('does not tell of others with the same PIN, or before or after at the same door', async () => {
	const given = { pinFrom: 'given', pin: '7391' };
	const now = { ...IN_HOUSE, departure: iso(BOOKED_AT + DAY_MS) };
	await service.upsert({ ...now, id: '4710', rooms: 'room-102' }, given);
	await service.upsert({ ...now }, given);
	await service.moveTo(BOOKED_AT + HOUR_MS);
	await service.typeIn(hotel.devices.room102, '7391');
	await service.moveTo(BOOKED_AT + 5 * DAY_MS);
	const next = { arrival: iso(service.now()), departure: iso(service.now() + DAY_MS) };
	await service.upsert({ ...next, id: '4712' }, given);
	await service.moveTo(BOOKED_AT + 5 * DAY_MS + HOUR_MS);
	await service.typeIn(frontDoor, '7391');
	expect(told(await history())).toEqual(['access_given', 'requested', 'issued', 'all_doors_added']);
});

it('tells who came with a key and whom a door refused, from events that name the person', async () => {
	const { access_grant_id: id } = await service.upsert({
		...IN_HOUSE,
		rooms: 'room-101',
	});
	const { access_grant: grant } = await call(service.sandbox, '/access_grants/get', {
		access_grant_id: id,
	});
	const { user_identity_id } = grant as IDataObject;
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const atDoor = (event_type: string, rest: object) =>
		service.sandbox.emitEvent({ event_type, user_identity_id, ...rest } as EventDraft);
	const { lobby, gym } = hotel.entrances;
	atDoor('lock.access_denied', {
		acs_entrance_id: lobby,
		reason: { reason_code: 'unknown', message: 'The key 739142 is not valid now.' },
	});
	atDoor('lock.unlocked', { acs_entrance_id: lobby, method: 'card' });
	// Not a door of this stay.
	atDoor('lock.unlocked', { acs_entrance_id: gym, method: 'card' });
	const items = (await history()).slice(-2);
	expect(JSON.stringify(items)).not.toContain('739142');
	expect(items.map(({ what, text }) => [what, text])).toEqual([
		['entry_denied', 'Lobby did not open.'],
		['entry', 'The guest opened Lobby.'],
	]);
});

it('fails for a reservation that never was', async () => {
	await service.upsert();
	const { error } = await service.run('reservation.getHistory', { reservationKey: '4799' });
	expect(error).toMatchObject({ message: 'This reservation has no access' });
});

it('takes few requests, and as many for a stay of a week at a busy door', async () => {
	const { pin } = await service.upsert(IN_HOUSE);
	await service.moveTo(BOOKED_AT + HOUR_MS);
	for (let opened = 0; opened < 40; opened++) {
		await service.typeIn(frontDoor, pin);
		await service.moveTo(service.now() + HOUR_MS);
	}
	service.sandbox.requests.clear();
	const items = await history();
	expect(told(items).slice(-2)).toEqual(['entry: Front Door', 'entry: Front Door']);
	expect(service.paths().sort()).toEqual([
		'/access_codes/list',
		'/access_grants/get',
		'/access_grants/get',
		'/access_grants/get_related',
		'/events/list',
		'/events/list',
		'/events/list',
		'/events/list',
		'/events/list',
	]);
});
