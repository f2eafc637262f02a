import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const LOCK = '/locks/lock_door';
const UNLOCK = '/locks/unlock_door';
const UPDATE = '/devices/update';
const { frontDoor, room101, garage } = hotel.devices;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const act = async (operation: 'lock' | 'unlock', deviceId: string, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run(`device.${operation}`, { deviceId: byId(deviceId), ...parameters, options: { ...QUICK_CHECKS, ...options } });

const attempt = (actionType: string, rest: IDataObject) => ({
	action_attempt_id: expect.any(String), action_type: actionType, result: null, error: null, ...rest,
});

const isLocked = async (deviceId: string) => {
	const { items } = await service.run('device.get', { deviceId: byId(deviceId) });
	return items[0]?.json.locked;
};

describe('locking and unlocking a door', () => {
	it('says what the lock has carried out', async () => {
		const unlocked = await act('unlock', frontDoor);
		expect(unlocked.items).toEqual([{
			json: {
				device_id: frontDoor, outcome: 'unlocked', message: 'The lock has carried out the command',
				action_attempt: attempt('UNLOCK_DOOR', { status: 'success', result: { was_confirmed_by_device: true } }),
			},
			pairedItem: { item: 0 },
		}]);
		expect([service.bodies(UNLOCK), await isLocked(frontDoor)]).toEqual([[{ device_id: frontDoor }], false]);
		const locked = await act('lock', frontDoor);
		expect(locked.items.map(({ json }) => json)).toEqual([{
			device_id: frontDoor, outcome: 'locked', message: 'The lock has carried out the command',
			action_attempt: attempt('LOCK_DOOR', { status: 'success', result: { was_confirmed_by_device: true } }),
		}]);
		expect([service.bodies(LOCK), await isLocked(frontDoor)]).toEqual([[{ device_id: frontDoor }], true]);
	});

	it('is pending without Wait for Completion', async () => {
		const { items } = await act('unlock', frontDoor, {}, { waitForCompletion: false });
		expect(items.map(({ json }) => json)).toEqual([{
			device_id: frontDoor, outcome: 'pending',
			message: "The service accepted the command and has not finished it yet. Check it later with 'Action Attempt: Get'",
			action_attempt: attempt('UNLOCK_DOOR', { status: 'pending' }),
		}]);
	});

	it.each([
		{ operation: 'lock', path: LOCK, message: 'The door was not locked: The lock is jammed.' },
		{ operation: 'unlock', path: UNLOCK, message: 'The door was not unlocked: The lock is jammed.' },
	] as const)('that fails is told as a failed $operation', async ({ operation, path, message }) => {
		service.sandbox.faults.next(path, { kind: 'attemptFails', message: 'The lock is jammed.' });
		const { items, error } = await act(operation, frontDoor);
		expect([items, error?.message]).toEqual([[], message]);
	});

	it('fails for a lock that is offline, and pairs the outcomes of many locks', async () => {
		const { items } = await service.run(
			'device.unlock',
			{ deviceId: byId('={{ $json.device_id }}'), options: { ...QUICK_CHECKS, onFailedAction: 'returnItem' } },
			{ input: [{ device_id: frontDoor }, { device_id: garage }, { device_id: room101 }] },
		);
		expect(items.map(({ json, pairedItem }) => [json.device_id, json.outcome, pairedItem])).toEqual([
			[frontDoor, 'unlocked', { item: 0 }], [garage, 'failed', { item: 1 }], [room101, 'unlocked', { item: 2 }],
		]);
		expect(items[1]?.json.errors).toEqual([expect.stringMatching(/offline/)]);
	});

	it('is never sent twice when the connection is cut: the door may have moved', async () => {
		service.sandbox.faults.next(UNLOCK, { kind: 'cut', isProcessed: true });
		const { error } = await act('unlock', frontDoor);
		expect(`${error?.message} ${error?.description}`).toMatch(/may have carried out/);
		expect(service.sandbox.requests.count(UNLOCK)).toBe(1);
	});

	it('is refused by a device without a motor', async () => {
		service.sandbox.faults.next(LOCK, { kind: 'status', status: 400, body: { ok: false, error: { type: 'unsupported_device', message: 'No motor.' } } });
		const { error } = await act('lock', frontDoor);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '400', message: 'The device does not support this' });
	});
});

describe('changing a device', () => {
	const update = async (updateFields: IDataObject) =>
		await service.run('device.update', { deviceId: byId(frontDoor), updateFields: updateFields as INodeParameters });

	it('sends what was entered, and gives the device as it is then', async () => {
		const { items } = await update({
			name: 'Main Entrance',
			backupAccessCodePoolEnabled: false,
			customMetadata: { entries: [{ key: 'floor', value: '' }, { key: 'owner', value: 'Front office' }] },
		});
		expect(service.bodies(UPDATE)).toEqual([{
			device_id: frontDoor, name: 'Main Entrance', backup_access_code_pool_enabled: false, custom_metadata: { floor: null, owner: 'Front office' },
		}]);
		const { items: [device] } = await service.run('device.get', { deviceId: byId(frontDoor), output: 'raw' });
		expect(device?.json).toMatchObject({ display_name: 'Main Entrance', custom_metadata: { owner: 'Front office' } });
		expect(items).toEqual([device]);
	});

	it('takes the name back when it is left empty', async () => {
		await update({ name: '' });
		expect(service.bodies(UPDATE)).toEqual([{ device_id: frontDoor, name: null }]);
	});

	it('keeps yes and no in metadata as they are when an expression gives them', async () => {
		await service.run(
			'device.update',
			{ deviceId: byId(frontDoor), updateFields: { customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] } } },
			{ input: [{ vip: true }] },
		);
		expect(service.bodies(UPDATE)).toEqual([{ device_id: frontDoor, custom_metadata: { vip: true } }]);
	});

	it('gives the device up, and with it its codes', async () => {
		const { items } = await update({ isManaged: false });
		expect(items).toEqual([{ json: { device_id: frontDoor, updated: true }, pairedItem: { item: 0 } }]);
		const { error } = await service.run('device.get', { deviceId: byId(frontDoor) });
		expect(error).toMatchObject({ httpCode: '404', message: 'There is no such device in this workspace' });
	});

	it.each<[string, IDataObject, string]>([
		['nothing to change', {}, 'There is nothing to change'],
		['an entry without a name', { customMetadata: { entries: [{ key: ' ', value: 'x' }] } }, "'Key' under 'Custom Metadata' is empty"],
		['a text that is too long', { customMetadata: { entries: [{ key: 'a', value: 'x'.repeat(501) }] } }, "'Value' of 'a' must have 500 characters at most"],
		[
			'too many entries',
			{ customMetadata: { entries: Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: 'x' })) } },
			"'Custom Metadata' can hold 50 entries at most",
		],
	])('refuses %s before any request', async (_name, updateFields, message) => {
		expect((await update(updateFields)).error?.message).toBe(message);
		expect(service.paths()).toEqual([]);
	});
});
