import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accessCalls, type Attempt } from './accessCalls';
import { callSandbox } from './callSandbox';

let clock: ManualClock;
let sandbox: Sandbox;
let calls: ReturnType<typeof accessCalls>;
beforeEach(async () => {
	clock = new ManualClock();
	sandbox = await createSandbox({ clock });
	calls = accessCalls(sandbox);
});
afterEach(() => sandbox.stop());

const { frontDoor, garage, room101, room201 } = hotel.devices;

const act = async (path: string, parameters: object) => await calls.call<Attempt>(path, parameters, 'action_attempt');
const isLocked = async (device_id: string) =>
	(await calls.call<{ properties: { locked: boolean } }>('/devices/get', { device_id }, 'device')).properties.locked;

it.each([
	['/locks/unlock_door', 'UNLOCK_DOOR', false, 'lock.unlocked', 'action_attempt.unlock_door.succeeded'],
	['/locks/lock_door', 'LOCK_DOOR', true, 'lock.locked', 'action_attempt.lock_door.succeeded'],
])('%s moves the lock when its attempt succeeds', async (path, action_type, locked, movedEvent, endEvent) => {
	const attempt = await act(path, { device_id: frontDoor });
	expect(attempt).toMatchObject({ action_type, status: 'pending', result: null, error: null });
	expect(await isLocked(frontDoor)).toBe(true);
	await clock.advanceBy(2_000);
	const { action_attempt_id } = attempt;
	expect(await calls.attempt(attempt)).toMatchObject({ status: 'success', result: { was_confirmed_by_device: true } });
	expect(await isLocked(frontDoor)).toBe(locked);
	expect(await calls.events()).toMatchObject([
		{ event_type: movedEvent, device_id: frontDoor, method: 'remote', action_attempt_id },
		{ event_type: endEvent, device_id: frontDoor, action_attempt_id, action_type, status: 'success' },
	]);
	const listed = await calls.call('/action_attempts/list', { device_id: frontDoor }, 'action_attempts');
	expect(listed).toMatchObject([{ action_attempt_id }]);
});

it('finishes before it answers with sync', async () => {
	expect(await act('/locks/unlock_door', { device_id: frontDoor, sync: true })).toMatchObject({ status: 'success' });
	expect(await isLocked(frontDoor)).toBe(false);
});

it.each([
	['an offline lock', garage, undefined, 'device_disconnected'],
	['a scripted fault', room101, { kind: 'attemptFails', type: 'jammed' } as const, 'jammed'],
])('fails for %s, and the lock stays as it is', async (_why, device_id, fault, type) => {
	if (fault) sandbox.faults.next('/locks/unlock_door', fault);
	const attempt = await act('/locks/unlock_door', { device_id });
	await clock.advanceBy(2_000);
	expect(await calls.attempt(attempt)).toMatchObject({ status: 'error', result: null, error: { type } });
	expect(await isLocked(device_id)).toBe(true);
	expect(await calls.events()).toMatchObject([{ event_type: 'action_attempt.unlock_door.failed', status: 'error' }]);
});

it('refuses a lock without a motor, and an unknown one', async () => {
	const [noMotor, unknown] = [
		await calls.refusal('/locks/lock_door', { device_id: room201 }),
		await calls.refusal('/locks/lock_door', { device_id: '99999999-9999-4999-8999-999999999999' }),
	];
	expect([noMotor.status, noMotor.error.type, unknown.status, unknown.error.type]).toEqual([400, 'unsupported_device', 404, 'device_not_found']);
});

describe('somebody at the keypad', () => {
	it('unlocks with a PIN that is set', async () => {
		await act('/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '1001' });
		await clock.advanceBy(2_000);
		expect(await isLocked(frontDoor)).toBe(false);
		expect(await calls.events()).toMatchObject([
			{ event_type: 'lock.unlocked', method: 'keycode', code: '1001', access_code_is_managed: false },
			{ event_type: 'action_attempt.simulate_keypad_code_entry.succeeded' },
		]);
	});

	it('is denied with another PIN', async () => {
		await act('/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '9999' });
		await clock.advanceBy(2_000);
		expect(await isLocked(frontDoor)).toBe(true);
		expect((await calls.events())[0]).toMatchObject({ event_type: 'lock.access_denied', reason: { reason_code: 'unknown_code' } });
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
		expect((await calls.refusal('/locks/simulate/keypad_code_entry', parameters)).error.type).toBe('device_type_not_supported');
		const foreign = await callSandbox(
			sandbox,
			'/locks/simulate/manual_lock_via_keypad',
			{ device_id: hotel.otherWorkspace.device },
			{ apiKey: sandbox.apiKeys.other },
		);
		expect(foreign.body).toMatchObject({ error: { type: 'workspace_not_sandbox' } });
	});
});
