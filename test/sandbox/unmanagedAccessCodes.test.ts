import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const DELETE = '/access_codes/unmanaged/delete';
const SIMULATE = '/access_codes/simulate/create_unmanaged_access_code';
const convertible = { access_code_id: hotel.unmanagedCodes.convertible };

interface AttemptBody {
	action_attempt: { action_attempt_id: string; action_type: string; status: string; result: object | null; error: object | null };
	ok: boolean;
}

interface EventsBody {
	events: Array<Record<string, unknown>>;
}

const convert = (accessCodeId: string, options: object = {}) =>
	callSandbox<AttemptBody>(sandbox, CONVERT, { access_code_id: accessCodeId, ...options });

const attemptNow = async ({ body }: { body: AttemptBody }) =>
	(await callSandbox<AttemptBody>(sandbox, '/action_attempts/get', { action_attempt_id: body.action_attempt.action_attempt_id })).body
		.action_attempt;

const events = async () => (await callSandbox<EventsBody>(sandbox, '/events/list', { since: '2020-01-01T00:00:00Z' })).body.events;

async function unmanagedIds(deviceId: string): Promise<string[]> {
	const { body } = await callSandbox<{ access_codes: Array<{ access_code_id: string }> }>(sandbox, '/access_codes/unmanaged/list', {
		device_id: deviceId,
	});
	return body.access_codes.map(({ access_code_id }) => access_code_id);
}

useFreshSandbox();

describe('converting an unmanaged code', () => {
	it('answers with a pending attempt and changes nothing until the time is up', async () => {
		const { body } = await convert(hotel.unmanagedCodes.convertible);
		await clock.advanceBy(1_999);
		expect(body).toEqual({
			action_attempt: {
				action_attempt_id: expect.any(String) as string,
				action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
				status: 'pending',
				result: null,
				error: null,
			},
			ok: true,
		});
		expect(await attemptNow({ body })).toEqual(body.action_attempt);
		expect(await unmanagedIds(hotel.devices.room101)).toContain(hotel.unmanagedCodes.convertible);
		expect(await events()).toEqual([]);
	});

	it('then moves the code, with the same id, to the managed ones, and reports it by attempt and event', async () => {
		const answer = await convert(hotel.unmanagedCodes.convertible, { is_external_modification_allowed: true });
		await clock.advanceBy(2_000);
		expect(await attemptNow(answer)).toMatchObject({ status: 'success', result: {}, error: null });
		expect(await unmanagedIds(hotel.devices.room101)).not.toContain(hotel.unmanagedCodes.convertible);
		const managed = await callSandbox(sandbox, '/access_codes/list', { device_id: hotel.devices.room101 });
		expect(managed.body.access_codes).toMatchObject([
			{ access_code_id: hotel.unmanagedCodes.convertible, code: '1011', name: 'Guest 101', is_managed: true, is_external_modification_allowed: true },
		]);
		expect(await events()).toEqual([
			{
				event_id: expect.any(String) as string,
				event_type: 'access_code.unmanaged.converted_to_managed',
				created_at: '2026-03-01T12:00:02.000Z',
				occurred_at: '2026-03-01T12:00:02.000Z',
				workspace_id: '10000000-0000-4000-8000-000000000001',
				connected_account_id: '20000000-0000-4000-8000-000000000102',
				device_id: hotel.devices.room101,
				access_code_id: hotel.unmanagedCodes.convertible,
			},
		]);
	});

	it('keeps managed and unmanaged ids apart', async () => {
		const managedId = { access_code_id: hotel.managedCodes.frontDesk };
		const unmanagedId = { access_code_id: hotel.unmanagedCodes.convertible };
		const answers = [
			await callSandbox(sandbox, '/access_codes/unmanaged/get', managedId),
			await callSandbox(sandbox, CONVERT, managedId),
			await callSandbox(sandbox, DELETE, managedId),
			await callSandbox(sandbox, '/access_codes/get', unmanagedId),
		];
		for (const { status, body } of answers) {
			expect(status).toBe(404);
			expect(body).toMatchObject({ error: { type: 'access_code_not_found' }, ok: false });
		}
	});

	it('allows external modification under its other name, too', async () => {
		await convert(hotel.unmanagedCodes.convertible, { allow_external_modification: true, sync: true });
		const { body } = await callSandbox(sandbox, '/access_codes/get', { access_code_id: hotel.unmanagedCodes.convertible });
		expect(body.access_code).toMatchObject({ is_external_modification_allowed: true });
	});

	it('finishes before it answers when asked to (sync)', async () => {
		const { body } = await convert(hotel.unmanagedCodes.convertible, { sync: true });
		expect(body.action_attempt).toMatchObject({ status: 'success', result: {} });
	});

	it('answers ok alone when told so, and converts all the same', async () => {
		sandbox.settings.convertAnswer = 'okOnly';
		const { body } = await convert(hotel.unmanagedCodes.convertible);
		await clock.advanceBy(2_000);
		expect(body).toEqual({ ok: true });
		expect(await events()).toMatchObject([{ event_type: 'access_code.unmanaged.converted_to_managed' }]);
	});

	it.each(['PATCH', 'POST'] as const)('converts through the older update by %s, which answers ok alone', async (method) => {
		const parameters = { access_code_id: hotel.unmanagedCodes.convertible, is_managed: true };
		const { body } = await callSandbox(sandbox, '/access_codes/unmanaged/update', parameters, { method });
		await clock.advanceBy(2_000);
		expect(body).toEqual({ ok: true });
		expect(await unmanagedIds(hotel.devices.room101)).not.toContain(hotel.unmanagedCodes.convertible);
	});

	it('refuses the older update with is_managed false', async () => {
		const { body } = await callSandbox(sandbox, '/access_codes/unmanaged/update', {
			access_code_id: hotel.unmanagedCodes.convertible,
			is_managed: false,
		});
		expect(body).toMatchObject({ error: { type: 'invalid_input' } });
	});

	it.each([
		['flagged as not manageable', hotel.unmanagedCodes.cannotBeManaged],
		['on igloohome', hotel.unmanagedCodes.onIgloohome],
		['on SmartThings', hotel.unmanagedCodes.onSmartThings],
	])('refuses a code %s at once', async (_kind, accessCodeId) => {
		const { status, body } = await callSandbox(sandbox, CONVERT, { access_code_id: accessCodeId });
		expect(status).toBe(400);
		expect(body).toMatchObject({ error: { type: 'unsupported_device', data: { access_code_id: accessCodeId } }, ok: false });
	});

	it('lets a conversion fail later: attempt, event with its reasons, errors on the code, and the code stays', async () => {
		const answer = await convert(hotel.unmanagedCodes.failsToConvert);
		await clock.advanceBy(2_000);
		const message = 'The device already has a managed access code with the same PIN.';
		const issue = { error_code: 'duplicate_code_on_device', message, created_at: '2026-03-01T12:00:02.000Z' };
		expect(await attemptNow(answer)).toMatchObject({
			status: 'error',
			result: null,
			error: { type: 'duplicate_code_on_device', message },
		});
		expect(await events()).toMatchObject([
			{
				event_type: 'access_code.unmanaged.failed_to_convert_to_managed',
				access_code_id: hotel.unmanagedCodes.failsToConvert,
				access_code_errors: [issue],
				access_code_warnings: [],
				device_errors: [],
				device_warnings: [],
				connected_account_errors: [],
				connected_account_warnings: [],
			},
		]);
		const { body } = await callSandbox(sandbox, '/access_codes/unmanaged/get', { access_code_id: hotel.unmanagedCodes.failsToConvert });
		expect(body.access_code).toMatchObject({ is_managed: false, errors: [{ ...issue, is_access_code_error: true }] });
	});

	it('fails on a device that is offline, with the device as the reason', async () => {
		const answer = await convert(hotel.unmanagedCodes.onOfflineDevice);
		await clock.advanceBy(2_000);
		expect(await attemptNow(answer)).toMatchObject({ status: 'error', error: { type: 'device_disconnected' } });
		expect(await events()).toMatchObject([{ access_code_errors: [], device_errors: [{ error_code: 'device_disconnected' }] }]);
	});

	it('takes a code over from another workspace only with force, and warns that workspace', async () => {
		const accessCodeId = hotel.unmanagedCodes.heldByOtherWorkspace;
		const refused = await convert(accessCodeId);
		await clock.advanceBy(2_000);
		expect(await attemptNow(refused)).toMatchObject({
			status: 'error',
			error: {
				type: 'managed_by_another_workspace',
				message: 'The access code is managed by another workspace. Convert it with force to take it over.',
			},
		});

		const forced = await convert(accessCodeId, { force: true });
		await clock.advanceBy(2_000);
		expect(await attemptNow(forced)).toMatchObject({ status: 'success' });
		const { body } = await callSandbox(
			sandbox,
			'/access_codes/get',
			{ access_code_id: hotel.otherWorkspace.managedCode },
			{ apiKey: sandbox.apiKeys.other },
		);
		expect(body.access_code).toMatchObject({ warnings: [{ warning_code: 'management_transferred' }] });
	});

	it('joins a second conversion of the same code to the first', async () => {
		const first = await convert(hotel.unmanagedCodes.convertible);
		const second = await convert(hotel.unmanagedCodes.convertible);
		await clock.advanceBy(10_000);
		expect(second.body).toEqual(first.body);
		expect(await events()).toHaveLength(1);
	});

	it('refuses to delete a code that is being converted', async () => {
		await convert(hotel.unmanagedCodes.convertible);
		const { status, body } = await callSandbox(sandbox, DELETE, convertible);
		expect(status).toBe(409);
		expect(body).toMatchObject({ error: { type: 'access_code_busy' } });
	});

});

describe('deleting an unmanaged code', () => {
	it.each(['DELETE', 'POST'] as const)('deletes by %s: attempt first pending, then success, and the code is gone', async (method) => {
		const { body } = await callSandbox<{ action_attempt: { action_attempt_id: string } }>(sandbox, DELETE, convertible, { method });
		expect(body).toMatchObject({
			action_attempt: { action_type: 'DELETE_UNMANAGED_ACCESS_CODE', status: 'pending', result: null, error: null },
			ok: true,
		});
		expect((await callSandbox(sandbox, '/access_codes/unmanaged/get', convertible)).status).toBe(200);

		await clock.advanceBy(2_000);
		const { action_attempt_id } = body.action_attempt;
		const attempt = await callSandbox(sandbox, '/action_attempts/get', { action_attempt_id });
		expect(attempt.body.action_attempt).toMatchObject({ status: 'success', result: {}, error: null });
		expect((await callSandbox(sandbox, '/access_codes/unmanaged/get', convertible)).status).toBe(404);
		const events = await callSandbox(sandbox, '/events/list', { since: '2020-01-01T00:00:00Z' });
		expect(events.body.events).toMatchObject([
			{ event_type: 'access_code.unmanaged.removed', access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101 },
		]);
	});

	it('deletes where conversion is impossible', async () => {
		const onSmartThings = { access_code_id: hotel.unmanagedCodes.onSmartThings };
		await callSandbox(sandbox, DELETE, { ...onSmartThings, sync: true });
		expect((await callSandbox(sandbox, '/access_codes/unmanaged/get', onSmartThings)).status).toBe(404);
	});

	it('answers ok alone when told so', async () => {
		sandbox.settings.deleteAnswer = 'okOnly';
		expect((await callSandbox(sandbox, DELETE, convertible)).body).toEqual({ ok: true });
		await clock.advanceBy(2_000);
		expect((await callSandbox(sandbox, '/access_codes/unmanaged/get', convertible)).status).toBe(404);
	});

	it('refuses a code that only the app of the lock maker can delete', async () => {
		const { status, body } = await callSandbox(sandbox, DELETE, { access_code_id: hotel.unmanagedCodes.cannotDelete });
		expect(status).toBe(400);
		expect(body).toMatchObject({ error: { type: 'unsupported_device' }, ok: false });
	});

	it('joins a second deletion to the first, and does not find the code afterwards', async () => {
		const first = await callSandbox(sandbox, DELETE, convertible);
		const second = await callSandbox(sandbox, DELETE, convertible);
		await clock.advanceBy(2_000);
		const third = await callSandbox(sandbox, DELETE, convertible);
		expect(second.body).toEqual(first.body);
		expect(third.body).toMatchObject({ error: { type: 'access_code_not_found' } });
	});
});

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
