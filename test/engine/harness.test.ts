import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeApiError, NodeConnectionTypes, NodeOperationError, safeRegex } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeParameters, INodeType, JsonObject } from 'n8n-workflow';
import { connect } from '../support/connect';
import { startHttpServer, type Handler, type HttpServer } from '../support/httpServer';
import { createCatalogue } from '../support/loadNodes';
import { listSearch } from '../support/listSearch';
import { pollTrigger } from '../support/pollTrigger';
import { runNode } from '../support/runNode';
import { runWorkflow } from '../support/runWorkflow';
import type { CredentialData } from '../support/suppliedCredentials';
import { testCredential } from '../support/testCredential';
import { webhookTrigger, type WebhookTrigger } from '../support/webhookTrigger';

// The harness is shown to work with n8n's own nodes, so that a fault in it is not taken for a fault in ours.

let handler: Handler;
let server: HttpServer;

beforeAll(async () => {
	server = await startHttpServer(async (request) => await handler(request));
});
beforeEach(() => {
	server.requests.length = 0;
	handler = () => ({});
});
afterAll(async () => await server.stop());

const httpRequest = (parameters: INodeParameters = {}): INodeParameters => ({ url: server.url, options: {}, ...parameters });

/** A node of this test only: the engine treats it as any other. */
function nodeThat(name: string, execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>, outputs = 1): INodeType {
	return {
		description: {
			displayName: name, name, group: ['transform'], version: 1, description: 'Node of a test', defaults: { name },
			inputs: [NodeConnectionTypes.Main], outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main), properties: [],
			credentials: [{ name: 'httpBearerAuth', required: false }],
		},
		execute,
	};
}

describe('runNode', () => {
	it('keeps the item link that the engine gave', async () => {
		const { items, status } = await runNode('n8n-nodes-base.set', {
			parameters: { assignments: { assignments: [{ id: '1', name: 'upper', type: 'string', value: '={{ $json.name.toUpperCase() }}' }] } },
			input: [{ name: 'a' }, { name: 'b' }],
		});
		expect(status).toBe('success');
		expect(items).toEqual([
			{ json: { upper: 'A' }, pairedItem: { item: 0 } },
			{ json: { upper: 'B' }, pairedItem: { item: 1 } },
		]);
	});

	it('sends the header of a generic credential, with its expression resolved', async () => {
		handler = () => ({ body: { seen: true } });
		const { items } = await runNode('n8n-nodes-base.httpRequest', {
			parameters: httpRequest({ authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' }),
			credentials: { httpBearerAuth: { token: 'token-of-a-test' } },
		});
		expect(items).toEqual([{ json: { seen: true }, pairedItem: { item: 0 } }]);
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-of-a-test']);
	});

	it('gives the error of a node that stopped the run', async () => {
		handler = () => ({ status: 404, body: { message: 'no such thing' } });
		const { items, error, status } = await runNode('n8n-nodes-base.httpRequest', { parameters: httpRequest() });
		expect(status).toBe('error');
		expect(items).toEqual([]);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
	});

	it('continues on fail with one output', async () => {
		handler = ({ query }) => (query.id === '1' ? { status: 400, body: {} } : { body: { id: query.id } });
		const { items, status } = await runNode('n8n-nodes-base.httpRequest', {
			parameters: httpRequest({ url: `=${server.url}/?id={{ $json.id }}` }),
			input: [{ id: 0 }, { id: 1 }, { id: 2 }],
			onError: 'continueRegularOutput',
		});
		expect(status).toBe('success');
		expect(items.map(({ json, pairedItem }) => ({ id: json.id, failed: 'error' in json, pairedItem }))).toEqual([
			{ id: '0', failed: false, pairedItem: { item: 0 } },
			{ id: undefined, failed: true, pairedItem: { item: 1 } },
			{ id: '2', failed: false, pairedItem: { item: 2 } },
		]);
	});

	it('continues on fail with an error output', async () => {
		handler = ({ query }) => (query.id === '1' ? { status: 400, body: {} } : { body: { id: query.id } });
		const { outputs } = await runNode('n8n-nodes-base.httpRequest', {
			parameters: httpRequest({ url: `=${server.url}/?id={{ $json.id }}` }),
			input: [{ id: 0 }, { id: 1 }],
			onError: 'continueErrorOutput',
		});
		expect(outputs(0)).toEqual([{ json: { id: '0' }, pairedItem: { item: 0 } }]);
		expect(outputs(1)).toEqual([expect.objectContaining({ json: expect.objectContaining({ id: 1 }), pairedItem: { item: 1 } })]);
	});

	it('cancels a run, and the node sees the signal', async () => {
		const controller = new AbortController();
		handler = () => {
			controller.abort();
			return 'hang';
		};
		let hasSeenSignal = false;
		const waiting = nodeThat('waiting', async function () {
			const signal = this.getExecutionCancelSignal();
			signal?.addEventListener('abort', () => {
				hasSeenSignal = true;
			});
			await this.helpers.httpRequest({ url: server.url, abortSignal: signal });
			return [[]];
		});
		const { status } = await runNode(waiting, { cancelSignal: controller.signal });
		expect({ status, hasSeenSignal }).toEqual({ status: 'canceled', hasSeenSignal: true });
	});

	it('runs the pre-authentication of a credential once and uses what it gave', async () => {
		handler = ({ path }) => (path === '/api/session' ? { body: { id: 'session-of-a-test' } } : {});
		const run = async (credentials: CredentialData) => await runNode('n8n-nodes-base.httpRequest', {
			parameters: httpRequest({ authentication: 'predefinedCredentialType', nodeCredentialType: 'metabaseApi' }), credentials,
		});
		const credentials = { metabaseApi: { url: server.url, username: 'u', password: 'p' } };
		await run(credentials);
		await run(credentials);
		expect(server.requests.map(({ path, headers }) => [path, headers['x-metabase-session']])).toEqual([
			['/api/session', undefined], ['/', 'session-of-a-test'], ['/', 'session-of-a-test'],
		]);
	});

	it('evaluates expressions in the given time zone', async () => {
		const { items } = await runNode('n8n-nodes-base.set', {
			parameters: { assignments: { assignments: [{ id: '1', name: 'zone', type: 'string', value: '={{ $now.zoneName }}' }] } },
			timezone: 'Asia/Tokyo',
		});
		expect(items).toEqual([{ json: { zone: 'Asia/Tokyo' }, pairedItem: { item: 0 } }]);
	});
});

describe('loadNodes', () => {
	it('lets patterns of locators take as long as a busy machine makes them', async () => {
		await createCatalogue(process.cwd());
		const startedAt = performance.now();
		// Takes about a second: more than the 250 ms that n8n's own engine allows.
		expect(safeRegex.test('^(a+)+$', `${'a'.repeat(27)}b`)).toBe(false);
		expect(performance.now() - startedAt).toBeGreaterThan(250);
	});

	it('says what to do when the package is not built', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'device-access-unbuilt-'));
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'n8n-nodes-device-access', n8n: { nodes: ['dist/x.node.js'] } }));
		const { nodeTypes, credentialTypes } = await createCatalogue(folder);
		const advice = 'dist/x.node.js does not exist: run "npm run build" before the engine tests.';
		expect(() => nodeTypes.getByName('n8n-nodes-device-access.deviceAccess')).toThrow(advice);
		expect(() => credentialTypes.getByName('deviceAccessApi')).toThrow(advice);
		rmSync(folder, { recursive: true });
	});

	it('rejects a type that no package has', async () => {
		await expect(runNode('n8n-nodes-base.noSuchNode')).rejects.toThrow('noSuchNode');
	});
});

describe('runWorkflow', () => {
	it('runs a workflow with branches and keeps the links through them', async () => {
		const run = await runWorkflow({
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Odd', type: 'n8n-nodes-base.if', parameters: { conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [{ id: '1', leftValue: '={{ $json.n % 2 }}', rightValue: 1, operator: { type: 'number', operation: 'equals' } }],
					combinator: 'and',
				} } },
				{ name: 'Yes', type: 'n8n-nodes-base.noOp' },
				{ name: 'No', type: 'n8n-nodes-base.noOp' },
				{ name: 'Note', type: 'n8n-nodes-base.stickyNote' },
			],
			connections: connect(['Start', 'Odd', 'Yes'], ['Odd', 1, 'No']),
		}, { pinData: { Start: [{ json: { n: 1 } }, { json: { n: 2 } }, { json: { n: 3 } }] } });
		expect(run.status).toBe('success');
		expect(run.items('Yes')).toEqual([{ json: { n: 1 }, pairedItem: { item: 0 } }, { json: { n: 3 }, pairedItem: { item: 1 } }]);
		expect(run.items('Odd', 0).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(run.items('No')).toEqual([{ json: { n: 2 }, pairedItem: { item: 0 } }]);
		expect(() => run.items('Maybe')).toThrow('no node named "Maybe"');
	});

	it('starts as in production with the items that a trigger emitted', async () => {
		const run = await runWorkflow(
			{
				nodes: [{ name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'x' } }, { name: 'Done', type: 'n8n-nodes-base.noOp' }],
				connections: connect(['Hook', 'Done']),
			},
			{ startNode: 'Hook', startItems: [{ json: { event: 'a' } }], mode: 'webhook' },
		);
		expect(run.items('Done')).toEqual([{ json: { event: 'a' }, pairedItem: { item: 0 } }]);
	});
});

describe('pollTrigger', () => {
	const feed = (...dates: string[]) =>
		`<rss version="2.0"><channel><title>t</title>${dates.map((date) => `<item><title>${date}</title><pubDate>${new Date(date).toUTCString()}</pubDate></item>`).join('')}</channel></rss>`;

	it('keeps the cursor in the static data of the caller', async () => {
		const poll = async (staticData: IDataObject) =>
			await pollTrigger('n8n-nodes-base.rssFeedReadTrigger', { parameters: { feedUrl: server.url }, staticData });
		const staticData: IDataObject = { lastItemDate: '2026-01-01T00:00:00.000Z' };
		handler = () => ({ headers: { 'content-type': 'application/rss+xml' }, body: feed('2026-01-02', '2025-12-31') });

		const items = await poll(staticData);
		expect(items?.map(({ json }) => json.title)).toEqual(['2026-01-02']);
		expect(staticData).toEqual({ lastItemDate: '2026-01-02T00:00:00.000Z' });
		expect(await poll(staticData)).toBeNull();
	});

	it('leaves the static data alone in a manual run', async () => {
		handler = () => ({ headers: { 'content-type': 'application/rss+xml' }, body: feed('2026-01-02') });
		const staticData: IDataObject = { lastItemDate: '2026-01-03T00:00:00.000Z' };
		const items = await pollTrigger('n8n-nodes-base.rssFeedReadTrigger', { parameters: { feedUrl: server.url }, staticData, mode: 'manual' });
		expect(items?.map(({ json }) => json.title)).toEqual(['2026-01-02']);
		expect(staticData).toEqual({ lastItemDate: '2026-01-03T00:00:00.000Z' });
	});

	it('runs in a workflow of the editor too', async () => {
		handler = () => ({ headers: { 'content-type': 'application/rss+xml' }, body: feed('2026-01-02') });
		const run = await runWorkflow({
			nodes: [{ name: 'Feed', type: 'n8n-nodes-base.rssFeedReadTrigger', parameters: { feedUrl: server.url } }, { name: 'Done', type: 'n8n-nodes-base.noOp' }],
			connections: connect(['Feed', 'Done']),
		});
		expect(run.items('Done').map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([['2026-01-02', { item: 0 }]]);
	});

	it('drops static data that a failed poll has changed', async () => {
		const staticData: IDataObject = { cursor: 1 };
		await expect(pollTrigger({
			description: { ...nodeThat('moving', async () => [[]]).description, polling: true, inputs: [], group: ['trigger'] },
			async poll() {
				this.getWorkflowStaticData('node').cursor = 2;
				throw new NodeOperationError(this.getNode(), 'broken');
			},
		}, { staticData })).rejects.toThrow('broken');
		expect(staticData).toEqual({ cursor: 1 });
	});

	it('rejects with the error of the node, and tells it the budget', async () => {
		handler = () => ({ status: 500 });
		await expect(pollTrigger('n8n-nodes-base.rssFeedReadTrigger', { parameters: { feedUrl: server.url } })).rejects.toBeInstanceOf(NodeOperationError);

		const budgets: number[] = [];
		const asking: INodeType = {
			description: { ...nodeThat('asking', async () => [[]]).description, polling: true, inputs: [], group: ['trigger'] },
			async poll() {
				budgets.push(this.getPollBudgetMs?.() ?? 0);
				return null;
			},
		};
		await pollTrigger(asking);
		await pollTrigger(asking, { budgetMs: 1_000 });
		expect(budgets).toEqual([300_000, 1_000]);
	});
});

describe('webhookTrigger', () => {
	let trigger: WebhookTrigger | undefined;
	afterEach(async () => await trigger?.stop());

	const open = async (registration: 'production' | 'test', staticData: IDataObject) =>
		await webhookTrigger('n8n-nodes-base.gitlabTrigger', {
			parameters: { authentication: 'accessToken', owner: 'o', repository: 'r', events: ['push'] },
			credentials: { gitlabApi: { server: server.url, accessToken: 'token-of-a-test' } },
			registration,
			staticData,
		});

	it('runs the life cycle with static data that outlives it', async () => {
		handler = ({ method }) => (method === 'POST' ? { body: { id: 7 } } : {});
		const staticData: IDataObject = {};
		trigger = await open('production', staticData);
		expect(await trigger.checkExists()).toBe(false);
		await trigger.activate();
		expect(staticData).toMatchObject({ webhookId: 7, webhookEvents: ['push'] });
		expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ url: trigger.url, push_events: true });
		expect(server.requests[0]?.headers['private-token']).toBe('token-of-a-test');
		expect(await trigger.checkExists()).toBe(true);
		expect(await trigger.delete()).toBe(true);
		expect(staticData).toEqual({});
		expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /api/v4/projects/o%2Fr/hooks', 'GET /api/v4/projects/o%2Fr/hooks/7', 'DELETE /api/v4/projects/o%2Fr/hooks/7',
		]);
	});

	it('tells production and test addresses apart', async () => {
		trigger = await open('production', {});
		expect(new URL(trigger.url).pathname).toBe(`/webhook/${trigger.webhookId}/webhook`);
		const forTest = await open('test', {});
		await forTest.stop();
		expect(forTest.url).toMatch(/\/webhook-test\//);
	});

	it('shows what the sender sees and what the workflow would start with', async () => {
		trigger = await open('production', { webhookSecret: 'secret-of-a-test' });
		const accepted = await trigger.receive({ rawBody: '{"a": 1}', headers: { 'x-gitlab-token': 'secret-of-a-test' } });
		expect({ status: accepted.status, body: accepted.responseBody }).toEqual({ status: 200, body: '{"message":"Workflow was started"}' });
		expect(accepted.items).toEqual([{ json: { body: { a: 1 }, headers: expect.objectContaining({ 'x-gitlab-token': 'secret-of-a-test' }), query: {} } }]);

		const refused = await trigger.receive({ rawBody: '{"a": 1}', headers: { 'x-gitlab-token': 'wrong' } });
		expect(refused).toEqual({ status: 401, responseBody: 'Unauthorized', items: undefined, result: { noWebhookResponse: true }, error: undefined });

		const { url, waitForDeliveries } = trigger;
		const [third] = await Promise.all([waitForDeliveries(3), fetch(url, { method: 'POST', body: '{}', headers: { 'x-gitlab-token': 'secret-of-a-test' } })]);
		expect(third.map(({ items }) => items?.length)).toEqual([1, undefined, 1]);
	});

	it('gives the raw body, refuses broken JSON, and answers 500 when the node throws', async () => {
		const bodies: string[] = [];
		trigger = await webhookTrigger({
			description: {
				...nodeThat('raw', async () => [[]]).description, inputs: [], group: ['trigger'],
				webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived' }],
			},
			async webhook() {
				bodies.push(String((this.getRequestObject() as { rawBody: Buffer }).rawBody));
				if (this.getHeaderData()['x-mode'] === 'silent') return { noWebhookResponse: true };
				throw new Error('broken node');
			},
		});
		const failed = await trigger.receive({ rawBody: '{ "a":\t1 }' });
		expect(bodies).toEqual(['{ "a":\t1 }']);
		expect({ status: failed.status, error: failed.error?.message }).toEqual({ status: 500, error: 'broken node' });
		expect((await trigger.receive({ rawBody: '{' })).status).toBe(422);
		await expect(trigger.receive({ rawBody: '{}', headers: { 'x-mode': 'silent' }, answerTimeMs: 50 })).rejects.toThrow('No answer within 50 ms');
	});
});

describe('testCredential', () => {
	const test = async (path = '') => await testCredential('gitlabApi', { server: server.url + path, accessToken: 'token-of-a-test' });

	it('sends the test request of the credential type with its authentication', async () => {
		expect(await test('/')).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(server.requests).toEqual([expect.objectContaining({
			method: 'GET', path: '/api/v4/personal_access_tokens/self', headers: expect.objectContaining({ 'private-token': 'token-of-a-test' }),
		})]);
	});

	it('gives the message that n8n shows for a refusal and for a dead address', async () => {
		handler = () => ({ status: 401 });
		expect(await test()).toEqual({ status: 'Error', message: 'Unauthorized' });
		const dead = await startHttpServer(() => ({}));
		await dead.stop();
		expect(await testCredential('gitlabApi', { server: dead.url, accessToken: 'x' })).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});

	it('calls the test function of a node', async () => {
		const grist = { apiKey: 'token-of-a-test', planType: 'selfHosted', selfHostedUrl: server.url };
		handler = () => ({ body: [{ id: 1 }] });
		expect(await testCredential('gristApi', grist)).toEqual({ status: 'OK', message: 'Authentication successful' });
		handler = () => ({ body: [] });
		expect(await testCredential('gristApi', grist)).toMatchObject({ status: 'Error' });
	});
});

describe('listSearch', () => {
	it('pages with filter, token and credential', async () => {
		handler = () => ({ body: { items: [{ login: 'ada', html_url: 'http://x/ada' }], total_count: 101 } });
		const search = async (paginationToken?: string) => await listSearch('n8n-nodes-base.githubTrigger', 'getUsers', {
			parameters: { authentication: 'accessToken' },
			credentials: { githubApi: { server: server.url, user: 'u', accessToken: 'token-of-a-test' } },
			filter: 'a', paginationToken,
		});
		expect(await search()).toEqual({ results: [{ name: 'ada', value: 'ada', url: 'http://x/ada' }], paginationToken: '2' });
		expect((await search('2')).paginationToken).toBeUndefined();
		expect(server.requests.map(({ query, headers }) => ({ ...query, key: headers.authorization }))).toEqual([
			{ q: 'a', page: '1', per_page: '100', key: 'token token-of-a-test' },
			{ q: 'a', page: '2', per_page: '100', key: 'token token-of-a-test' },
		]);
	});
});

describe('facts about this version of the engine that our nodes rely on', () => {
	const emitting = (name: string, items: INodeExecutionData[]) => nodeThat(name, async () => [structuredClone(items)]);
	const two = [{ id: 'a' }, { id: 'b' }];

	it('fills missing links in for equal counts, one input, or one output (to item 0 alone), and for nothing else', async () => {
		const links = async (count: number, input: IDataObject[]) =>
			(await runNode(emitting('links', Array.from({ length: count }, () => ({ json: {} }))), { input })).items.map(({ pairedItem }) => pairedItem);
		expect(await links(2, two)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(await links(3, [{ id: 'a' }])).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
		expect(await links(1, two)).toEqual([{ item: 0 }]);
		expect(await links(3, two)).toEqual([undefined, undefined, undefined]);
	});

	it('wipes the json of an item that carries an error beside it', async () => {
		const { items } = await runNode(nodeThat('wiped', async function () {
			return [[{ json: { kept: 1 }, error: new NodeOperationError(this.getNode(), 'broken') }]];
		}), { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json)).toEqual([{ error: 'broken' }]);
	});

	it('routes items whose json is only error, message and details to the error output, merged with their input', async () => {
		const failed = emitting('routed', [
			{ json: { error: 'no', details: { code: 1 } }, pairedItem: { item: 0 } },
			{ json: { error: 'no', other: 1 }, pairedItem: { item: 1 } },
		]);
		const { outputs } = await runNode(failed, { input: two, onError: 'continueErrorOutput' });
		expect(outputs(0).map(({ json }) => json)).toEqual([{ error: 'no', other: 1 }]);
		expect(outputs(1)).toEqual([{ json: { id: 'a', error: 'no', details: { code: 1 } }, pairedItem: { item: 0 } }]);
	});

	it('sends an item with an error that is not enumerable to the error output without it, with its whole json', async () => {
		const { outputs } = await runNode(nodeThat('hiddenError', async function () {
			const error = new NodeOperationError(this.getNode(), 'broken');
			return [[Object.defineProperty({ json: { kept: 1 }, pairedItem: { item: 1 } }, 'error', { value: error })]];
		}), { input: two, onError: 'continueErrorOutput' });
		expect(outputs(0)).toEqual([]);
		expect(outputs(1)).toEqual([{ json: { id: 'b', kept: 1 }, pairedItem: { item: 1 } }]);
	});

	it('retries the whole node when the first item has an error in its json, null excepted', async () => {
		const tries = async (items: INodeExecutionData[]) => {
			let count = 0;
			await runNode(nodeThat('retried', async () => {
				count += 1;
				return [items];
			}), { retry: { maxTries: 2, waitBetweenTriesMs: 1 }, onError: 'continueRegularOutput' });
			return count;
		};
		expect(await tries([{ json: { error: 'no' } }, { json: {} }])).toBe(2);
		expect(await tries([{ json: {} }, { json: { error: 'no' } }])).toBe(1);
		expect(await tries([{ json: { error: null } }])).toBe(1);
	});

	it('drops an empty object body, and sends the string', async () => {
		await runNode(nodeThat('posting', async function () {
			const options = { method: 'POST' as const, url: server.url, headers: { 'Content-Type': 'application/json' } };
			for (const body of [{}, '{}']) await this.helpers.httpRequestWithAuthentication.call(this, 'httpBearerAuth', { ...options, body });
			return [[]];
		}), { credentials: { httpBearerAuth: { token: 'token-of-a-test' } } });
		expect(server.requests.map(({ body, headers }) => [body, headers['content-type'], headers.authorization])).toEqual([
			['', 'application/json', 'Bearer token-of-a-test'], ['{}', 'application/json', 'Bearer token-of-a-test'],
		]);
	});

	describe('a failed call', () => {
		const failure = async (answer: Handler): Promise<NodeApiError> => {
			handler = answer;
			let caught: unknown;
			await runNode(nodeThat('failing', async function () {
				try {
					await this.helpers.httpRequestWithAuthentication.call(this, 'httpBearerAuth', { url: server.url, json: true, timeout: 300 });
				} catch (error) {
					caught = error;
				}
				return [[]];
			}), { credentials: { httpBearerAuth: { token: 'token-of-a-test' } } });
			return caught as NodeApiError;
		};

		it('arrives as NodeApiError with the code as a string, the body in its context and headers in its cause', async () => {
			const error = await failure(() => ({ status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow down' } }));
			const { cause } = error as unknown as { cause: { response: { headers: IDataObject } } };
			expect({
				name: error.name, httpCode: error.httpCode, description: error.description, data: error.context.data,
				retryAfter: cause.response.headers['retry-after'], statusCode: 'statusCode' in error, response: 'response' in error,
			}).toEqual({
				name: 'NodeApiError', httpCode: '429', description: 'slow down', data: { message: 'slow down' },
				retryAfter: '7', statusCode: false, response: false,
			});
		});

		it('has the code of the network when there was no answer', async () => {
			expect((await failure(() => 'cut')).httpCode).toBe('ECONNRESET');
			expect((await failure(() => 'hang')).httpCode).toBe('ECONNABORTED');
		});

		it('stays the same object, with its own message, when it is wrapped again', async () => {
			const error = await failure(() => ({ status: 400, body: { message: 'bad' } }));
			const node = error.node;
			const wrapped = new NodeApiError(node, error as unknown as JsonObject, { message: 'Ours', description: 'Ours', itemIndex: 3 });
			expect(wrapped).toBe(error);
			expect(wrapped.message).not.toBe('Ours');
			expect(wrapped.context.itemIndex).toBeUndefined();
		});
	});

	it('gives a body that is not JSON as a string, although the status is 200', async () => {
		handler = () => ({ headers: { 'content-type': 'application/json' }, body: '<html>' });
		let answer: unknown;
		await runNode(nodeThat('reading', async function () {
			answer = await this.helpers.httpRequest({ url: server.url, json: true });
			return [[]];
		}));
		expect(answer).toBe('<html>');
	});
});
