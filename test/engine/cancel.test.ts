import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../support/hotelSandbox';
import { startHttpServer, type Answer, type HttpServer, type ReceivedRequest } from '../support/httpServer';
import { runNode } from '../support/runNode';

// A server of the test's own, for it presses Stop in the middle of a request.

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const codeId = (index: number) => `40000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
/** How long the waits that these tests provoke would last, and what counts as leaving them at once. */
const WAIT_SECONDS = 10;
const AT_ONCE_MS = 5_000;

let server: HttpServer;
let stop: AbortController;
let answer: (request: ReceivedRequest) => Answer | 'hang';

beforeEach(async () => {
	stop = new AbortController();
	server = await startHttpServer((request) => answer(request));
});
afterEach(async () => await server.stop());

const pendingAttempt = (index: number) => ({
	action_attempt_id: `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
	action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED', status: 'pending', result: null, error: null,
});

async function run(operation: string, count: number, options: INodeParameters = {}, onError?: 'continueRegularOutput') {
	const [resource = '', name = ''] = operation.split('.');
	const startedAtMs = Date.now();
	const { status, items } = await runNode('deviceAccess', {
		parameters: { resource, operation: name, accessCodeId: byId('={{ $json.id }}'), returnAll: true, options },
		input: Array.from({ length: count }, (_, index) => ({ id: codeId(index) })),
		credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } },
		cancelSignal: stop.signal,
		onError,
	});
	return { status, items, isAtOnce: Date.now() - startedAtMs < AT_ONCE_MS };
}

const paths = () => server.requests.map(({ path }) => path);

it('leaves a wait for completion at once', async () => {
	answer = () => {
		// Stop is pressed while the node sleeps before its first check.
		setTimeout(() => stop.abort(), 50);
		return { body: { ok: true, action_attempt: pendingAttempt(0) } };
	};
	expect(await run('unmanagedAccessCode.convertToManaged', 1, { pollInterval: WAIT_SECONDS, maxPollInterval: WAIT_SECONDS })).toMatchObject({ status: 'canceled', isAtOnce: true });
	expect(paths()).toEqual([CONVERT]);
});

it('leaves a wait for completion at once between two checks', async () => {
	answer = ({ path }) => {
		if (path === CONVERT) return { body: { ok: true, action_attempt: pendingAttempt(0) } };
		stop.abort();
		return { body: { ok: true, action_attempts: [pendingAttempt(0)] } };
	};
	expect(await run('unmanagedAccessCode.convertToManaged', 1, { pollInterval: 0.01 })).toMatchObject({ status: 'canceled', isAtOnce: true });
	expect(paths()).toEqual([CONVERT, '/action_attempts/list']);
});

it('sends nothing more while submitting, and does not look at the outcomes', async () => {
	answer = () => {
		if (server.requests.length === 3) stop.abort();
		return { body: { ok: true, action_attempt: pendingAttempt(server.requests.length) } };
	};
	const { status } = await run('unmanagedAccessCode.convertToManaged', 50, { requestsInFlight: 1 });
	expect(status).toBe('canceled');
	expect(paths()).toEqual([CONVERT, CONVERT, CONVERT]);
});

it('is no failure with continue on fail either', async () => {
	answer = () => {
		stop.abort();
		return { body: { ok: true, action_attempt: pendingAttempt(0) } };
	};
	const { status } = await run('unmanagedAccessCode.convertToManaged', 50, { requestsInFlight: 1 }, 'continueRegularOutput');
	expect(status).toBe('canceled');
	expect(paths()).toEqual([CONVERT]);
});

it('follows no further page', async () => {
	answer = () => {
		if (server.requests.length === 2) stop.abort();
		const cursor = `cursor-${server.requests.length}`;
		return { body: { ok: true, devices: [], pagination: { has_next_page: true, next_page_cursor: cursor, next_page_url: null } } };
	};
	expect(await run('device.getAll', 1)).toMatchObject({ status: 'canceled', isAtOnce: true });
	expect(paths()).toEqual(['/devices/list', '/devices/list']);
});

it('leaves the pause before a retry at once', async () => {
	answer = () => {
		setTimeout(() => stop.abort(), 50);
		return { status: 429, headers: { 'retry-after': String(WAIT_SECONDS) }, body: { error: { type: 'too_many_requests', message: 'Slow down.' }, ok: false } };
	};
	expect(await run('unmanagedAccessCode.get', 1)).toMatchObject({ status: 'canceled', isAtOnce: true });
	expect(paths()).toHaveLength(1);
});

it('leaves a request at once that is not answered', async () => {
	answer = () => {
		setTimeout(() => stop.abort(), 50);
		return 'hang';
	};
	expect(await run('unmanagedAccessCode.get', 1, { timeout: WAIT_SECONDS })).toMatchObject({ status: 'canceled', isAtOnce: true });
	expect(paths()).toHaveLength(1);
});
