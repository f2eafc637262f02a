import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';

interface ListBody {
	devices: object[];
	pagination: { has_next_page: boolean; next_page_cursor: string | null };
}

interface AttemptBody {
	action_attempt: { action_attempt_id: string };
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
});
beforeEach(() => sandbox.faults.clear());
afterAll(() => sandbox.stop());

const list = (parameters: object = { limit: 1 }) =>
	callSandbox<ListBody>(sandbox, '/devices/list', parameters);

describe('answers instead of the service', () => {
	it.each<[Fault, number, unknown, Record<string, unknown>]>([
		[{ kind: 'status', status: 503, body: '' }, 503, '', {}],
		[
			{ kind: 'status', status: 418, body: { short: true }, headers: { 'x-pot': 'tea' } },
			418,
			{ short: true },
			{ 'x-pot': 'tea' },
		],
		[
			{ kind: 'tooManyRequests', retryAfter: 7 },
			429,
			{ error: { type: 'too_many_requests' } },
			{ 'retry-after': '7' },
		],
		[
			{ kind: 'tooManyRequests' },
			429,
			{ error: { type: 'too_many_requests' } },
			{ 'retry-after': undefined },
		],
		[{ kind: 'internalError' }, 500, { error: { type: 'internal_server_error' }, ok: false }, {}],
		[{ kind: 'outage' }, 503, '', { 'content-length': '0' }],
		[{ kind: 'unauthorized' }, 401, { error: { type: 'unauthorized' }, ok: false }, {}],
		[
			{ kind: 'redirect', location: 'http://127.0.0.1:9/' },
			302,
			'',
			{ location: 'http://127.0.0.1:9/' },
		],
	])('%j', async (fault, status, body, headers) => {
		sandbox.faults.next('/devices/list', fault);
		const result = await list();
		expect(result.status).toBe(status);
		if (typeof body === 'object') expect(result.body).toMatchObject(body as object);
		else expect(result.body).toBe(body);
		expect(
			Object.fromEntries(Object.keys(headers).map((name) => [name, result.headers[name]])),
		).toEqual(headers);
	});

	it.each([502, 504] as const)('gateway page %i in HTML', async (status) => {
		sandbox.faults.next('/devices/list', { kind: 'badGateway', status });
		const result = await list();
		expect([result.status, result.headers['content-type']]).toEqual([status, 'text/html']);
		expect(result.body).toMatch(/^<html>/);
	});

	it('cut connection', async () => {
		sandbox.faults.next('/devices/list', { kind: 'cut' });
		await expect(list()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(sandbox.requests.entries.at(-1)).toMatchObject({ path: '/devices/list', status: null });
	});
});

describe('spoilt answers', () => {
	it('malformed JSON with 200', async () => {
		sandbox.faults.next('/devices/list', { kind: 'malformedJson' });
		const { status, headers, body } = await list();
		expect([status, headers['content-type'], typeof body]).toEqual([
			200,
			'application/json; charset=utf-8',
			'string',
		]);
	});

	it('ok false with 200', async () => {
		sandbox.faults.next('/devices/list', { kind: 'notOk' });
		expect(await list()).toMatchObject({ status: 200, body: { ok: false } });
	});

	it('a success without its member', async () => {
		sandbox.faults.next('/devices/list', { kind: 'missingMember' });
		expect((await list()).body).toEqual({ ok: true });
	});

	it('a list without pagination', async () => {
		sandbox.faults.next('/devices/list', { kind: 'missingPagination' });
		expect(Object.keys((await list()).body).sort()).toEqual(['devices', 'ok']);
	});

	it('an answer that begins and never ends', async () => {
		sandbox.faults.next('/devices/list', { kind: 'drip' });
		const headers = {
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
		};
		const { status, body } = await fetch(`${sandbox.url}/devices/list`, {
			method: 'POST',
			headers,
			body: '{}',
		});
		const reader = (body as ReadableStream<Uint8Array>).getReader();
		const drops = [await reader.read(), await reader.read()].map(({ done, value }) => [
			done,
			new TextDecoder().decode(value),
		]);
		await reader.cancel();
		expect([status, drops]).toEqual([
			200,
			[
				[false, ' '],
				[false, ' '],
			],
		]);
	});

	it('a further page without a cursor', async () => {
		sandbox.faults.next('/devices/list', { kind: 'missingCursor' });
		expect((await list()).body.pagination).toEqual({
			has_next_page: true,
			next_page_cursor: null,
			next_page_url: null,
		});
	});

	it('the same cursor again and again', async () => {
		sandbox.faults.always('/devices/list', { kind: 'repeatedCursor' });
		const first = (await list()).body;
		const second = (await list({ limit: 1, page_cursor: first.pagination.next_page_cursor })).body;
		expect(second).toEqual(first);
	});

	it('pages without end', async () => {
		sandbox.faults.always('/devices/list', { kind: 'endlessPages' });
		const cursors = new Set<string | null>();
		let cursor: string | null = null;
		for (let page = 0; page < 20; page++) {
			const { body }: { body: ListBody } = await list({ limit: 1, page_cursor: cursor });
			expect(body.devices).toHaveLength(1);
			cursor = body.pagination.next_page_cursor;
			cursors.add(cursor);
		}
		expect(cursors.size).toBe(20);
	});

	it('a slow answer', async () => {
		sandbox.faults.next('/devices/list', { kind: 'slow', delayMs: 100 });
		const startedAtMs = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(95);
	});
});

describe('faults after the service has acted', () => {
	const accessCodes = [
		hotel.unmanagedCodes.convertible,
		hotel.unmanagedCodes.anotherConvertible,
		hotel.unmanagedCodes.timeBound,
	];

	it.each<[Fault, string | undefined]>([
		[{ kind: 'cut', isProcessed: true }, accessCodes[0]],
		[{ kind: 'badGateway', isProcessed: true }, accessCodes[1]],
		[{ kind: 'status', status: 500, isProcessed: true }, accessCodes[2]],
	])('%j: the client sees a failure, the code is converted', async (fault, access_code_id) => {
		sandbox.faults.next(CONVERT, fault);
		const status = await callSandbox(sandbox, CONVERT, { access_code_id, sync: true }).then(
			(result) => result.status,
			() => 0,
		);
		expect(status).not.toBe(200);
		expect((await callSandbox(sandbox, '/access_codes/get', { access_code_id })).status).toBe(200);
	});
});

describe('faults of attempts', () => {
	const convert = async (access_code_id: string, sync = true) =>
		(await callSandbox<AttemptBody>(sandbox, CONVERT, { access_code_id, sync })).body
			.action_attempt;
	const lookUp = ({ action_attempt_id }: AttemptBody['action_attempt']) =>
		callSandbox(sandbox, '/action_attempts/get', { action_attempt_id });

	it('an attempt that never leaves pending', async () => {
		sandbox.faults.next(CONVERT, { kind: 'attemptStaysPending' });
		const attempt = await convert(hotel.unmanagedCodes.unset);
		expect((await lookUp(attempt)).body.action_attempt).toMatchObject({ status: 'pending' });
		expect(
			(
				await callSandbox(sandbox, '/access_codes/unmanaged/get', {
					access_code_id: hotel.unmanagedCodes.unset,
				})
			).status,
		).toBe(200);
	});

	it('an attempt that fails', async () => {
		sandbox.faults.next(CONVERT, {
			kind: 'attemptFails',
			type: 'uncategorized_error',
			message: 'The lock is jammed.',
		});
		expect(await convert(hotel.unmanagedCodes.unset)).toMatchObject({
			status: 'error',
			error: { type: 'uncategorized_error', message: 'The lock is jammed.' },
		});
	});

	it('an attempt whose id is not found afterwards, though the code is converted', async () => {
		sandbox.faults.next(CONVERT, { kind: 'attemptVanishes' });
		expect((await lookUp(await convert(hotel.unmanagedCodes.unset))).body).toMatchObject({
			error: { type: 'action_attempt_not_found' },
		});
		expect(
			(
				await callSandbox(sandbox, '/access_codes/get', {
					access_code_id: hotel.unmanagedCodes.unset,
				})
			).status,
		).toBe(200);
	});
});

describe('an attempt that vanishes later', () => {
	it('is found by as many look-ups as told, single or in a list, and is not found by the next', async () => {
		sandbox.faults.next(CONVERT, { kind: 'attemptVanishes', afterLookUps: 2 });
		const { body } = await callSandbox<AttemptBody>(sandbox, CONVERT, {
			access_code_id: hotel.unmanagedCodes.heldByOtherWorkspace,
		});
		const { action_attempt_id } = body.action_attempt;
		const statuses: number[] = [];
		for (const path of [
			'/action_attempts/get',
			'/action_attempts/list',
			'/action_attempts/get',
			'/action_attempts/list',
		]) {
			statuses.push(
				(
					await callSandbox(sandbox, path, {
						action_attempt_id,
						action_attempt_ids: [action_attempt_id],
					})
				).status,
			);
		}
		expect(statuses).toEqual([200, 200, 404, 404]);
	});
});

describe('faults of codes', () => {
	const DELETE = '/access_codes/unmanaged/delete';
	const eventTypes = () =>
		[...sandbox.state.workspaces.values()].flatMap(({ events }) =>
			events.filter(({ access_code_id: id }) => id === codeId).map(({ event_type }) => event_type),
		);
	const codeId = hotel.unmanagedCodes.convertible;
	beforeEach(async () => {
		await sandbox.stop();
		sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
	});

	it.each([CONVERT, DELETE])(
		'a code that somebody removes at the lock fails the attempt of %s, and nothing comes of it',
		async (path) => {
			sandbox.faults.next(path, { kind: 'codeRemoved' });
			const { body } = await callSandbox<AttemptBody>(sandbox, path, {
				access_code_id: codeId,
				sync: true,
			});
			expect(body.action_attempt).toMatchObject({
				status: 'error',
				result: null,
				error: { type: 'access_code_not_found' },
			});
			for (const collection of ['/access_codes/get', '/access_codes/unmanaged/get']) {
				expect((await callSandbox(sandbox, collection, { access_code_id: codeId })).status).toBe(
					404,
				);
			}
			expect(eventTypes()).toEqual(['access_code.unmanaged.removed']);
		},
	);

	const lookUp = async (collection: string) =>
		(await callSandbox(sandbox, `/access_codes/${collection}`, { access_code_id: codeId })).status;
	const statusesOf = async () => ({
		get: await lookUp('get'),
		'unmanaged/get': await lookUp('unmanaged/get'),
	});

	it('a deletion can succeed by its attempt, and leave the code where it is', async () => {
		sandbox.faults.next(DELETE, { kind: 'attemptSucceedsWithoutEffect' });
		const { body } = await callSandbox<AttemptBody>(sandbox, DELETE, {
			access_code_id: codeId,
			sync: true,
		});
		expect(body.action_attempt).toMatchObject({ status: 'success', result: {}, error: null });
		expect(await statusesOf()).toEqual({ get: 404, 'unmanaged/get': 200 });
	});

	it.each([
		{ by: 'removal' as const, statuses: { get: 404, 'unmanaged/get': 404 } },
		{ by: 'conversion' as const, statuses: { get: 200, 'unmanaged/get': 404 } },
	])('a deletion can be overtaken by a $by', async ({ by, statuses }) => {
		sandbox.faults.next(DELETE, { kind: 'overtaken', by });
		expect(await callSandbox(sandbox, DELETE, { access_code_id: codeId })).toMatchObject({
			status: 404,
			body: { error: { type: 'access_code_not_found' } },
		});
		expect(await statusesOf()).toEqual(statuses);
	});
});

describe('scripting', () => {
	const statuses = async (count: number) => {
		const found: number[] = [];
		for (let request = 0; request < count; request++) found.push((await list()).status);
		return found;
	};

	it('hits as many requests as told, after as many as told, on its path only', async () => {
		sandbox.faults.next('/devices/list', { kind: 'outage' }, { times: 2, after: 1 });
		expect((await callSandbox(sandbox, '/workspaces/get')).status).toBe(200);
		expect(await statuses(4)).toEqual([200, 503, 503, 200]);
	});

	it('meets scripted faults one after the other', async () => {
		sandbox.faults.next('/devices/list', { kind: 'outage' });
		sandbox.faults.next('/devices/list', { kind: 'internalError' });
		expect(await statuses(3)).toEqual([503, 500, 200]);
	});

	it('refuses the key from a certain request on, on any path, until cleared', async () => {
		sandbox.faults.always('*', { kind: 'unauthorized' }, { after: 2 });
		expect(await statuses(4)).toEqual([200, 200, 401, 401]);
		expect((await callSandbox(sandbox, '/workspaces/get')).status).toBe(401);
		sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});
});
