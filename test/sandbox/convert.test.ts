import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const START = '2026-03-01T12:00:00.000Z';

interface AttemptBody {
	action_attempt: { action_attempt_id: string; action_type: string; status: string; result: object | null; error: object | null };
	ok: boolean;
}

interface EventsBody {
	events: Array<Record<string, unknown>>;
}

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(async () => {
	clock = new ManualClock(Date.parse(START));
	sandbox = await createSandbox({ clock });
});
afterEach(() => sandbox.stop());

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
		await callSandbox(sandbox, '/access_codes/unmanaged/delete', managedId),
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
	const { status, body } = await callSandbox(sandbox, '/access_codes/unmanaged/delete', {
		access_code_id: hotel.unmanagedCodes.convertible,
	});
	expect(status).toBe(409);
	expect(body).toMatchObject({ error: { type: 'access_code_busy' } });
});

it('runs over real time with the system clock', async () => {
	const real = await createSandbox({ settings: { attemptDurationMs: 20 } });
	try {
		const { body } = await callSandbox<AttemptBody>(real, CONVERT, { access_code_id: hotel.unmanagedCodes.convertible });
		let status = 'pending';
		while (status === 'pending') {
			const { action_attempt_id } = body.action_attempt;
			const answer = await callSandbox<AttemptBody>(real, '/action_attempts/get', { action_attempt_id });
			status = answer.body.action_attempt.status;
		}
		expect(status).toBe('success');
	} finally {
		await real.stop();
	}
});
