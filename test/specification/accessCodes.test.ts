import Value from 'typebox/value';
import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { accountId } from '../../sandbox/fixtures/seedDevice';
import { resort } from '../../sandbox/fixtures/resort';
import {
	accessCodeFields,
	accessCodeFlags,
	accessCodeMutations,
	errorIssue,
	lockvendorMetadataFields,
	specifiedWarning,
	unmanagedAccessCodeFields,
	warning,
} from './fields/accessCode';
import { actionAttemptFields, actionAttemptStates } from './fields/actionAttempt';
import { deviceFields } from './fields/device';
import { expectField, expectVariant, testFields } from './fields/field';
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
/** Warnings, with the setting that names them as the specification does. */
let specifiedWarnings: Member[] = [];

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
	specifiedWarnings = await warningsAsSpecified(sandbox, call);
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

async function warningsAsSpecified(
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

const mutationsOf = (records: Code[]) =>
	records.flatMap((code) => code.pending_mutations as Member[]);

describe('the specification of access_code', () => {
	testFields(accessCodeFields, () => [...codes, ...resortCodes]);

	it.each(accessCodeFlags.map((field) => [field.member, field] as const))(
		'access_code.%s: true of one code, false of another',
		(member) => {
			const seen = new Set([...codes, ...resortCodes].map((code) => code[member]));
			expect([...seen].sort()).toEqual([false, true]);
		},
	);

	it.each(Object.entries(accessCodeMutations))(
		'access_code.pending_mutations %s',
		(row, schema) => {
			expectVariant(mutationsOf(codes), 'mutation_code', row.split(':', 1)[0] ?? '', schema);
		},
	);

	it('access_code.pending_mutations: no other mutation_code than the six', () => {
		const known = Object.keys(accessCodeMutations).map((row) => row.split(':', 1)[0]);
		const seen = new Set(
			mutationsOf([...codes, ...resortCodes]).map(({ mutation_code }) => mutation_code),
		);
		expect([...seen].sort()).toEqual([...known].sort());
	});

	it('access_code.errors: error_code, message, created_at', () => {
		const errors = codes.flatMap((code) => code.errors as Member[]);
		expect(errors.length).toBeGreaterThan(0);
		expect(errors.filter((error) => !Value.Check(errorIssue, error))).toEqual([]);
	});

	it('access_code.warnings: the same shape, as specified or with warning_code', () => {
		const warnings = codes.flatMap((code) => code.warnings as Member[]);
		expect(warnings.length).toBeGreaterThan(0);
		expect(warnings.filter((issue) => !Value.Check(warning, issue))).toEqual([]);
		expect(specifiedWarnings.length).toBeGreaterThan(0);
		expect(specifiedWarnings.filter((issue) => !Value.Check(specifiedWarning, issue))).toEqual([]);
	});

	it.each(lockvendorMetadataFields.map((field) => [field.title, field] as const))(
		'%s',
		(_title, field) => {
			const metadata = resortCodes.flatMap(({ lockvendor_metadata: one }) =>
				one ? [one as Member] : [],
			);
			expectField({ ...field, isRequired: true }, metadata);
		},
	);

	it("access_code.lockvendor_metadata: only for codes on one vendor's devices", () => {
		expect(codes.filter((code) => 'lockvendor_metadata' in code)).toEqual([]);
		expect(resortCodes.filter((code) => !('lockvendor_metadata' in code))).toEqual([]);
	});

	it('access_code.type: a time-bound code has times, an ongoing one has none', () => {
		for (const { type, starts_at: startsAt, ends_at: endsAt } of [...codes, ...resortCodes]) {
			expect([startsAt === null, endsAt === null]).toEqual(
				type === 'ongoing' ? [true, true] : [false, false],
			);
		}
	});

	it('access_code.workspace_id: that of the key', () => {
		expect(new Set(codes.map(({ workspace_id }) => workspace_id))).toEqual(
			new Set([workspaceIds.main]),
		);
	});

	it('access_code.pulled_backup_access_code_id: links a pulled backup code to the original', () => {
		const backups = codes
			.filter(({ is_backup }) => is_backup)
			.map(({ access_code_id }) => access_code_id);
		const links = codes.flatMap(({ pulled_backup_access_code_id: id }) => id ?? []);
		expect(links).toEqual(expect.arrayContaining(backups));
		expect(backups.length).toBeGreaterThan(0);
	});
});

describe('the specification of unmanaged access codes', () => {
	testFields(unmanagedAccessCodeFields, () => unmanagedCodes);
});

describe('the specification of action_attempt', () => {
	testFields(actionAttemptFields, () => attempts);

	it.each(Object.entries(actionAttemptStates))(
		'action_attempt.status %s',
		(_row, [status, schema]) => {
			const withStatus = attempts.filter((attempt) => attempt.status === status);
			expect(withStatus.length).toBeGreaterThan(0);
			expect(withStatus.filter((attempt) => !Value.Check(schema, attempt))).toEqual([]);
		},
	);

	it('action_attempt.result: an empty object on success of converting and deleting an unmanaged code', () => {
		const types = ['CONVERT_ACCESS_CODE_TO_MANAGED', 'DELETE_UNMANAGED_ACCESS_CODE'];
		const results = attempts
			.filter(
				({ action_type: type, status }) => types.includes(String(type)) && status === 'success',
			)
			.map(({ result }) => result);
		expect(results.length).toBeGreaterThan(0);
		expect(results.filter((result) => Object.keys(result as object).length > 0)).toEqual([]);
	});
});

describe('the specification of device', () => {
	testFields(deviceFields, () => devices);

	it('device.errors: says which device is offline', () => {
		const withErrors = devices
			.filter(({ errors }) => (errors as unknown[]).length > 0)
			.map(({ device_id }) => device_id);
		expect(withErrors).toEqual(
			expect.arrayContaining([hotel.devices.garage, frontDoor, meetingRoom]),
		);
	});
});
