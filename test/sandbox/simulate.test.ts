import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const SIMULATE = '/access_codes/simulate/create_unmanaged_access_code';

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(async () => {
	clock = new ManualClock(Date.parse('2026-03-01T12:00:00.000Z'));
	sandbox = await createSandbox({ clock });
});
afterEach(() => sandbox.stop());

describe('simulating a code that somebody entered at the lock', () => {
	it('adds an unmanaged code and says so by an event', async () => {
		const { body } = await callSandbox(sandbox, SIMULATE, { device_id: hotel.devices.storeRoom, name: 'New', code: '12345' });
		expect(body.access_code).toMatchObject({ name: 'New', code: '12345', is_managed: false, created_at: '2026-03-01T12:00:00.000Z' });
		const listed = await callSandbox(sandbox, '/access_codes/unmanaged/list', { device_id: hotel.devices.storeRoom });
		expect(listed.body.access_codes).toEqual([body.access_code]);
		const events = await callSandbox(sandbox, '/events/list', { since: '2020-01-01T00:00:00Z' });
		expect(events.body.events).toMatchObject([{ event_type: 'access_code.unmanaged.created', device_id: hotel.devices.storeRoom }]);
	});

	it.each(['123', '123456789', '12a4'])('refuses the PIN %s', async (code) => {
		const { body } = await callSandbox(sandbox, SIMULATE, { device_id: hotel.devices.spa, name: 'New', code });
		expect(body).toMatchObject({ error: { type: 'invalid_input' } });
	});
});

describe('resetting the workspace', () => {
	it('puts devices and codes back, ends what is under way, and keeps webhooks', async () => {
		await callSandbox(sandbox, '/webhooks/create', { url: 'http://127.0.0.1:9/', event_types: ['device.deleted'] });
		await callSandbox(sandbox, '/access_codes/unmanaged/delete', { access_code_id: hotel.unmanagedCodes.convertible, sync: true });
		await callSandbox(sandbox, '/access_codes/unmanaged/delete', { access_code_id: hotel.unmanagedCodes.anotherConvertible });

		const { body } = await callSandbox<{ action_attempt: { action_attempt_id: string } }>(sandbox, '/workspaces/reset_sandbox');
		expect(body.action_attempt).toMatchObject({ action_type: 'RESET_SANDBOX_WORKSPACE', status: 'pending' });
		await clock.advanceBy(2_000);
		const { action_attempt_id } = body.action_attempt;
		const attempt = await callSandbox(sandbox, '/action_attempts/get', { action_attempt_id });
		expect(attempt.body.action_attempt).toMatchObject({ status: 'success' });
		const codes = await callSandbox(sandbox, '/access_codes/unmanaged/list', { device_id: hotel.devices.room101 });
		expect(codes.body.access_codes).toHaveLength(3);
		expect((await callSandbox(sandbox, '/events/list', { since: '2020-01-01T00:00:00Z' })).body.events).toEqual([]);
		expect((await callSandbox(sandbox, '/webhooks/list')).body.webhooks).toHaveLength(1);
	});
});

it.each([
	['/workspaces/reset_sandbox', {}],
	[SIMULATE, { device_id: hotel.otherWorkspace.device, name: 'New', code: '1234' }],
])('%s is refused in a workspace that is no sandbox', async (path, parameters) => {
	const { status, body } = await callSandbox(sandbox, path, parameters, { apiKey: sandbox.apiKeys.other });
	expect(status).toBe(400);
	expect(body).toMatchObject({ error: { type: 'workspace_not_sandbox' } });
});
