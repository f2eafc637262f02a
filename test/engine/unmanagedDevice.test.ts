import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

const LIST = '/devices/unmanaged/list';
const CONVERT = '/devices/unmanaged/update';
const { room201, room202 } = hotel.devices;

const service = useHotelSandbox();
beforeEach(async () => {
	await service.run('device.update', {
		deviceId: byId(room202),
		updateFields: { isManaged: false },
	});
	service.sandbox.requests.clear();
});

const givenUp = {
	device_id: room202,
	display_name: 'Room 202',
	device_type: 'ttlock_lock',
	manufacturer: 'ttlock',
	online: true,
	battery_level: expect.any(Number),
	connected_account_id: expect.any(String),
	created_at: expect.any(String),
	error_codes: [],
};
const json = ({ json: item }: { json: unknown }) => item;

it('Get Many lists only the devices that the workspace does not manage', async () => {
	const { items } = await service.run('unmanagedDevice.getAll', {
		filters: { search: 'room', deviceIds: `${room201}, ${room202}` },
	});
	expect(items).toEqual([{ json: givenUp, pairedItem: { item: 0 } }]);
	expect(service.bodies(LIST)).toEqual([
		{ search: 'room', device_ids: [room201, room202], limit: 50 },
	]);
});

it.each([
	['ID', { deviceId: byId(room202) }, { device_id: room202 }],
	['name', { findBy: 'name', deviceName: 'Room 202' }, { name: 'Room 202' }],
])('Get finds a device by its %s', async (_way, parameters, body) => {
	const { items } = await service.run('unmanagedDevice.get', parameters);
	expect([items.map(json), service.bodies('/devices/unmanaged/get')]).toEqual([[givenUp], [body]]);
});

it('Get does not find a managed device', async () => {
	const { error } = await service.run('unmanagedDevice.get', { deviceId: byId(room201) });
	expect(error).toMatchObject({ httpCode: '404' });
});

it('Convert to Managed converts devices, and fails only those that are already managed', async () => {
	const input = [{ id: room202 }, { id: room201 }];
	const { items } = await service.run(
		'unmanagedDevice.convertToManaged',
		{ deviceId: byId('={{ $json.id }}') },
		{ input, onError: 'continueRegularOutput' },
	);
	expect(items).toEqual([
		{
			json: { device_id: room202, outcome: 'converted', message: expect.any(String) },
			pairedItem: { item: 0 },
		},
		{
			json: { error: expect.any(String), details: expect.objectContaining({ http_status: 404 }) },
			pairedItem: { item: 1 },
		},
	]);
	expect(service.bodies(CONVERT)).toEqual([
		{ device_id: room202, is_managed: true },
		{ device_id: room201, is_managed: true },
	]);
	const { items: devices } = await service.run('device.get', { deviceId: byId(room202) });
	expect(devices.map(json)).toEqual([expect.objectContaining({ device_id: room202 })]);
});
