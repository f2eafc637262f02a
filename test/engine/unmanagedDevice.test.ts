import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

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

const json = ({ json: item }: { json: unknown }) => item;

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
