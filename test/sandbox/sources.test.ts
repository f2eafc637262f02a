import { hotel } from '../../sandbox/fixtures/hotel';
import type { Source } from '../../sandbox/schemas/source';
import { calls, clock, replaceSandbox, sandbox, useFreshSandbox } from './freshSandbox';

// The vendor's sources contradict each other (docs/service.md). One setting chooses the source that
// the sandbox follows.

useFreshSandbox();

const SINCE = '2020-01-01T00:00:00Z';
type Member = Record<string, unknown>;

const statusOf = async (source: Source, path: string, parameters: object): Promise<number> => {
	sandbox.settings.source = source;
	return await calls.call(path, parameters).then(
		() => 200,
		async () => (await calls.refusal(path, parameters)).status,
	);
};

it.each<[source: Source, type: string, status: number]>([
	['openapi', 'access_code.failed_to_update', 400],
	['sdk', 'access_code.failed_to_update', 200],
	['sdk', 'access_code.failed_to_remove', 200],
	['sdk', 'access_code.failed_to_expire', 400],
	['guide', 'access_code.failed_to_update', 400],
	['guide', 'access_method.card_assignment_required', 200],
	['openapi', 'access_method.card_assignment_required', 400],
])(
	'going by the %s, the event type %s is answered with %d, as a filter and for a webhook',
	async (source, type, status) => {
		expect(
			await statusOf(source, '/events/list', {
				since: SINCE,
				event_types: ['device.connected', type],
			}),
		).toBe(status);
		expect(await statusOf(source, '/events/get', { event_type: type })).toBe(
			status === 200 ? 404 : status,
		);
		expect(
			await statusOf(source, '/webhooks/create', {
				url: 'http://127.0.0.1:9/',
				event_types: [type],
			}),
		).toBe(status);
	},
);

it.each<[source: Source, code: string]>([
	['openapi', 'failed_to_set_on_device'],
	['sdk', 'failed_to_update'],
])(
	'going by the %s, a failed update leaves the error and sends the event %s',
	async (source, code) => {
		await replaceSandbox({ settings: { source } });
		const { access_code_id } = await calls.call<{ access_code_id: string }>(
			'/access_codes/get',
			{ access_code_id: hotel.managedCodes.meetingRoom },
			'access_code',
		);
		sandbox.faults.next('/access_codes/update', { kind: 'attemptFails' });
		await calls.call('/access_codes/update', { access_code_id, code: '9081' });
		await clock.advanceBy(sandbox.settings.attemptDurationMs);
		expect(await calls.call('/access_codes/get', { access_code_id }, 'access_code')).toMatchObject({
			errors: [{ error_code: code }],
		});
		expect(await calls.events({ access_code_id, event_type: `access_code.${code}` })).toHaveLength(
			1,
		);
	},
);

it('only the SDK knows some makers and types of devices', async () => {
	for (const filter of [
		{ manufacturer: 'aqara' },
		{ device_type: 'aqara_lock' },
		{ device_types: ['august_lock', 'tapo_camera'] },
	]) {
		expect([
			await statusOf('openapi', '/devices/list', filter),
			await statusOf('sdk', '/devices/list', filter),
		]).toEqual([400, 200]);
		expect(await statusOf('openapi', '/devices/unmanaged/list', filter)).toBe(400);
	}
	expect(await statusOf('sdk', '/devices/list', { manufacturer: 'nobody' })).toBe(400);
});

it('missing permissions of an account are a warning of the device, and an error in the SDK', async () => {
	const issue = { message: expect.any(String) as string, created_at: expect.any(String) as string };
	const storeRoom = async () =>
		await calls.call<Member>('/devices/get', { device_id: hotel.devices.storeRoom }, 'device');
	expect(await storeRoom()).toMatchObject({
		errors: [],
		warnings: [{ warning_code: 'insufficient_permissions', ...issue }],
	});
	sandbox.settings.source = 'sdk';
	expect(await storeRoom()).toMatchObject({
		errors: [{ error_code: 'insufficient_permissions', is_device_error: true, ...issue }],
		warnings: [],
	});
});

it('only the SDK finds the entrances of an access method', async () => {
	const entrances = async () =>
		(
			await calls.call<Member[]>(
				'/acs/entrances/list',
				{ access_method_id: hotel.accessMethods.cardToAssign },
				'acs_entrances',
			)
		).map((one) => one.acs_entrance_id);
	expect(await entrances()).toHaveLength(3);
	sandbox.settings.source = 'sdk';
	expect(await entrances()).toEqual([hotel.entrances.gym]);
});

it('only the SDK has pages of access methods', async () => {
	const page = async () =>
		await calls.call<Member>('/access_methods/list', { access_grant_key: 'stay-101', limit: 1 });
	expect(await page()).toEqual({
		access_methods: [expect.anything(), expect.anything()],
		ok: true,
	});
	sandbox.settings.source = 'sdk';
	expect(await page()).toMatchObject({
		access_methods: [expect.anything()],
		pagination: { has_next_page: true },
	});
});

it('only the SDK has a text about the state of codes, grants and methods', async () => {
	const records = async () => [
		await calls.call<Member>(
			'/access_codes/get',
			{ access_code_id: hotel.managedCodes.meetingRoom },
			'access_code',
		),
		await calls.call<Member>(
			'/access_codes/unmanaged/get',
			{ access_code_id: hotel.unmanagedCodes.convertible },
			'access_code',
		),
		...(await calls.call<Member[]>('/access_grants/list', {}, 'access_grants')),
		await calls.method(hotel.accessMethods.code101),
	];
	expect((await records()).filter((record) => 'display_status' in record)).toEqual([]);
	sandbox.settings.source = 'sdk';
	expect((await records()).filter(({ display_status: text }) => typeof text !== 'string')).toEqual(
		[],
	);
});

describe('going by the prose of the guide', () => {
	beforeEach(() => {
		sandbox.settings.source = 'guide';
	});

	it('a grant has a session ID and a map of warnings, one of which says that a card waits for an encoder', async () => {
		const grant = await calls.call<Member>(
			'/access_grants/get',
			{ access_grant_id: hotel.accessGrants.stay102 },
			'access_grant',
		);
		expect(grant).toMatchObject({
			warning_map: { encoding_required: { warning_code: 'encoding_required' } },
		});
		expect(grant).not.toHaveProperty('warnings');
		const withKey = await calls.grant(hotel.accessGrants.stay101);
		expect([withKey.client_session_id, withKey.client_session_token]).toEqual([
			expect.any(String),
			undefined,
		]);
	});

	it('a method says under another name that a card has to be assigned', async () => {
		const method = await calls.method(hotel.accessMethods.cardToAssign);
		expect([method.is_assigning_required, method.is_assignment_required]).toEqual([
			true,
			undefined,
		]);
	});

	it('an event says that a card has to be assigned', async () => {
		await calls.createGrant({
			user_identity_id: hotel.userIdentities.guest101,
			acs_entrance_ids: [hotel.entrances.gym],
			requested_access_methods: [{ mode: 'card' }],
		});
		await clock.advanceBy(sandbox.settings.attemptDurationMs);
		expect(
			await calls.events({ event_type: 'access_method.card_assignment_required' }),
		).toHaveLength(1);
	});

	it('capabilities of accounts are in the plural', async () => {
		const [account] = await calls.call<Member[]>(
			'/connected_accounts/list',
			{},
			'connected_accounts',
		);
		expect(account).toMatchObject({ accepted_capabilities: ['locks', 'access_control'] });
	});
});

it('after a reset, the keys of the workspace work', async () => {
	expect(await calls.call('/workspaces/reset_sandbox', {}, 'action_attempt')).toMatchObject({
		status: 'pending',
		result: null,
	});
	await calls.call('/workspaces/get', {});
});
