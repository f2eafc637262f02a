import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accountId } from '../../sandbox/fixtures/seedDevice';
import { resort } from '../../sandbox/fixtures/resort';
import '../support/contract/holdToContract';
import { FLAG, testVariety } from './testVariety';
import { accessCalls, type Attempt, type Code } from '../sandbox/accessCalls';

type Member = Record<string, unknown>;

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

/** All states of the records in two stories that cover every state. */
const codes: Code[] = [];
const resortCodes: Code[] = [];
const unmanagedCodes: Member[] = [];
const attempts: Member[] = [];
const devices: Member[] = [];
/** Warnings while the setting puts their codes in `error_code` (docs/service.md#codes-8). */
let warningsWithErrorCode: Member[] = [];

const { room101, room102, frontDoor, meetingRoom, poolGate } = hotel.devices;
const clock = new ManualClock(NOW);
const sandboxes: Sandbox[] = [];

beforeAll(async () => {
	await hotelStory();
	await resortStory();
});
afterAll(async () => {
	for (const sandbox of sandboxes) await sandbox.stop();
});

async function startSandbox(fixture: 'hotel' | 'resort') {
	const sandbox = await createSandbox({ clock, fixture });
	sandboxes.push(sandbox);
	return { sandbox, ...accessCalls(sandbox) };
}

async function hotelStory(): Promise<void> {
	const { sandbox, call, attempt: getAttempt } = await startSandbox('hotel');
	const begun: Attempt[] = [];
	const create = async (parameters: object) => {
		const created = await call<{ access_code: Code; action_attempt: Attempt }>(
			'/access_codes/create',
			{ device_id: room101, ...parameters },
		);
		begun.push(created.action_attempt);
		return created.access_code;
	};
	const act = async (path: string, parameters: object) =>
		void begun.push(await call<Attempt>(path, parameters, 'action_attempt'));
	const look = async () => {
		for (const device_id of Object.values(hotel.devices)) {
			codes.push(...(await call<Code[]>('/access_codes/list', { device_id }, 'access_codes')));
			unmanagedCodes.push(
				...(await call<Member[]>('/access_codes/unmanaged/list', { device_id }, 'access_codes')),
			);
		}
		devices.push(...(await call<Member[]>('/devices/list', {}, 'devices')));
		for (const one of begun) attempts.push(await getAttempt(one));
	};
	const stay = { starts_at: at(10), ends_at: at(30) };

	const { access_code_id } = await create({
		name: 'Guest',
		is_external_modification_allowed: true,
	});
	await create({ ...stay, use_backup_access_code_pool: true });
	await create({ starts_at: at(500), ends_at: at(510), common_code_key: 'stay' });
	await create({ device_id: frontDoor, is_one_time_use: true });
	await create({ ...stay, device_id: poolGate, is_offline_access_code: true });
	sandbox.faults.next('/access_codes/create', { kind: 'attemptFails' });
	await create({ ...stay, device_id: room102, use_backup_access_code_pool: true });
	await act('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: hotel.unmanagedCodes.convertible,
	});
	await act('/access_codes/unmanaged/delete', {
		access_code_id: hotel.unmanagedCodes.anotherConvertible,
	});
	await act('/locks/lock_door', { device_id: frontDoor });
	await act('/locks/unlock_door', { device_id: frontDoor });
	await look();
	await clock.advanceBy(2_000);
	await look();
	await act('/access_codes/update', { access_code_id, code: '7001', name: 'Other', ...stay });
	await act('/access_codes/delete', { access_code_id: hotel.managedCodes.frontDesk });
	await call('/devices/update', { device_id: room101, name: 'Best Room' });
	await look();
	warningsWithErrorCode = await readWarningsWithErrorCode(sandbox, call);
	await clock.advanceBy(20 * HOUR_MS);
	await look();
	const backupId = codes.find(
		(code) => code.pulled_backup_access_code_id !== null,
	)?.pulled_backup_access_code_id;
	codes.push(await call<Code>('/access_codes/get', { access_code_id: backupId }, 'access_code'));
	await call('/connected_accounts/simulate/disconnect', {
		connected_account_id: accountId(1, 'august'),
	});
	await look();
}

async function readWarningsWithErrorCode(
	sandbox: Sandbox,
	call: ReturnType<typeof accessCalls>['call'],
): Promise<Member[]> {
	sandbox.settings.warningCodeMember = 'error_code';
	const listed = await call<Array<{ warnings: Member[] }>>(
		'/access_codes/list',
		{ device_id: frontDoor },
		'access_codes',
	);
	sandbox.settings.warningCodeMember = 'warning_code';
	return listed.flatMap(({ warnings }) => warnings);
}

async function resortStory(): Promise<void> {
	const { call } = await startSandbox('resort');
	const { villa1, villa2 } = resort.devices;
	await call('/access_codes/create', { device_id: villa2, name: 'Guest' });
	const simulated = await call<Code>(
		'/access_codes/simulate/create_unmanaged_access_code',
		{ device_id: villa2, name: 'By hand', code: '500002' },
		'access_code',
	);
	await call('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: simulated.access_code_id,
	});
	for (const waitMs of [0, 2_000]) {
		await clock.advanceBy(waitMs);
		for (const device_id of [villa1, villa2])
			resortCodes.push(
				...(await call<Code[]>('/access_codes/list', { device_id }, 'access_codes')),
			);
	}
}

describe('managed access codes', () => {
	testVariety(() => [...codes, ...resortCodes], {
		nullable: [
			'code',
			'common_code_key',
			'starts_at',
			'ends_at',
			'name',
			'pulled_backup_access_code_id',
		],
		optional: ['lockvendor_metadata'],
		values: {
			type: ['time_bound', 'ongoing'],
			status: ['setting', 'set', 'unset', 'removing', 'unknown'],
			is_backup: FLAG,
			is_backup_access_code_available: FLAG,
			is_external_modification_allowed: FLAG,
			is_offline_access_code: FLAG,
			is_one_time_use: FLAG,
			is_scheduled_on_device: FLAG,
			is_waiting_for_code_assignment: FLAG,
		},
		codes: {
			pending_mutations: [
				'creating',
				'deferring_creation',
				'deleting',
				'updating_code',
				'updating_name',
				'updating_time_frame',
			],
		},
	});

	it('name a warning by error_code or by warning_code, as the setting says', () => {
		const warnings = codes.flatMap((code) => code.warnings as Member[]);
		expect(new Set(warnings.map((warning) => 'warning_code' in warning))).toEqual(new Set([true]));
		expect(new Set(warningsWithErrorCode.map((warning) => 'error_code' in warning))).toEqual(
			new Set([true]),
		);
	});

	it("have lockvendor_metadata only on one maker's locks", () => {
		expect(codes.filter((code) => 'lockvendor_metadata' in code)).toEqual([]);
		const flag = expect.any(Boolean) as boolean;
		const metadata = resortCodes.flatMap(({ lockvendor_metadata: one }) => (one ? [one] : []));
		expect(metadata.length).toBeGreaterThan(0);
		expect(new Set(metadata.map((one) => (one as Member).user_level_name))).toEqual(
			new Set([null, 'Guest']),
		);
		for (const one of metadata)
			expect(one).toMatchObject({
				is_cancellable: flag,
				is_early_checkin_able: flag,
				is_extendable: flag,
				is_overridable: flag,
				site_name: expect.any(String) as string,
				stay_id: expect.any(Number) as number,
				user_level_id: expect.any(String) as string,
			});
	});

	it('have times if they are time-bound, and none if they are ongoing', () => {
		for (const { type, starts_at: startsAt, ends_at: endsAt } of [...codes, ...resortCodes]) {
			expect(startsAt === null).toBe(type === 'ongoing');
			expect(endsAt === null).toBe(type === 'ongoing');
		}
	});

	it('link a pulled backup code to the original', () => {
		const backups = codes
			.filter(({ is_backup }) => is_backup)
			.map(({ access_code_id }) => access_code_id);
		const links = codes.flatMap(({ pulled_backup_access_code_id: id }) => id ?? []);
		expect(backups.length).toBeGreaterThan(0);
		expect(links).toEqual(expect.arrayContaining(backups));
	});
});

describe('unmanaged access codes', () => {
	testVariety(() => unmanagedCodes, {
		optional: [
			'code',
			'starts_at',
			'ends_at',
			'cannot_be_managed',
			'cannot_delete_unmanaged_access_code',
		],
		values: { type: ['time_bound', 'ongoing'], status: ['set', 'unset'], is_managed: [false] },
	});
});

describe('action attempts', () => {
	testVariety(() => attempts, {
		values: {
			action_type: [
				'CONVERT_ACCESS_CODE_TO_MANAGED',
				'DELETE_UNMANAGED_ACCESS_CODE',
				'CREATE_ACCESS_CODE',
				'UPDATE_ACCESS_CODE',
				'DELETE_ACCESS_CODE',
				'LOCK_DOOR',
				'UNLOCK_DOOR',
			],
		},
	});

	it.each([
		['pending', { result: null, error: null }],
		['success', { result: expect.any(Object), error: null }],
		['error', { result: null, error: { type: expect.any(String), message: expect.any(String) } }],
	])('with the status %s have what belongs to it', (status, members) => {
		const found = attempts.filter((attempt) => attempt.status === status);
		expect(found.length).toBeGreaterThan(0);
		for (const attempt of found) expect(attempt).toMatchObject(members);
	});

	it('of converting and deleting an unmanaged code have an empty result', () => {
		const types = ['CONVERT_ACCESS_CODE_TO_MANAGED', 'DELETE_UNMANAGED_ACCESS_CODE'];
		const results = attempts
			.filter(
				({ action_type: type, status }) => types.includes(String(type)) && status === 'success',
			)
			.map(({ result }) => result);
		expect(results.length).toBeGreaterThan(0);
		for (const result of results) expect(result).toEqual({});
	});
});

describe('devices', () => {
	testVariety(() => devices, { optional: ['nickname'] });

	it('say in an error that they are offline', () => {
		const offline = devices
			.filter(({ errors }) => (errors as unknown[]).length > 0)
			.map(({ device_id }) => device_id);
		expect(offline).toEqual(expect.arrayContaining([hotel.devices.garage, frontDoor, meetingRoom]));
	});
});
