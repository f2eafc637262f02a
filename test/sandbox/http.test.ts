import { setImmediate } from 'node:timers/promises';
import { ManualClock } from '../support/clock/manualClock';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(() => sandbox.stop());

describe('requests that are none', () => {
	it('answers an unknown path with the text 404 and no request id', async () => {
		const { status, headers, body } = await callSandbox(sandbox, '/nothing/here');
		expect([status, body, headers['seam-request-id']]).toEqual([404, 404, undefined]);
		expect(headers['content-type']).toMatch(/^text\/plain/);
	});

	it('answers a body that is no JSON with the text Invalid JSON and no request id', async () => {
		const { status, headers, body } = await callSandbox(
			sandbox,
			'/workspaces/get',
			{},
			{ text: '{"broken' },
		);
		expect([status, body, headers['seam-request-id']]).toEqual([400, 'Invalid JSON', undefined]);
	});

	it('answers a method that the path does not offer with 405', async () => {
		const { status, body } = await callSandbox(sandbox, '/devices/list', {}, { method: 'DELETE' });
		expect(status).toBe(405);
		expect(body).toMatchObject({ error: { type: 'method_not_allowed' }, ok: false });
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded'])(
		'refuses a body of type %s',
		async (type) => {
			const { status, body } = await callSandbox(
				sandbox,
				'/workspaces/get',
				{},
				{ headers: { 'content-type': type } },
			);
			expect(status).toBe(400);
			expect(body).toMatchObject({ error: { type: 'invalid_content_type' }, ok: false });
		},
	);

	it('refuses a POST without a body and content type, as a client sends that drops empty objects', async () => {
		const { default: got } = await import('got');
		const response = await got.post(`${sandbox.url}/workspaces/get`, {
			headers: { authorization: `Bearer ${sandbox.apiKey}` },
			throwHttpErrors: false,
		});
		expect(JSON.parse(response.body)).toMatchObject({ error: { type: 'invalid_content_type' } });
	});

	it('names every wrong parameter and counts them', async () => {
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
	});

	it('puts a rule across parameters into the top-level errors', async () => {
		const { body } = await callSandbox(sandbox, '/devices/get');
		expect(body).toMatchObject({
			error: {
				type: 'invalid_input',
				validation_errors: { _errors: ['One of device_id, name is required'] },
			},
		});
	});
});

describe('parameters in the query', () => {
	it('reads repeated keys, booleans, numbers, object members and empty values', async () => {
		const { body } = await callSandbox<{ devices: Array<{ device_id: string }> }>(
			sandbox,
			`/devices/list?device_types=schlage_lock&device_types=yale_lock&custom_metadata_has.floor=1&limit=2&page_cursor=`,
			{},
			{ method: 'GET' },
		);
		expect(body.devices.map(({ device_id }) => device_id)).toEqual([
			hotel.devices.room101,
			hotel.devices.room102,
		]);
	});

	it('reads the parameters of DELETE from the query or from the body', async () => {
		const inQuery = await callSandbox(
			sandbox,
			`/access_codes/unmanaged/delete?access_code_id=${hotel.unmanagedCodes.cannotDelete}`,
			{},
			{ method: 'DELETE' },
		);
		const inBody = await callSandbox(
			sandbox,
			'/access_codes/unmanaged/delete',
			{ access_code_id: hotel.unmanagedCodes.cannotDelete },
			{ method: 'DELETE' },
		);
		expect([inQuery.body, inBody.body]).toMatchObject([
			{ error: { type: 'unsupported_device' } },
			{ error: { type: 'unsupported_device' } },
		]);
	});
});

it('sends a request id with every answer of the service', async () => {
	const { headers } = await callSandbox(sandbox, '/devices/list');
	expect(headers['seam-request-id']).toMatch(UUID);
});

it('tells when it has written an answer, by its own clock, and not when the request came', async () => {
	const clock = new ManualClock(Date.parse('2030-01-31T10:00:00.800Z'));
	const own = await createSandbox({
		clock,
		settings: { convertAnswer: 'okOnly', attemptDurationMs: 0 },
	});
	try {
		own.faults.next(CONVERT, { kind: 'slow', delayMs: 100, isProcessed: true });
		const answered = callSandbox(own, CONVERT, {
			access_code_id: hotel.unmanagedCodes.convertible,
		});
		while (own.requests.entries[0]?.body === undefined) await setImmediate();
		await clock.advanceBy(300);
		const { headers } = await answered;
		const { body } = await callSandbox(own, '/events/list', { since: '2030-01-31T10:00:00.000Z' });
		expect([headers.date, body.events]).toEqual([
			'Thu, 31 Jan 2030 10:00:01 GMT',
			[
				expect.objectContaining({
					access_code_id: hotel.unmanagedCodes.convertible,
					created_at: '2030-01-31T10:00:00.800Z',
				}),
			],
		]);
	} finally {
		await own.stop();
	}
});
