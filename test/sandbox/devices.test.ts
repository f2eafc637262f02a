import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt, Code } from './accessCalls';
import { calls, clock, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

describe('devices', () => {
	const { room103, room101 } = hotel.devices;

	const update = async (device_id: string, changes: object) =>
		await calls.call('/devices/update', { device_id, ...changes });

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
});

describe('locks', () => {
	const { frontDoor } = hotel.devices;

	const act = async (path: string, parameters: object) =>
		await calls.call<Attempt>(path, parameters, 'action_attempt');
	const isLocked = async (device_id: string) =>
		(await calls.call<{ properties: { locked: boolean } }>('/devices/get', { device_id }, 'device'))
			.properties.locked;

	describe('somebody at the keypad', () => {
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
	});
});
