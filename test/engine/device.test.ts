import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();

describe('Device: read', () => {
	const GARAGE = hotel.devices.garage;

	describe('a device', () => {
		it('comes with fields that an expression names in comma-separated text, including fields that the list does not offer', async () => {
			const { items } = await service.run(
				'device.get',
				{
					deviceId: byId(GARAGE),
					output: 'selectedFields',
					outputFieldNames: '={{ $json.fields }}',
				},
				{ input: [{ fields: 'display_name, properties.locked, properties.battery.status' }] },
			);
			expect(items.map(({ json }) => json)).toEqual([
				{
					device_id: GARAGE,
					display_name: 'Garage',
					locked: true,
					properties_battery_status: 'full',
				},
			]);
		});
	});

	describe('finding devices', () => {
		const names = async (filters: INodeParameters, limit?: number) => {
			const run = await service.run('device.getAll', {
				...(limit === undefined ? { returnAll: true } : { limit }),
				filters,
				output: 'raw',
			});
			return run.items.map(({ json }) => json.display_name);
		};

		it('returns those that are offline or have a low battery, from every page of the list', async () => {
			const { workspaces } = service.sandbox.state;
			const devices = workspaces.get(workspaceIds.main)?.devicesById;
			const change = (id: string, properties: object) =>
				Object.assign(devices?.get(id)?.record.properties ?? {}, properties);
			change(hotel.devices.room101, { online: false });
			change(hotel.devices.spa, { online: false, battery_level: 0.1 });
			change(hotel.devices.room102, { battery_level: 0.2 });
			change(hotel.devices.room103, { battery_level: undefined });
			service.sandbox.settings.maxPageSize = 3;
			// The hotel's garage is offline.
			expect(await names({ offlineOnly: true })).toEqual(['Room 101', 'Spa', 'Garage']);
			expect(await names({ batteryBelow: 20 })).toEqual(['Spa']);
			expect(await names({ batteryBelow: 21 })).toEqual(['Room 102', 'Spa']);
			expect(await names({ batteryBelow: 21, offlineOnly: true })).toEqual(['Spa']);
			expect(await names({ offlineOnly: false }, 1)).toEqual(['Front Door']);
			expect(await names({ batteryBelow: 21 }, 1)).toEqual(['Room 102']);
		});

		it('refuses a battery that is no percentage, before any request', async () => {
			const { items } = await service.run(
				'device.getAll',
				{ filters: { batteryBelow: 0 } },
				{ onError: 'continueRegularOutput' },
			);
			expect(items[0]?.json.error).toContain("'Battery Below'");
			expect(service.paths()).toEqual([]);
		});

		it('takes a yes or no in metadata from an expression', async () => {
			await service.run(
				'device.getAll',
				{ filters: { customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] } } },
				{ input: [{ vip: true }] },
			);
			expect(service.bodies('/devices/list')).toEqual([
				{ custom_metadata_has: { vip: true }, limit: 50 },
			]);
		});
	});
});

describe('Device: change', () => {
	const LOCK = '/locks/lock_door';
	const UNLOCK = '/locks/unlock_door';
	const UPDATE = '/devices/update';
	const { frontDoor } = hotel.devices;

	const act = async (
		operation: 'lock' | 'unlock',
		deviceId: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run(`device.${operation}`, {
			deviceId: byId(deviceId),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	describe('locking and unlocking a door', () => {
		it.each([
			{ operation: 'lock', path: LOCK, message: expect.stringContaining('The lock is jammed.') },
			{
				operation: 'unlock',
				path: UNLOCK,
				message: expect.stringContaining('The lock is jammed.'),
			},
		] as const)(
			'that fails is reported as a failed $operation',
			async ({ operation, path, message }) => {
				service.sandbox.faults.next(path, { kind: 'attemptFails', message: 'The lock is jammed.' });
				const { items, error } = await act(operation, frontDoor);
				expect([items, error?.message]).toEqual([[], message]);
			},
		);
	});

	describe('changing a device', () => {
		it('keeps yes and no in metadata as they are if an expression returns them', async () => {
			await service.run(
				'device.update',
				{
					deviceId: byId(frontDoor),
					updateFields: {
						customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] },
					},
				},
				{ input: [{ vip: true }] },
			);
			expect(service.bodies(UPDATE)).toEqual([
				{ device_id: frontDoor, custom_metadata: { vip: true } },
			]);
		});
	});
});
