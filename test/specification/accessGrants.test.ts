import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import '../support/contract/holdToContract';
import { testVariety } from './testVariety';
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

const MODES = ['code', 'card', 'mobile_key', 'cloud_key'];

describe('access grants', () => {
	const requested = () => grants.flatMap((grant) => grant.requested_access_methods);

	testVariety(() => grants, {
		nullable: ['name', 'ends_at'],
		optional: [
			'access_grant_key',
			'reservation_key',
			'customization_profile_id',
			'client_session_token',
			'instant_key_url',
		],
		codes: {
			errors: ['cannot_create_requested_access_methods'],
			pending_mutations: ['updating_spaces', 'updating_access_times'],
		},
	});
	testVariety(requested, { values: { mode: MODES }, optional: ['code'] });

	it('say in an error which devices got no access', () => {
		const errors = grants.flatMap((grant) => grant.errors);
		expect(errors).toContainEqual(
			expect.objectContaining({ missing_device_ids: [hotel.devices.poolGate] }),
		);
	});

	it('have a session token only with a mobile key, and its link only with a single one', () => {
		const counts = grants.map((grant) => {
			const keys = grant.requested_access_methods.filter(({ mode }) => mode === 'mobile_key');
			const count = keys.flatMap(({ created_access_method_ids: ids }) => ids).length;
			expect('client_session_token' in grant).toBe(count > 0);
			expect('instant_key_url' in grant).toBe(count === 1);
			return count;
		});
		expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
	});

	it('have the places of space_ids in the deprecated location_ids, too', () => {
		for (const { location_ids, space_ids } of grants) expect(location_ids).toEqual(space_ids);
	});

	it('let only a mobile key have a number of uses, which is 1 by default', () => {
		for (const { mode, instant_key_max_use_count: useCount } of requested())
			expect(useCount).toBe(mode === 'mobile_key' ? 1 : undefined);
	});
});

describe('access methods', () => {
	testVariety(() => methods, {
		nullable: ['code', 'issued_at'],
		optional: [
			'is_assignment_required',
			'is_ready_for_assignment',
			'is_encoding_required',
			'is_ready_for_encoding',
			'customization_profile_id',
		],
		values: { mode: MODES, is_issued: [false, true] },
		codes: {
			warnings: ['being_deleted', 'updating_access_times', 'pulled_backup_access_code'],
			pending_mutations: ['provisioning_access', 'revoking_access', 'updating_access_times'],
		},
	});

	it('have a PIN only if they are one, and a link and token only if they are a mobile key', () => {
		for (const method of methods) {
			const isKey = method.mode === 'mobile_key';
			expect('code' in method).toBe(method.mode === 'code');
			expect('instant_key_url' in method).toBe(isKey);
			expect('client_session_token' in method).toBe(isKey);
		}
	});
});
