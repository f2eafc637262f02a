import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, QUICKLY, type WireRecord } from './operationCase';

const { frontDoor, poolGate, room101, storeRoom } = hotel.devices;
const UNMANAGED_LIST = '/devices/unmanaged/list';
const RAW = { output: 'raw' };

/** A case that locks or unlocks a door and checks its state afterwards. */
const commands = (
	operation: 'lock' | 'unlock',
	outcome: string,
	isLocked: boolean,
): OperationCase => ({
	operation: `device.${operation}`,
	title: `${operation}s a door and waits until it is done`,
	play: async ({ run, ask }) => {
		const items = await run({
			deviceId: byId(frontDoor),
			waitForCompletion: true,
			options: QUICKLY,
		});

		expect(items).toEqual([
			paired({
				device_id: frontDoor,
				outcome,
				message: expect.any(String),
				action_attempt: expect.objectContaining({
					action_type: `${operation.toUpperCase()}_DOOR`,
					status: 'success',
				}),
			}),
		]);
		expect(await ask('/devices/get', 'device', { device_id: frontDoor })).toMatchObject({
			properties: { locked: isLocked },
		});
	},
});

export const deviceCases: readonly OperationCase[] = [
	lists('device.getAll', 'lists all devices', ['/devices/list', 'devices'], RAW),
	{
		operation: 'device.getAll',
		title: 'lists devices up to the limit',
		play: async ({ run, ask }) => {
			const devices = await ask<WireRecord[]>('/devices/list', 'devices');

			expect(await run({ returnAll: false, limit: 2, ...RAW })).toEqual(
				devices.slice(0, 2).map(paired),
			);
		},
	},
	gets(
		'device.get',
		'gets one device',
		'deviceId',
		['/devices/get', 'device', 'device_id', room101],
		RAW,
	),
	commands('unlock', 'unlocked', false),
	commands('lock', 'locked', true),
	{
		operation: 'device.configureAutoLock',
		title: 'has a door lock itself',
		play: async ({ run, ask }) => {
			const items = await run({ deviceId: byId(frontDoor), autoLockDelay: 20, options: QUICKLY });

			expect(items).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({ device_id: frontDoor, outcome: 'configured' }),
				}),
			]);
			expect(await ask('/devices/get', 'device', { device_id: frontDoor })).toMatchObject({
				properties: { auto_lock_enabled: true, auto_lock_delay_seconds: 20 },
			});
		},
	},
	{
		operation: 'device.reportProviderMetadata',
		title: 'tells the time zone of a lock',
		play: async ({ run }) => {
			expect(await run({ deviceId: byId(room101), timeZone: 'Europe/Lisbon' })).toEqual([
				paired({ device_id: room101, updated: true }),
			]);
		},
	},
	{
		operation: 'device.simulate',
		title: 'has a PIN typed at the lock, which opens',
		play: async ({ run, ask }) => {
			const items = await run({
				deviceId: byId(frontDoor),
				simulation: 'keypadCodeEntry',
				code: '1001',
				waitForCompletion: true,
				options: QUICKLY,
			});

			expect(items).toEqual([
				paired({
					device_id: frontDoor,
					outcome: 'simulated',
					message: expect.any(String),
					simulation: 'keypadCodeEntry',
					action_attempt: expect.objectContaining({ status: 'success' }),
				}),
			]);
			expect(await ask('/devices/get', 'device', { device_id: frontDoor })).toMatchObject({
				properties: { locked: false },
			});
		},
	},
	{
		operation: 'device.update',
		title: 'names a device and notes its floor',
		play: async ({ run, ask }) => {
			const items = await run({
				deviceId: byId(storeRoom),
				updateFields: {
					name: 'Linen Room',
					customMetadata: { entries: [{ key: 'floor', value: '2' }] },
				},
			});

			const device = await ask('/devices/get', 'device', { device_id: storeRoom });
			expect(device).toMatchObject({ display_name: 'Linen Room', custom_metadata: { floor: '2' } });
			expect(items).toEqual([paired(device)]);
		},
	},
	{
		operation: 'device.update',
		title: 'gives up a device',
		play: async ({ run, isKnown }) => {
			expect(await run({ deviceId: byId(poolGate), updateFields: { isManaged: false } })).toEqual([
				paired({ device_id: poolGate, updated: true }),
			]);
			expect(await isKnown('/devices/get', { device_id: poolGate })).toBe(false);
		},
	},
	lists(
		'unmanagedDevice.getAll',
		'lists the devices that were given up',
		[UNMANAGED_LIST, 'devices'],
		RAW,
	),
	gets(
		'unmanagedDevice.get',
		'gets one of them',
		'deviceId',
		['/devices/unmanaged/get', 'device', 'device_id', poolGate],
		RAW,
	),
	{
		operation: 'unmanagedDevice.convertToManaged',
		title: 'takes the device over again',
		play: async ({ run, isKnown }) => {
			expect(await run({ deviceId: byId(poolGate) })).toEqual([
				paired({ device_id: poolGate, outcome: 'converted', message: expect.any(String) }),
			]);
			expect(await isKnown('/devices/get', { device_id: poolGate })).toBe(true);
		},
	},
];
