import { Value } from 'typebox/value';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { routes } from '../../../sandbox/routes';
import { hotel, workspaceIds } from '../../../sandbox/seed';
import { callSandbox } from './callSandbox';

/** Written down from the specification and facts 5, not taken from the sandbox's schemas. */
const REQUIRED = {
	managed:
		'workspace_id common_code_key type access_code_id device_id name code created_at errors warnings is_managed status is_backup_access_code_available is_external_modification_allowed is_one_time_use is_offline_access_code pending_mutations',
	unmanaged: 'access_code_id workspace_id device_id type name created_at errors warnings is_managed status',
	device:
		'device_id device_type display_name space_ids capabilities_supported properties connected_account_id workspace_id errors warnings created_at is_managed custom_metadata',
	connectedAccount:
		'connected_account_id display_name account_type_display_name automatically_manage_new_devices accepted_capabilities custom_metadata errors warnings',
};

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
});
afterAll(() => sandbox.stop());

function missingMembers(required: string, record: object): string[] {
	return required.split(' ').filter((name) => !(name in record));
}

async function recordOf(path: string, parameters: object, member: string): Promise<object> {
	const { body } = await callSandbox<Record<string, object>>(sandbox, path, parameters);
	return body[member] ?? {};
}

it('gives managed access codes every required field', async () => {
	const record = await recordOf('/access_codes/get', { access_code_id: hotel.managedCodes.frontDesk }, 'access_code');
	expect(missingMembers(REQUIRED.managed, record)).toEqual([]);
	expect(record).toMatchObject({ is_managed: true, status: 'set', code: '11', device_id: hotel.devices.frontDoor });
});

it('gives unmanaged access codes a record of their own, without the fields of managed ones', async () => {
	const record = await recordOf('/access_codes/unmanaged/get', { access_code_id: hotel.unmanagedCodes.convertible }, 'access_code');
	expect(record).toEqual({
		access_code_id: hotel.unmanagedCodes.convertible,
		workspace_id: workspaceIds.main,
		device_id: hotel.devices.room101,
		name: 'Guest 101',
		code: '1011',
		type: 'ongoing',
		status: 'set',
		created_at: '2026-01-15T10:16:51.000Z',
		is_managed: false,
		errors: [],
		warnings: [],
	});
	expect(missingMembers(REQUIRED.unmanaged, record)).toEqual([]);
});

it('shows what is special about an unmanaged code', async () => {
	const { timeBound, unset, cannotBeManaged, cannotDelete, onSmartThings } = hotel.unmanagedCodes;
	const [bound, notSet, unmanageable, undeletable, hidden] = await Promise.all(
		[timeBound, unset, cannotBeManaged, cannotDelete, onSmartThings].map((access_code_id) =>
			recordOf('/access_codes/unmanaged/get', { access_code_id }, 'access_code'),
		),
	);
	expect(bound).toMatchObject({ type: 'time_bound', starts_at: '2026-02-01T15:00:00.000Z', ends_at: '2026-02-08T11:00:00.000Z' });
	expect(notSet).toMatchObject({ status: 'unset' });
	expect(unmanageable).toMatchObject({ cannot_be_managed: true });
	expect(undeletable).toMatchObject({ cannot_delete_unmanaged_access_code: true });
	expect(hidden).not.toHaveProperty('code');
});

it('gives devices and accounts every required field', async () => {
	const device = await recordOf('/devices/get', { device_id: hotel.devices.garage }, 'device');
	expect(missingMembers(REQUIRED.device, device)).toEqual([]);
	expect(device).toMatchObject({
		display_name: 'Garage',
		properties: { online: false, name: 'Garage', appearance: { name: 'Garage' }, model: { display_name: 'Smart Lock' } },
		errors: [{ error_code: 'device_disconnected', is_device_error: true }],
	});
	const { connected_account_id } = device as { connected_account_id: string };
	const account = await recordOf('/connected_accounts/get', { connected_account_id }, 'connected_account');
	expect(missingMembers(REQUIRED.connectedAccount, account)).toEqual([]);
});

const eventId = async () => sandbox.emitEvent({ event_type: 'device.connected', device_id: hotel.devices.spa }).event_id;
const webhook = async () => {
	const { body } = await callSandbox<{ webhook: { webhook_id: string } }>(sandbox, '/webhooks/create', { url: 'http://127.0.0.1:9/' });
	return body.webhook.webhook_id;
};
const attemptId = async () => {
	const { body } = await callSandbox<{ action_attempt: { action_attempt_id: string } }>(sandbox, '/access_codes/unmanaged/delete', {
		access_code_id: hotel.unmanagedCodes.onIgloohome,
	});
	return body.action_attempt.action_attempt_id;
};

const codeOf = (access_code_id: string) => async () => ({ access_code_id });
const EXAMPLES: Record<string, () => Promise<object>> = {
	'/workspaces/reset_sandbox': async () => ({}),
	'/connected_accounts/get': async () => {
		const { body } = await callSandbox<{ connected_accounts: object[] }>(sandbox, '/connected_accounts/list');
		return body.connected_accounts[0] ?? {};
	},
	'/devices/get': async () => ({ device_id: hotel.devices.spa }),
	'/access_codes/list': async () => ({ device_id: hotel.devices.meetingRoom }),
	'/access_codes/get': codeOf(hotel.managedCodes.meetingRoom),
	'/access_codes/unmanaged/list': async () => ({ device_id: hotel.devices.spa }),
	'/access_codes/unmanaged/get': codeOf(hotel.unmanagedCodes.onSmartThings),
	'/access_codes/unmanaged/convert_to_managed': codeOf(hotel.unmanagedCodes.timeBound),
	'/access_codes/unmanaged/update': async () => ({ access_code_id: hotel.unmanagedCodes.unset, is_managed: true }),
	'/access_codes/unmanaged/delete': codeOf(hotel.unmanagedCodes.cannotBeManaged),
	'/access_codes/simulate/create_unmanaged_access_code': async () => ({ device_id: hotel.devices.spa, name: 'New', code: '1234' }),
	'/action_attempts/get': async () => ({ action_attempt_id: await attemptId() }),
	'/events/get': async () => ({ event_id: await eventId() }),
	'/events/list': async () => ({ since: '2020-01-01T00:00:00Z' }),
	'/webhooks/create': async () => ({ url: 'http://127.0.0.1:9/' }),
	'/webhooks/get': async () => ({ webhook_id: await webhook() }),
	'/webhooks/update': async () => ({ webhook_id: await webhook(), event_types: ['*'] }),
	'/webhooks/delete': async () => ({ webhook_id: await webhook() }),
};

describe('every operation', () => {
	beforeEach(() => sandbox.faults.clear());

	it.each(routes.filter(({ path }) => path !== '/workspaces/reset_sandbox').map((route) => [route.path, route] as const))(
		'%s answers ok and what its schema promises',
		async (path, route) => {
			const parameters = (await EXAMPLES[path]?.()) ?? {};
			const { status, body } = await callSandbox(sandbox, path, parameters);
			expect([status, body.ok]).toEqual([200, true]);
			expect(Value.Errors(route.response, body)).toEqual([]);
		},
	);
});
