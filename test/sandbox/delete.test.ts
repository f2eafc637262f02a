import { ManualClock } from '../../sandbox/domain/clock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const DELETE = '/access_codes/unmanaged/delete';

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(async () => {
	clock = new ManualClock();
	sandbox = await createSandbox({ clock });
});
afterEach(() => sandbox.stop());

const convertible = { access_code_id: hotel.unmanagedCodes.convertible };

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
