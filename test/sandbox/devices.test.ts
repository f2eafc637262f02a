import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accessCalls, type Code } from './accessCalls';

let clock: ManualClock;
let sandbox: Sandbox;
let calls: ReturnType<typeof accessCalls>;
beforeEach(async () => {
	clock = new ManualClock();
	sandbox = await createSandbox({ clock });
	calls = accessCalls(sandbox);
});
afterEach(() => sandbox.stop());

const { frontDoor, room103, room101, meetingRoom } = hotel.devices;

const get = async (device_id: string) => await calls.call<Record<string, unknown>>('/devices/get', { device_id }, 'device');
const update = async (device_id: string, changes: object) => await calls.call('/devices/update', { device_id, ...changes });

it('names a device, and takes the name away again', async () => {
	expect(await update(room103, { name: 'Honeymoon Suite' })).toEqual({ ok: true });
	const appearance = { appearance: { name: 'Room 103' } };
	expect(await get(room103)).toMatchObject({ display_name: 'Honeymoon Suite', nickname: 'Honeymoon Suite', properties: appearance });
	await update(room103, { name: null });
	const device = await get(room103);
	expect(device).toMatchObject({ display_name: 'Room 103' });
	expect(device).not.toHaveProperty('nickname');
	expect(await calls.events({ device_id: room103 })).toMatchObject([
		{ event_type: 'device.name_changed', device_name: 'Honeymoon Suite' },
		{ event_type: 'device.name_changed', device_name: 'Room 103' },
	]);
});

it('names a device by its properties, too', async () => {
	await update(room103, { properties: { name: 'Corner Room' } });
	expect(await get(room103)).toMatchObject({ display_name: 'Corner Room' });
});

it('merges metadata, and removes what is null', async () => {
	await update(room103, { custom_metadata: { floor: null, unit: '103', is_suite: true } });
	expect(await get(room103)).toMatchObject({ custom_metadata: { unit: '103', is_suite: true } });
	expect((await get(room103)).custom_metadata).not.toHaveProperty('floor');
});

it('refuses more than 50 entries of metadata, and texts of more than 500 characters', async () => {
	const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, true]));
	for (const custom_metadata of [many, { note: 'x'.repeat(501) }]) {
		expect((await calls.refusal('/devices/update', { device_id: room103, custom_metadata })).error.type).toBe('invalid_input');
	}
});

it('without its backup pool a device gives no backup to new codes', async () => {
	await update(room101, { backup_access_code_pool_enabled: false });
	const code = await calls.call<Code>(
		'/access_codes/create',
		{ device_id: room101, starts_at: '2098-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z', use_backup_access_code_pool: true },
		'access_code',
	);
	expect(code).toMatchObject({ is_backup_access_code_available: false });
});

it('gives a device up with its managed codes, and takes it back', async () => {
	await update(meetingRoom, { is_managed: false });
	expect((await calls.refusal('/devices/get', { device_id: meetingRoom })).error.type).toBe('device_not_found');
	expect(await calls.call('/devices/unmanaged/list', {}, 'devices')).toMatchObject([{ device_id: meetingRoom, is_managed: false }]);
	const unmanaged = await calls.call('/devices/unmanaged/get', { name: 'Meeting Room' }, 'device');
	expect(unmanaged).toMatchObject({ device_id: meetingRoom, properties: { online: true, name: 'Meeting Room' } });
	const { access_code_id } = { access_code_id: hotel.managedCodes.meetingRoom };
	expect((await calls.refusal('/access_codes/get', { access_code_id })).error.type).toBe('access_code_not_found');

	await calls.call('/devices/unmanaged/update', { device_id: meetingRoom, is_managed: true });
	expect(await get(meetingRoom)).toMatchObject({ is_managed: true });
	const codes = await calls.call<Code[]>('/access_codes/unmanaged/list', { device_id: meetingRoom }, 'access_codes');
	expect(codes.map((code) => code.access_code_id)).toContain(access_code_id);
	expect((await calls.events({ device_id: meetingRoom })).map(({ event_type }) => event_type)).toEqual([
		'device.converted_to_unmanaged',
		'device.unmanaged.converted_to_managed',
	]);
});

it('disconnects and connects a device', async () => {
	await calls.call('/devices/simulate/disconnect', { device_id: frontDoor });
	expect(await get(frontDoor)).toMatchObject({ errors: [{ error_code: 'device_disconnected' }], properties: { online: false } });
	await calls.call('/devices/simulate/connect', { device_id: frontDoor });
	expect(await get(frontDoor)).toMatchObject({ errors: [], properties: { online: true } });
	expect(await calls.events()).toMatchObject([
		{ event_type: 'device.disconnected', error_code: 'device_disconnected' },
		{ event_type: 'device.connected' },
	]);
	expect((await calls.refusal('/devices/simulate/connect', { device_id: room101 })).error.type).toBe('device_type_not_supported');
});

it('shows the spaces of a device, and lists by them', async () => {
	const { room101: space } = hotel.spaces;
	const devices = await calls.call<Array<{ device_id: string; space_ids: string[] }>>('/devices/list', { space_id: space }, 'devices');
	expect(devices).toMatchObject([{ device_id: room101, space_ids: [space] }]);
});
