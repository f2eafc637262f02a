import { setImmediate } from 'node:timers/promises';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';

useFreshSandbox({ settings: { convertAnswer: 'okOnly', attemptDurationMs: 0 } });

it('names every wrong parameter and counts them, with the request ID of the answer', async () => {
	const { status, body, headers } = await callSandbox(sandbox, '/devices/list', {
		limit: 0,
		device_ids: [hotel.devices.spa, 'no-uuid'],
	});
	expect(status).toBe(400);
	expect(body).toEqual({
		error: {
			type: 'invalid_input',
			message: '2 Input Errors: Invalid uuid for "device_ids.1", must be >= 1 for "limit"',
			validation_errors: {
				_errors: [],
				device_ids: { _errors: [], 1: { _errors: ['Invalid uuid'] } },
				limit: { _errors: ['must be >= 1'] },
			},
			request_id: headers['seam-request-id'],
		},
		ok: false,
	});
	expect(headers['seam-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

it('tells when it has written an answer, by its own clock, and not when the request came', async () => {
	const { convertible } = hotel.unmanagedCodes;
	sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 1_000, isProcessed: true });
	const answered = callSandbox(sandbox, CONVERT, { access_code_id: convertible });
	while (sandbox.requests.entries[0]?.body === undefined) await setImmediate();
	const happenedAt = new Date(clock.now()).toISOString();
	await clock.advanceBy(2_000);
	const { headers } = await answered;
	const { body } = await callSandbox(sandbox, '/events/list', { since: '2026-01-01T00:00:00Z' });
	expect([headers.date, body.events]).toEqual([
		new Date(clock.now()).toUTCString(),
		[expect.objectContaining({ access_code_id: convertible, created_at: happenedAt })],
	]);
});
