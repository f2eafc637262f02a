import { callSandbox } from './callSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt, Code } from './accessCalls';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

describe('devices', () => {
	const { frontDoor, room103, room101, meetingRoom } = hotel.devices;

	const get = async (device_id: string) =>
		await calls.call<Record<string, unknown>>('/devices/get', { device_id }, 'device');
	const update = async (device_id: string, changes: object) =>
		await calls.call('/devices/update', { device_id, ...changes });

	it('names a device, and takes the name away again', async () => {
		expect(await update(room103, { name: 'Honeymoon Suite' })).toEqual({ ok: true });
		const appearance = { appearance: { name: 'Room 103' } };
		expect(await get(room103)).toMatchObject({
			display_name: 'Honeymoon Suite',
			nickname: 'Honeymoon Suite',
			properties: appearance,
		});
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
		const many = Object.fromEntries(
			Array.from({ length: 51 }, (_, index) => [`key${index}`, true]),
		);
		for (const custom_metadata of [many, { note: 'x'.repeat(501) }]) {
			expect(
				(await calls.refusal('/devices/update', { device_id: room103, custom_metadata })).error
					.type,
			).toBe('invalid_input');
		}
	});

	it('without its backup pool a device gives no backup to new codes', async () => {
		await update(room101, { backup_access_code_pool_enabled: false });
		const code = await calls.call<Code>(
			'/access_codes/create',
			{
				device_id: room101,
				starts_at: '2098-01-01T00:00:00Z',
				ends_at: '2099-01-01T00:00:00Z',
				use_backup_access_code_pool: true,
			},
			'access_code',
		);
		expect(code).toMatchObject({ is_backup_access_code_available: false });
	});

	it('gives a device up with its managed codes, and takes it back', async () => {
		await update(meetingRoom, { is_managed: false });
		expect((await calls.refusal('/devices/get', { device_id: meetingRoom })).error.type).toBe(
			'device_not_found',
		);
		expect(await calls.call('/devices/unmanaged/list', {}, 'devices')).toMatchObject([
			{ device_id: meetingRoom, is_managed: false },
		]);
		const unmanaged = await calls.call(
			'/devices/unmanaged/get',
			{ name: 'Meeting Room' },
			'device',
		);
		expect(unmanaged).toMatchObject({
			device_id: meetingRoom,
			properties: { online: true, name: 'Meeting Room', model: { display_name: 'Smart Lock Pro' } },
		});
		expect(await calls.call('/devices/unmanaged/list', { search: 'nobody' }, 'devices')).toEqual(
			[],
		);
		const { access_code_id } = { access_code_id: hotel.managedCodes.meetingRoom };
		expect((await calls.refusal('/access_codes/get', { access_code_id })).error.type).toBe(
			'access_code_not_found',
		);

		await calls.call('/devices/unmanaged/update', { device_id: meetingRoom, is_managed: true });
		expect(await get(meetingRoom)).toMatchObject({ is_managed: true });
		const codes = await calls.call<Code[]>(
			'/access_codes/unmanaged/list',
			{ device_id: meetingRoom },
			'access_codes',
		);
		expect(codes.map((code) => code.access_code_id)).toContain(access_code_id);
		expect(
			(await calls.events({ device_id: meetingRoom })).map(({ event_type }) => event_type),
		).toEqual(['device.converted_to_unmanaged', 'device.unmanaged.converted_to_managed']);
	});

	it('disconnects and connects a device', async () => {
		await calls.call('/devices/simulate/disconnect', { device_id: frontDoor });
		expect(await get(frontDoor)).toMatchObject({
			errors: [{ error_code: 'device_disconnected' }],
			properties: { online: false },
		});
		await calls.call('/devices/simulate/connect', { device_id: frontDoor });
		expect(await get(frontDoor)).toMatchObject({ errors: [], properties: { online: true } });
		expect(await calls.events()).toMatchObject([
			{
				event_type: 'device.disconnected',
				error_code: 'device_disconnected',
				device_errors: [{ error_code: 'device_disconnected' }],
				device_warnings: [],
				connected_account_errors: [],
				connected_account_warnings: [],
			},
			{ event_type: 'device.connected' },
		]);
		expect(
			(await calls.refusal('/devices/simulate/connect', { device_id: room101 })).error.type,
		).toBe('device_type_not_supported');
	});

	it('shows the spaces of a device, and lists by them', async () => {
		const { room101: space } = hotel.spaces;
		const devices = await calls.call<Array<{ device_id: string; space_ids: string[] }>>(
			'/devices/list',
			{ space_id: space },
			'devices',
		);
		expect(devices).toMatchObject([{ device_id: room101, space_ids: [space] }]);
	});
});

describe('locks', () => {
	const { frontDoor, garage, room101, room201 } = hotel.devices;

	const act = async (path: string, parameters: object) =>
		await calls.call<Attempt>(path, parameters, 'action_attempt');
	const isLocked = async (device_id: string) =>
		(await calls.call<{ properties: { locked: boolean } }>('/devices/get', { device_id }, 'device'))
			.properties.locked;

	it.each([
		[
			'/locks/unlock_door',
			'UNLOCK_DOOR',
			false,
			'lock.unlocked',
			'action_attempt.unlock_door.succeeded',
		],
		['/locks/lock_door', 'LOCK_DOOR', true, 'lock.locked', 'action_attempt.lock_door.succeeded'],
	])(
		'%s moves the lock when its attempt succeeds',
		async (path, action_type, locked, movedEvent, endEvent) => {
			const attempt = await act(path, { device_id: frontDoor });
			expect(attempt).toMatchObject({ action_type, status: 'pending', result: null, error: null });
			expect(await isLocked(frontDoor)).toBe(true);
			await clock.advanceBy(2_000);
			const { action_attempt_id } = attempt;
			expect(await calls.attempt(attempt)).toMatchObject({
				status: 'success',
				result: { was_confirmed_by_device: true },
			});
			expect(await isLocked(frontDoor)).toBe(locked);
			expect(await calls.events()).toMatchObject([
				{ event_type: movedEvent, device_id: frontDoor, method: 'remote', action_attempt_id },
				{
					event_type: endEvent,
					device_id: frontDoor,
					action_attempt_id,
					action_type,
					status: 'success',
				},
			]);
			const listed = await calls.call(
				'/action_attempts/list',
				{ device_id: frontDoor },
				'action_attempts',
			);
			expect(listed).toMatchObject([{ action_attempt_id }]);
		},
	);

	it('finishes before it answers with sync', async () => {
		expect(await act('/locks/unlock_door', { device_id: frontDoor, sync: true })).toMatchObject({
			status: 'success',
		});
		expect(await isLocked(frontDoor)).toBe(false);
	});

	it.each([
		['an offline lock', garage, undefined, 'device_disconnected'],
		['a scripted fault', room101, { kind: 'attemptFails', type: 'jammed' } as const, 'jammed'],
	])('fails for %s, and the lock stays as it is', async (_why, device_id, fault, type) => {
		if (fault) sandbox.faults.next('/locks/unlock_door', fault);
		const attempt = await act('/locks/unlock_door', { device_id });
		await clock.advanceBy(2_000);
		expect(await calls.attempt(attempt)).toMatchObject({
			status: 'error',
			result: null,
			error: { type },
		});
		expect(await isLocked(device_id)).toBe(true);
		expect(await calls.events()).toMatchObject([
			{ event_type: 'action_attempt.unlock_door.failed', status: 'error' },
		]);
	});

	it('refuses a lock without a motor, and an unknown one', async () => {
		const [noMotor, unknown] = [
			await calls.refusal('/locks/lock_door', { device_id: room201 }),
			await calls.refusal('/locks/lock_door', {
				device_id: '99999999-9999-4999-8999-999999999999',
			}),
		];
		expect([noMotor.status, noMotor.error.type, unknown.status, unknown.error.type]).toEqual([
			400,
			'unsupported_device',
			404,
			'device_not_found',
		]);
	});

	describe('somebody at the keypad', () => {
		it('unlocks with a PIN that is set', async () => {
			await act('/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '1001' });
			await clock.advanceBy(2_000);
			expect(await isLocked(frontDoor)).toBe(false);
			expect(await calls.events()).toMatchObject([
				{
					event_type: 'lock.unlocked',
					method: 'keycode',
					code: '1001',
					access_code_is_managed: false,
				},
				{ event_type: 'action_attempt.simulate_keypad_code_entry.succeeded' },
			]);
		});

		it('is denied with another PIN', async () => {
			await act('/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '9999' });
			await clock.advanceBy(2_000);
			expect(await isLocked(frontDoor)).toBe(true);
			expect((await calls.events())[0]).toMatchObject({
				event_type: 'lock.access_denied',
				reason: { reason_code: 'unknown_code' },
			});
		});

		it('locks by hand', async () => {
			await act('/locks/unlock_door', { device_id: frontDoor, sync: true });
			await act('/locks/simulate/manual_lock_via_keypad', { device_id: frontDoor });
			await clock.advanceBy(2_000);
			expect(await isLocked(frontDoor)).toBe(true);
			expect((await calls.events()).slice(-2)).toMatchObject([
				{ event_type: 'lock.locked', method: 'manual' },
				{ event_type: 'action_attempt.simulate_manual_lock_via_keypad.succeeded' },
			]);
		});

		it('can be simulated on some devices alone, and in sandbox workspaces alone', async () => {
			const parameters = { device_id: room101, code: '1011' };
			expect(
				(await calls.refusal('/locks/simulate/keypad_code_entry', parameters)).error.type,
			).toBe('device_type_not_supported');
			const foreign = await callSandbox(
				sandbox,
				'/locks/simulate/manual_lock_via_keypad',
				{ device_id: hotel.otherWorkspace.device },
				{ apiKey: sandbox.apiKeys.other },
			);
			expect(foreign.body).toMatchObject({ error: { type: 'workspace_not_sandbox' } });
		});
	});
});
