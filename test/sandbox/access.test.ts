import { hotel } from '../../sandbox/fixtures/hotel';
import { call } from '../operations/dossier';
import { callSandbox } from './callSandbox';
import { NOW, calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR_MS).toISOString();
const STAY = { starts_at: at(3), ends_at: at(95) };
const { room101, garage } = hotel.devices;
const { lobby, elevator } = hotel.entrances;

useFreshSandbox();

const grantOf = (parameters: object) => ({
	user_identity_id: hotel.userIdentities.guest101,
	requested_access_methods: [{ mode: 'code' }],
	...STAY,
	...parameters,
});
const create = async (parameters: object) => await calls.createGrant(grantOf(parameters));
const refusal = async (parameters: object) =>
	await calls.refusal('/access_grants/create', grantOf(parameters));
const steer = async (path: string, device_id: string) =>
	await callSandbox(sandbox, `/_sandbox/devices/${path}`, { device_id });
const settle = async () => await clock.advanceBy(2_000);
const typesOf = async (subject: string) =>
	(await calls.eventTypes()).filter((type) => type.startsWith(subject));

it('a code waits for 72 hours before its start, is scheduled on the lock, set at the start and gone after the end', async () => {
	const times = { starts_at: at(100), ends_at: at(120) };
	const code = await calls.one('/access_codes/create', {
		device_id: room101,
		code: '7001',
		...times,
	});
	const { access_code_id } = code;
	const get = async () => await calls.one('/access_codes/get', { access_code_id });
	expect(code).toMatchObject({
		status: 'unset',
		is_scheduled_on_device: false,
		pending_mutations: [{ mutation_code: 'deferring_creation', scheduled_at: at(28) }],
	});
	await clock.advanceBy(28 * HOUR_MS + 2_000);
	expect(await get()).toMatchObject({
		status: 'unset',
		is_scheduled_on_device: true,
		pending_mutations: [],
	});
	await clock.advanceBy(72 * HOUR_MS);
	expect(await get()).toMatchObject({ status: 'set' });
	await clock.advanceBy(20 * HOUR_MS);
	expect(await calls.refusal('/access_codes/get', { access_code_id })).toEqual([
		404,
		'access_code_not_found',
	]);
	expect(await typesOf('access_code.')).toEqual(
		['created', 'scheduled_on_device', 'set_on_device', 'removed_from_device', 'deleted'].map(
			(type) => `access_code.${type}`,
		),
	);
});

describe('a lock that is offline when its PIN is to be set', () => {
	it('delays the PIN, fails it at the start, and issues it when the lock is back', async () => {
		const { access_method_ids } = await create({ device_ids: [garage] });
		const method = async () => await calls.method(access_method_ids[0]);
		await settle();
		expect(await method()).toMatchObject({
			is_issued: false,
			errors: [],
			warnings: [{ warning_code: 'delay_in_issuing' }],
		});
		await clock.advanceBy(Date.parse(STAY.starts_at) - clock.now());
		expect(await method()).toMatchObject({
			is_issued: false,
			errors: [{ error_code: 'failed_to_issue' }],
		});
		await steer('connect', garage);
		await settle();
		expect(await method()).toMatchObject({ is_issued: true, errors: [], warnings: [] });
		expect(await typesOf('access_method.')).toEqual(
			['created', 'delay_in_issuing', 'failed_to_issue', 'issued'].map(
				(type) => `access_method.${type}`,
			),
		);
	});

	it('gives a backup code at the start where the lock has some, and nothing has failed', async () => {
		await steer('disconnect', room101);
		const { access_method_ids } = await create({ device_ids: [room101] });
		await clock.advanceBy(Date.parse(STAY.starts_at) - clock.now() + 60_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			errors: [],
			warnings: [{ warning_code: 'pulled_backup_access_code' }],
		});
		expect(await typesOf('access_method.')).not.toContain('access_method.failed_to_issue');
	});
});

it('the first grant of a reservation fixes the doors as long as it exists', async () => {
	const R2 = { reservation_key: 'R-2' };
	const { access_grant_id } = await create({ ...R2, acs_entrance_ids: [lobby] });
	for (const acs_entrance_ids of [[elevator], [lobby, elevator]])
		expect(await refusal({ ...R2, acs_entrance_ids })).toEqual([409, 'conflict']);
	await call(sandbox, '/access_grants/delete', { access_grant_id });
	expect(await refusal({ ...R2, acs_entrance_ids: [elevator] })).toEqual([409, 'conflict']);
	await settle();
	await create({ ...R2, acs_entrance_ids: [elevator] });
});

it('the key of a deleted grant is free when the grant is gone, at once, or never, as the setting says', async () => {
	const stay = { device_ids: [room101], access_grant_key: 'stay-1' };
	const taken = [409, 'duplicate_access_grant_key'];
	const createAndDelete = async () => {
		const { access_grant_id } = await create(stay);
		await settle();
		await call(sandbox, '/access_grants/delete', { access_grant_id });
	};
	await createAndDelete();
	expect(await refusal(stay)).toEqual(taken);
	await settle();
	sandbox.settings.deletedGrantKeys = 'freeAtOnce';
	await createAndDelete();
	await createAndDelete();
	sandbox.settings.deletedGrantKeys = 'neverFree';
	await settle();
	expect(await refusal(stay)).toEqual(taken);
});
