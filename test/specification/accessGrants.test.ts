import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	accessGrantFields,
	accessGrantMutations,
	cannotCreateMethods,
	requestedAccessMethodFields,
} from './fields/accessGrant';
import {
	accessMethodFields,
	accessMethodMutations,
	accessMethodWarnings,
} from './fields/accessMethod';
import { expectVariant, testFields } from './fields/field';
import { accessCalls, type Grant, type Method } from '../sandbox/accessCalls';

const START = '2026-03-01T12:00:00.000Z';
const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };

/** All states of the grants and methods in a story that covers every state. */
const grants: Grant[] = [];
const methods: Method[] = [];

async function look({
	grants: listGrants,
	methods: listMethods,
}: ReturnType<typeof accessCalls>): Promise<void> {
	const seen = await listGrants();
	grants.push(...seen);
	for (const { access_grant_id } of seen) methods.push(...(await listMethods(access_grant_id)));
}

let sandbox: Sandbox;
beforeAll(async () => {
	const clock = new ManualClock(Date.parse(START));
	sandbox = await createSandbox({ clock, settings: { grantCodeUnavailable: 'missingDevice' } });
	const calls = accessCalls(sandbox);
	const { call, createGrant } = calls;
	const { guest101 } = hotel.userIdentities;
	const stay = await createGrant({
		user_identity_id: guest101,
		space_ids: [hotel.spaces.suite],
		acs_entrance_ids: [hotel.entrances.lobby],
		requested_access_methods: [
			{ mode: 'code', code: '5678' },
			{ mode: 'mobile_key' },
			{ mode: 'card' },
		],
		customization_profile_id: '90000000-0000-4000-8000-000000000001',
		...STAY,
	});
	await createGrant({
		user_identity_id: guest101,
		device_ids: [hotel.devices.room101, hotel.devices.poolGate],
		requested_access_methods: [{ mode: 'code', code: '5679' }, { mode: 'card' }],
		...STAY,
	});
	// A lock whose maker chooses the PIN, which is unknown until the code is set.
	const storeRoom = sandbox.state.workspaces
		.get(workspaceIds.main)
		?.devicesById.get(hotel.devices.storeRoom);
	if (storeRoom)
		storeRoom.record.properties = {
			...storeRoom.record.properties,
			code_constraints: [{ constraint_type: 'cannot_specify_pin_code' }],
		};
	await createGrant({
		user_identity_id: guest101,
		device_ids: [hotel.devices.storeRoom],
		requested_access_methods: [{ mode: 'code' }],
		...STAY,
	});
	await createGrant({
		user_identity_id: guest101,
		acs_entrance_ids: [hotel.entrances.lobby],
		requested_access_methods: [{ mode: 'mobile_key' }, { mode: 'mobile_key' }],
		...STAY,
	});
	await look(calls);
	await clock.advanceBy(60_000);
	await look(calls);
	await call('/access_grants/update', {
		access_grant_id: stay.access_grant_id,
		ends_at: '2026-03-06T11:00:00.000Z',
	});
	await call('/access_grants/update', {
		access_grant_id: hotel.accessGrants.stay104,
		starts_at: '2026-02-01T15:00:00.000Z',
	});
	await call('/spaces/remove_devices', {
		space_id: hotel.spaces.suite,
		device_ids: [hotel.devices.room103],
	});
	await look(calls);
	await clock.advanceBy(60_000);
	const code = (await calls.codes(stay.access_grant_id)).find(
		({ device_id }) => device_id === hotel.devices.frontDoor,
	);
	if (!code) throw new Error('The front door has no code');
	await call('/access_codes/pull_backup_access_code', { access_code_id: code.access_code_id });
	await look(calls);
	await call('/access_grants/delete', { access_grant_id: stay.access_grant_id });
	await look(calls);
});
afterAll(() => sandbox.stop());

const grantWith = (request: object) => ({
	user_identity_id: hotel.userIdentities.guest101,
	acs_entrance_ids: [hotel.entrances.lobby],
	requested_access_methods: [request],
});

describe('the specification of access_grant', () => {
	testFields(accessGrantFields, () => grants);

	testFields(requestedAccessMethodFields, () =>
		grants.flatMap((grant) => grant.requested_access_methods),
	);

	it.each(Object.entries(accessGrantMutations))(
		'access_grant.pending_mutations %s',
		(row, schema) => {
			expectVariant(
				grants.flatMap((grant) => grant.pending_mutations),
				'mutation_code',
				row.split(':', 1)[0] ?? '',
				schema,
			);
		},
	);

	it('access_grant.errors cannot_create_requested_access_methods: created_at, message, missing_device_ids optional', () => {
		const errors = grants.flatMap((grant) => grant.errors);
		expectVariant(
			errors,
			'error_code',
			'cannot_create_requested_access_methods',
			cannotCreateMethods,
		);
		expect(errors.map((error) => 'missing_device_ids' in error)).toEqual(
			expect.arrayContaining([true]),
		);
	});

	it('access_grant.warnings: code, message and created_at each', () => {
		const warnings = grants.flatMap((grant) => grant.warnings);
		expect(warnings.length).toBeGreaterThan(0);
		for (const warning of warnings) {
			expect(warning).toMatchObject({
				warning_code: expect.any(String) as string,
				message: expect.any(String) as string,
				created_at: expect.stringMatching(/Z$/) as string,
			});
		}
	});

	it('access_grant.client_session_token: returned only when the grant has a mobile_key access method', () => {
		for (const grant of grants) {
			const hasMobileKey = grant.requested_access_methods.some(
				({ mode, created_access_method_ids: ids }) => mode === 'mobile_key' && ids.length > 0,
			);
			expect('client_session_token' in grant).toBe(hasMobileKey);
		}
	});

	it('access_grant.instant_key_url: returned only when the grant has a single mobile_key access method', () => {
		const counts = grants.map((grant) => {
			const keys = grant.requested_access_methods.filter(({ mode }) => mode === 'mobile_key');
			const count = keys.flatMap(({ created_access_method_ids: ids }) => ids).length;
			expect('instant_key_url' in grant).toBe(count === 1);
			return count;
		});
		expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
	});

	it('access_grant.location_ids: deprecated, the same as space_ids', () => {
		for (const { location_ids, space_ids } of grants) expect(location_ids).toEqual(space_ids);
	});

	it.each(['123', '1234567890', '12a4', ''])(
		'Limits, access_grant requested method code: 4 to 9 characters, digits only; refuses "%s"',
		async (code) => {
			const { status, error } = await accessCalls(sandbox).refusal(
				'/access_grants/create',
				grantWith({ mode: 'code', code }),
			);
			expect([status, error.type]).toEqual([400, 'invalid_input']);
		},
	);

	it.each(['1234', '123456789'])(
		'Limits, access_grant requested method code: 4 to 9 characters, digits only; accepts "%s"',
		async (code) => {
			const grant = await accessCalls(sandbox).createGrant(grantWith({ mode: 'code', code }));
			expect(grant.requested_access_methods).toMatchObject([{ code }]);
		},
	);

	it.each([0, -1, 1.5])(
		'Limits, instant_key_max_use_count: integer, minimum 1; refuses %d',
		async (instant_key_max_use_count) => {
			const { status, error } = await accessCalls(sandbox).refusal(
				'/access_grants/create',
				grantWith({ mode: 'mobile_key', instant_key_max_use_count }),
			);
			expect([status, error.type]).toEqual([400, 'invalid_input']);
		},
	);

	it('access_grant.requested_access_methods.instant_key_max_use_count: default 1, only when mode is mobile_key', () => {
		for (const { mode, instant_key_max_use_count: useCount } of grants.flatMap(
			(grant) => grant.requested_access_methods,
		)) {
			expect(useCount).toBe(mode === 'mobile_key' ? 1 : undefined);
		}
	});
});

describe('the specification of access_method', () => {
	testFields(accessMethodFields, () => methods);

	it.each(Object.entries(accessMethodMutations))(
		'access_method.pending_mutations %s',
		(row, schema) => {
			expectVariant(
				methods.flatMap((method) => method.pending_mutations),
				'mutation_code',
				row.split(':', 1)[0] ?? '',
				schema,
			);
		},
	);

	it.each(Object.entries(accessMethodWarnings))(
		'access_method.warnings %s: created_at, message',
		(code, schema) => {
			expectVariant(
				methods.flatMap((method) => method.warnings),
				'warning_code',
				code,
				schema,
			);
		},
	);

	it('access_method.code: the PIN for code-mode methods alone', () => {
		for (const method of methods) expect('code' in method).toBe(method.mode === 'code');
	});

	it('access_method.instant_key_url and client_session_token: only for mobile keys', () => {
		for (const method of methods) {
			expect(['instant_key_url' in method, 'client_session_token' in method]).toEqual(
				method.mode === 'mobile_key' ? [true, true] : [false, false],
			);
		}
	});
});
