import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox, type OperationName } from '../support/hotelSandbox';
import { startHttpServer } from '../support/httpServer';

const { convertible, failsToConvert } = hotel.unmanagedCodes;
const REQUEST_ID = '70000000-0000-4000-8000-00000000aaaa';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const failure = (status: number, type: string, message: string, more: object = {}): Fault => ({
	kind: 'status', status, body: { error: { type, message, ...more }, ok: false },
});

const getCode = async (fault: Fault, onError?: 'continueRegularOutput') => {
	service.sandbox.faults.next('/access_codes/unmanaged/get', fault);
	return await service.run('unmanagedAccessCode.get', { accessCodeId: byId(convertible), options: { maxRetries: 0 } }, { onError });
};

describe('the error of a failed call', () => {
	it.each<[string, Fault, object]>([
		['a key that is not accepted', { kind: 'unauthorized' }, {
			message: 'The API key was not accepted', httpCode: '401', failure: { cause: 'credential-invalid' },
			description: expect.stringMatching(/^Check the 'API Key' of the credential.*The service says: Unauthorized\..*HTTP 401, unauthorized\. Request ID: [0-9a-f-]{36}$/),
		}],
		['a key of the wrong kind', failure(400, 'missing_workspace_id', 'No workspace.'), {
			message: 'The API key was not accepted', httpCode: '400', failure: { cause: 'credential-invalid' },
		}],
		['a key that may not do that', failure(403, 'forbidden', 'Not allowed.'), {
			message: 'This API key is not allowed to do that', httpCode: '403', failure: undefined,
		}],
		['a limited rate', { kind: 'tooManyRequests', retryAfter: 7 }, {
			message: 'The service limits how many requests it takes', httpCode: '429', failure: { cause: 'rate-limited', retryAfterMs: 7_000 },
			description: expect.stringContaining('The service asks to wait 7 seconds'),
		}],
		['a limited rate without Retry-After', { kind: 'tooManyRequests' }, {
			httpCode: '429', failure: { cause: 'rate-limited' }, description: expect.not.stringContaining('asks to wait'),
		}],
		['an internal error', { kind: 'internalError' }, {
			message: 'The service could not process the request', httpCode: '500',
			description: expect.stringContaining('The service says: Something went wrong'),
		}],
		['a gateway page', { kind: 'badGateway' }, {
			message: 'The service is not available right now', httpCode: '502', failure: { cause: 'temporarily-unavailable' },
		}],
		['an outage that says when to come back', { kind: 'status', status: 503, headers: { 'retry-after': '20' } }, {
			message: 'The service is not available right now', httpCode: '503', failure: { cause: 'temporarily-unavailable', retryAfterMs: 20_000 },
		}],
		['a cut connection', { kind: 'cut' }, {
			message: 'The connection was cut before the answer came', failure: { cause: 'temporarily-unavailable' },
			description: expect.stringContaining('Call: /access_codes/unmanaged/get, ECONNRESET'),
		}],
		['an error type that nobody knows', failure(418, 'teapot', 'Short and stout.'), {
			message: 'The service did not accept the request', httpCode: '418', failure: undefined,
			description: expect.stringMatching(/The service says: Short and stout\. Call: \/access_codes\/unmanaged\/get, HTTP 418, teapot\. Request ID/),
		}],
	])('says what happened and what to do for %s', async (_title, fault, expected) => {
		const { error } = await getCode(fault);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 }, ...expected });
	});

	it('names the fields that the service did not accept', async () => {
		const { error } = await getCode(failure(400, 'invalid_input', '2 Input Errors', {
			validation_errors: { _errors: ['One of device_id, name is required'], access_code_id: { _errors: ['Invalid uuid'] }, from: { code: { _errors: ['Too long'] } } },
		}));
		expect(error?.message).toBe('The service did not accept the input');
		expect(error?.description).toContain(
			'The service says: 2 Input Errors. One of device_id, name is required. Fields: access_code_id: Invalid uuid; from.code: Too long. Call:',
		);
	});

	it('takes the request id from the body where the header has none', async () => {
		await service.stop();
		const server = await startHttpServer(() => ({
			status: 400, body: { error: { type: 'invalid_input', message: 'No.', request_id: REQUEST_ID }, ok: false },
		}));
		const { error } = await service.run('workspace.get', {}, {
			credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } },
		});
		await server.stop();
		expect(error?.description).toMatch(new RegExp(`Request ID: ${REQUEST_ID}$`));
	});

	it('carries the same facts in the details of a failed item', async () => {
		const { items } = await getCode({ kind: 'status', status: 429, headers: { 'seam-request-id': REQUEST_ID }, body: { error: { type: 'too_many_requests', message: 'Slow down.' }, ok: false } }, 'continueRegularOutput');
		expect(items).toEqual([{
			json: {
				error: 'The service limits how many requests it takes',
				details: {
					description: "Run it again later; for actions on codes, with fewer codes of one device at a time. The service says: Slow down. "
						+ `Call: /access_codes/unmanaged/get, HTTP 429, too_many_requests. Request ID: ${REQUEST_ID}`,
					http_code: '429', http_status: 429, type: 'too_many_requests', request_id: REQUEST_ID,
				},
			},
			pairedItem: { item: 0 },
		}]);
	});
});

describe('nothing secret', () => {
	/** The sandbox's keys and PINs that could leak in these tests. */
	const SECRET = /sandbox-key-hotel|\b(?:1011|1041|987654)\b/;
	/** The message of a service that repeats what it was sent, and more. */
	const CHATTY = 'Bearer sandbox-key-hotel asked for code 1011 or 987654 on this lock';

	/** Everything of a run that n8n stores or shows: JSON, and what inspecting the error brings to light. */
	function everythingOf(run: Awaited<ReturnType<HotelSandbox['run']>>): string {
		const { error } = run;
		return [
			JSON.stringify(error), JSON.stringify(run.items), JSON.stringify(run.outputs(1)), JSON.stringify(run.run),
			inspect(error, { depth: null, showHidden: true, getters: true }), error?.stack ?? '',
		].join('\n');
	}

	const CASES: Array<[OperationName, INodeParameters, string]> = [
		['unmanagedAccessCode.get', { accessCodeId: byId(convertible) }, '/access_codes/unmanaged/get'],
		['unmanagedAccessCode.getAll', { deviceId: byId(hotel.devices.room101) }, '/access_codes/unmanaged/list'],
		['unmanagedAccessCode.convertToManaged', { accessCodeId: byId(convertible) }, '/access_codes/unmanaged/convert_to_managed'],
		['unmanagedAccessCode.delete', { accessCodeId: byId(convertible) }, '/access_codes/unmanaged/delete'],
		['device.getAll', {}, '/devices/list'],
		['workspace.get', {}, '/workspaces/get'],
	];
	const FAULTS: Array<[string, Fault]> = [
		['a message of the service', failure(400, 'invalid_input', CHATTY, { validation_errors: { _errors: [CHATTY] }, data: { code: '1011', authorization: 'Bearer sandbox-key-hotel' } })],
		['an unsupported device', failure(400, 'unsupported_device', CHATTY)],
		['a gateway page', { kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: `<p>${CHATTY}</p>` }],
		['a text in place of JSON', { kind: 'status', status: 200, headers: { 'content-type': 'text/plain' }, body: CHATTY }],
		['a cut connection', { kind: 'cut' }],
	];

	it.each(CASES.flatMap(([operation, parameters, path]) =>
		FAULTS.map(([title, fault]) => [operation, title, parameters, path, fault] as const),
	))('is in the error or the failed item of %s after %s', async (operation, _title, parameters, path, fault) => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const) {
			service.sandbox.faults.clear();
			service.sandbox.faults.always(path, fault);
			const run = await service.run(
				operation,
				{ ...parameters, options: { maxRetries: 0, ...(operation.endsWith('convertToManaged') && { onUnsupportedCode: 'failItem' }) } },
				{ onError },
			);
			expect(service.sandbox.requests.count(path)).toBeGreaterThan(0);
			expect(everythingOf(run)).not.toMatch(SECRET);
		}
	});

	it('such as an alphanumeric PIN is in the error when the input item is the record of the code', async () => {
		service.sandbox.faults.always('/access_codes/unmanaged/delete', failure(409, 'access_code_busy', 'The code KX7Q is in use.'));
		const input = [{ access_code_id: convertible, device_id: hotel.devices.room101, code: 'KX7Q' }];
		const { error } = await service.run('unmanagedAccessCode.delete', { accessCodeId: byId('={{ $json.access_code_id }}') }, { input });
		expect(error?.description).toContain('The service says: The code **** is in use');
	});

	it('is in the error of an action that failed later', async () => {
		service.sandbox.faults.always('/access_codes/unmanaged/convert_to_managed', { kind: 'attemptFails', type: 'duplicate', message: CHATTY });
		for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const) {
			const run = await service.run('unmanagedAccessCode.convertToManaged', { accessCodeId: byId(failsToConvert), options: QUICK_CHECKS }, { onError });
			expect(everythingOf(run)).toContain('The access code was not converted and stays unmanaged');
			expect(everythingOf(run)).not.toMatch(SECRET);
		}
	});
});

describe('a redirect', () => {
	it.each([301, 302, 307, 308])('to another host is not followed, so the key does not travel (%i)', async (status) => {
		const elsewhere = await startHttpServer(() => ({ body: { workspace: {}, ok: true } }));
		const here = await startHttpServer(() => ({ status, headers: { location: `${elsewhere.url}/workspaces/get` } }));
		const { error, items } = await service.run('workspace.get', { options: { maxRetries: 0 } }, {
			credentials: { deviceAccessApi: { baseUrl: here.url, apiKey: 'sandbox-key-hotel' } },
		});
		await Promise.all([elsewhere.stop(), here.stop()]);
		expect({ items, message: error?.message }).toEqual({
			items: [],
			message: 'The answer of the service was a redirect to another address, which is not followed so that the API key stays with the service',
		});
		expect(here.requests).toHaveLength(1);
		expect(elsewhere.requests).toEqual([]);
	});

	it('in the address of a next page is not followed either', async () => {
		const elsewhere = await startHttpServer(() => ({ body: { devices: [], ok: true } }));
		const here = await startHttpServer(({ body }) => ({
			body: {
				ok: true, devices: [],
				pagination: body.includes('page_cursor')
					? { has_next_page: false, next_page_cursor: null, next_page_url: null }
					: { has_next_page: true, next_page_cursor: 'second', next_page_url: `${elsewhere.url}/devices/list` },
			},
		}));
		const { status } = await service.run('device.getAll', { returnAll: true }, {
			credentials: { deviceAccessApi: { baseUrl: here.url, apiKey: 'sandbox-key-hotel' } },
		});
		await Promise.all([elsewhere.stop(), here.stop()]);
		expect({ status, here: here.requests.length, elsewhere: elsewhere.requests }).toEqual({ status: 'success', here: 2, elsewhere: [] });
	});
});
