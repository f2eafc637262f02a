import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, QUICKLY, type WireRecord } from './operationCase';

const { frontDoor, room101, storeRoom } = hotel.devices;
const RAW = { output: 'raw' };

/** Commands a door and looks at it afterwards. */
const commands = (operation: 'lock' | 'unlock', outcome: string, isLocked: boolean): OperationCase => ({
	operation: `device.${operation}`,
	title: `${operation}s a door and waits until it is done`,
	play: async ({ run, ask }) => {
		const items = await run({ deviceId: byId(frontDoor), waitForCompletion: true, options: QUICKLY });

		expect(items).toEqual([
			paired({
				device_id: frontDoor,
				outcome,
				message: 'The lock has carried out the command',
				action_attempt: expect.objectContaining({ action_type: `${operation.toUpperCase()}_DOOR`, status: 'success' }),
			}),
		]);
		expect(await ask('/devices/get', 'device', { device_id: frontDoor })).toMatchObject({ properties: { locked: isLocked } });
	},
});

export const deviceCases: readonly OperationCase[] = [
	lists('device.getAll', 'lists all devices', ['/devices/list', 'devices'], RAW),
	{
		operation: 'device.getAll',
		title: 'lists devices up to the limit',
		play: async ({ run, ask }) => {
			const devices = await ask<WireRecord[]>('/devices/list', 'devices');

			expect(await run({ returnAll: false, limit: 2, ...RAW })).toEqual(devices.slice(0, 2).map(paired));
		},
	},
	gets('device.get', 'gets one device', 'deviceId', ['/devices/get', 'device', 'device_id', room101], RAW),
	commands('unlock', 'unlocked', false),
	commands('lock', 'locked', true),
	{
		operation: 'device.update',
		title: 'names a device and notes its floor',
		play: async ({ run, ask }) => {
			const items = await run({
				deviceId: byId(storeRoom),
				updateFields: { name: 'Linen Room', customMetadata: { entries: [{ key: 'floor', value: '2' }] } },
			});

			const device = await ask('/devices/get', 'device', { device_id: storeRoom });
			expect(device).toMatchObject({ display_name: 'Linen Room', custom_metadata: { floor: '2' } });
			expect(items).toEqual([paired(device)]);
		},
	},
];
