import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt, Code } from './accessCalls';
import { NOW, calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR_MS).toISOString();

useFreshSandbox();

interface Created {
	access_code: Code;
	action_attempt: Attempt;
}

const { room101, frontDoor, spa } = hotel.devices;

const create = async (parameters: object = {}) =>
	await calls.call<Created>('/access_codes/create', {
		device_id: room101,
		name: 'Guest',
		code: '7001',
		...parameters,
	});
const get = async ({ access_code_id }: Code) =>
	await calls.call<Code>('/access_codes/get', { access_code_id }, 'access_code');
const isGone = async ({ access_code_id }: Code) =>
	(await calls.refusal('/access_codes/get', { access_code_id })).error.type;
const act = async (path: string, { access_code_id }: Code, parameters: object = {}) =>
	await calls.call<Attempt>(path, { access_code_id, ...parameters }, 'action_attempt');
const settle = async () => await clock.advanceBy(2_000);

describe('a time-bound code', () => {
	it('waits for 72 hours before its start, is scheduled on the lock, set at the start and gone after the end', async () => {
		const { access_code: code, action_attempt: attempt } = await create({
			starts_at: at(100),
			ends_at: at(120),
		});
		expect(code).toMatchObject({
			status: 'unset',
			type: 'time_bound',
			is_scheduled_on_device: false,
			pending_mutations: [{ mutation_code: 'deferring_creation', scheduled_at: at(28) }],
		});
		await settle();
		expect(await calls.attempt(attempt)).toMatchObject({ status: 'success' });

		await clock.advanceBy(28 * HOUR_MS);
		expect(await get(code)).toMatchObject({
			status: 'unset',
			is_scheduled_on_device: true,
			pending_mutations: [],
		});
		await clock.advanceBy(72 * HOUR_MS);
		expect(await get(code)).toMatchObject({ status: 'set', is_scheduled_on_device: true });
		await clock.advanceBy(20 * HOUR_MS + 2_000);
		expect(await isGone(code)).toBe('access_code_not_found');
		expect(await calls.events()).toMatchObject([
			{ event_type: 'access_code.created', created_at: at(0) },
			{ event_type: 'access_code.scheduled_on_device', code: '7001' },
			{ event_type: 'access_code.set_on_device', created_at: at(100) },
			{ event_type: 'access_code.removed_from_device' },
			{ event_type: 'access_code.deleted' },
		]);
	});

	it.each([
		['the lock cannot schedule', { device_id: spa, code: '7001' }],
		['the caller wants none', { prefer_native_scheduling: false }],
	])('is programmed 60 minutes before its start where %s', async (_why, parameters) => {
		const { access_code: code } = await create({
			starts_at: at(100),
			ends_at: at(120),
			...parameters,
		});
		expect(code).toMatchObject({
			status: 'unset',
			pending_mutations: [{ mutation_code: 'deferring_creation', scheduled_at: at(99) }],
		});
		await clock.advanceBy(99 * HOUR_MS + 1_000);
		expect(await get(code)).toMatchObject({
			status: 'setting',
			pending_mutations: [{ mutation_code: 'creating' }],
		});
		await clock.advanceBy(1_000);
		expect(await get(code)).toMatchObject({ status: 'set', is_scheduled_on_device: false });
	});
});

describe('what goes wrong at the lock', () => {
	it('a full device has no space for another code', async () => {
		const device = sandbox.state.workspaces
			.get('10000000-0000-4000-8000-000000000001')
			?.devicesById.get(room101);
		if (!device) throw new Error('Room 101 is missing');
		device.record = {
			...device.record,
			properties: { ...device.record.properties, max_active_codes_supported: 3 },
		};
		const { access_code: code, action_attempt: attempt } = await create();
		await settle();
		expect(await calls.attempt(attempt)).toMatchObject({
			error: { type: 'no_space_for_access_code_on_device' },
		});
		expect(await get(code)).toMatchObject({
			errors: [{ error_code: 'no_space_for_access_code_on_device' }],
		});
	});

	it('a deletion ends what was under way, and a second one ends with the first', async () => {
		const { access_code: code, action_attempt: creation } = await create();
		const first = await act('/access_codes/delete', code);
		const second = await act('/access_codes/delete', code);
		expect(
			(
				await calls.refusal('/access_codes/update', {
					access_code_id: code.access_code_id,
					name: 'Late',
				})
			).error.type,
		).toBe('access_code_busy');
		await settle();
		const ended = await Promise.all([creation, first, second].map(calls.attempt));
		expect(ended.map(({ status }) => status)).toEqual(['error', 'success', 'success']);
	});
});

describe('backup codes', () => {
	const stay = { starts_at: at(100), ends_at: at(120), use_backup_access_code_pool: true };

	it('take over by themselves at the start of a code that could not be set', async () => {
		sandbox.faults.next('/access_codes/create', { kind: 'attemptFails' });
		const { access_code: code } = await create(stay);
		await clock.advanceBy(99 * HOUR_MS);
		expect(await get(code)).toMatchObject({
			pulled_backup_access_code_id: null,
			errors: [{ error_code: 'failed_to_set_on_device' }],
		});
		await clock.advanceBy(HOUR_MS);
		const original = await get(code);
		expect(original).toMatchObject({
			status: 'unset',
			warnings: [{ warning_code: 'using_backup_access_code' }],
		});
		const { pulled_backup_access_code_id: backupId } = original;
		expect(
			await calls.call('/access_codes/get', { access_code_id: backupId }, 'access_code'),
		).toMatchObject({ status: 'set', is_backup: true });
		await clock.advanceBy(21 * HOUR_MS);
		expect(
			(await calls.refusal('/access_codes/get', { access_code_id: backupId })).error.type,
		).toBe('access_code_not_found');
	});
});

describe('special codes', () => {
	it('a one-time code is used up by its entry', async () => {
		const { access_code: code } = await create({
			device_id: frontDoor,
			is_one_time_use: true,
			sync: true,
		});
		expect(code).toMatchObject({ is_one_time_use: true, status: 'set' });
		await calls.call('/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '7001' });
		await clock.advanceBy(4_000);
		expect(await isGone(code)).toBe('access_code_not_found');
	});
});
