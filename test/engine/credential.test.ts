import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startHotelSandbox, type HotelSandbox } from '../support/service/hotelSandbox';
import {
	startHttpServer,
	type Answer,
	type HttpServer,
	type ReceivedRequest,
} from '../../host/process/httpServer';
import { runNode } from '../../host/engine/runNode';
import { testCredential } from '../support/engine/testCredential';

const KEY = 'sandbox-key-hotel';
const NOT_ACCEPTED =
	"The API key was not accepted. Check the 'API Key' of the credential. " +
	'Sandbox and production workspaces have different keys, and a key belongs to one workspace.';
const NOT_THIS_SERVICE =
	"The server at the 'Base URL' does not answer like the lock service (such as Seam). Check the address.";
let service: HotelSandbox;
beforeAll(async () => {
	service = await startHotelSandbox();
});
beforeEach(() => {
	service.sandbox.requests.clear();
	service.sandbox.faults.clear();
});
afterAll(async () => await service.stop());

const test = async (data: ICredentialDataDecryptedObject) =>
	await testCredential('deviceAccessApi', { baseUrl: service.sandbox.url, apiKey: KEY, ...data });

const runWith = async (data: ICredentialDataDecryptedObject) =>
	await runNode('deviceAccess', {
		parameters: { resource: 'workspace', operation: 'get', options: { maxRetries: 0 } },
		credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: KEY, ...data } },
	});

describe('the test of the credential', () => {
	it('names the workspace of the right key, and says whether it is a sandbox or production', async () => {
		expect(await test({})).toEqual({
			status: 'OK',
			message: "Connected to the sandbox workspace 'Hotel'",
		});
		expect(await test({ apiKey: service.sandbox.apiKeys.other })).toEqual({
			status: 'OK',
			message: "Connected to the production workspace 'Cleaning Company'",
		});
	});

	it('says in words what is wrong with the key or the address', async () => {
		const closed = await startHttpServer(() => ({}));
		await closed.stop();
		for (const [data, message] of [
			[{ apiKey: 'sandbox-key-wrong' }, NOT_ACCEPTED],
			[{ apiKey: '' }, NOT_ACCEPTED],
			[
				{ baseUrl: 'http://does-not-exist.invalid' },
				"The host name in the 'Base URL' of the credential does not exist",
			],
			[
				{ baseUrl: 'ftp://connect.getseam.com' },
				"The 'Base URL' of the credential must start with https:// or http://, such as https://connect.getseam.com",
			],
			[{ baseUrl: closed.url }, 'No server answers at the address of the service'],
		] as const)
			expect(await test(data)).toEqual({ status: 'Error', message });
	});

	it.each<[string, Answer, string]>([
		[
			'a web page',
			{ headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' },
			NOT_THIS_SERVICE,
		],
		['a page that is missing', { status: 404, body: 'Not Found' }, NOT_THIS_SERVICE],
		[
			'a redirect',
			{ status: 302, headers: { location: 'https://connect.getseam.com/workspaces/get' } },
			NOT_THIS_SERVICE,
		],
		[
			'a key of the wrong kind',
			{ status: 400, body: { error: { type: 'missing_workspace_id', message: 'No.' }, ok: false } },
			NOT_ACCEPTED,
		],
		[
			'an outage',
			{ status: 503, body: '' },
			'The service is not available right now. Try again later.',
		],
	])('says in words what it means when the answer is %s', async (_title, answer, message) => {
		const server = await startHttpServer(() => answer);
		const result = await test({ baseUrl: server.url });
		await server.stop();
		expect(result).toEqual({ status: 'Error', message });
	});

	describe('with a personal access token', () => {
		const MAIN = '10000000-0000-4000-8000-000000000001';
		const OTHER = '10000000-0000-4000-8000-000000000002';
		const OPENS = `The token opens: Hotel (${MAIN}), Cleaning Company (${OTHER}).`;
		const testToken = async (data: ICredentialDataDecryptedObject = {}) =>
			await test({
				authentication: 'personalAccessToken',
				personalAccessToken: service.sandbox.personalAccessToken,
				workspaceId: MAIN,
				...data,
			});

		it('passes without a workspace, and names those that the token opens', async () => {
			expect(await testToken({ workspaceId: '' })).toEqual({
				status: 'OK',
				message: expect.stringContaining(OPENS) as string,
			});
		});

		it('says that the token or its workspace is wrong', async () => {
			expect(await testToken({ personalAccessToken: 'seam_at_nobody' })).toEqual({
				status: 'Error',
				message: expect.stringMatching(/^The personal access token was not accepted\./),
			});
			expect(await testToken({ workspaceId: '10000000-0000-4000-8000-0000000000ff' })).toEqual({
				status: 'Error',
				message: `The token does not open the workspace under 'Workspace ID'. ${OPENS}`,
			});
		});
	});

	it('never shows the key', async () => {
		service.sandbox.faults.next('/workspaces/get', {
			kind: 'status',
			status: 400,
			body: { error: { type: 'invalid_input', message: `Bearer ${KEY}` }, ok: false },
		});
		expect(JSON.stringify(await test({}))).not.toContain(KEY);
	});
});

describe('the request', () => {
	let server: HttpServer;
	beforeEach(async () => {
		server = await startHttpServer(() => ({
			body: { ok: true, workspace: { name: 'Hotel', is_sandbox: true } },
		}));
	});
	afterEach(async () => await server.stop());

	const facts = ({ method, path, headers, body }: ReceivedRequest) => ({
		method,
		path,
		body,
		contentType: headers['content-type'],
		authorization: headers.authorization,
	});

	it('has the body {} on the wire, says that it is JSON, and carries the key without pasted whitespace as a bearer token, in the test and in a run behind a proxy', async () => {
		const pasted = { baseUrl: `${server.url}/proxy/`, apiKey: ` ${KEY}\n` };
		await test(pasted);
		await runWith(pasted);
		const expected = {
			method: 'POST',
			path: '/proxy/workspaces/get',
			body: '{}',
			contentType: 'application/json',
			authorization: `Bearer ${KEY}`,
		};
		expect(server.requests.map(facts)).toEqual([expected, expected]);
	});

	it('of the test follows no redirect, so the key does not travel', async () => {
		const redirecting = await startHttpServer(() => ({
			status: 307,
			headers: { location: `${server.url}/workspaces/get` },
		}));
		await test({ baseUrl: redirecting.url });
		await redirecting.stop();
		expect(server.requests).toEqual([]);
	});

	it("names the workspace of a token, even in n8n's own HTTP Request node unless that names one itself", async () => {
		const token = {
			authentication: 'personalAccessToken',
			personalAccessToken: 'seam_at_sandbox-token',
			workspaceId: '10000000-0000-4000-8000-000000000001',
		};
		const request = async (path: string, headers: object[] = []) =>
			await runNode('n8n-nodes-base.httpRequest', {
				parameters: {
					url: `${server.url}${path}`,
					method: 'POST',
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'deviceAccessApi',
					options: {},
					sendHeaders: headers.length > 0,
					headerParameters: { parameters: headers as never },
				},
				typeVersion: 4.2,
				credentials: { deviceAccessApi: { baseUrl: server.url, ...token } },
			});
		await test({ baseUrl: server.url, ...token });
		await runWith({ baseUrl: server.url, ...token });
		await request('/devices/list');
		await request('/devices/list', [{ name: 'Seam-Workspace', value: 'another' }]);
		await request('/workspaces/list');
		const seen = server.requests.map(({ headers }) => [
			headers.authorization,
			headers['seam-workspace'],
		]);
		const { workspaceId } = token;
		expect(seen).toEqual(
			[workspaceId, workspaceId, workspaceId, 'another', undefined].map((workspace) => [
				'Bearer seam_at_sandbox-token',
				workspace,
			]),
		);
	});

	it("of n8n's own HTTP Request node gets the key only for the base URL", async () => {
		const request = async (url: string, baseUrl = service.sandbox.url) =>
			await runNode('n8n-nodes-base.httpRequest', {
				parameters: {
					url,
					method: 'POST',
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'deviceAccessApi',
					options: {},
				},
				credentials: { deviceAccessApi: { baseUrl, apiKey: KEY } },
			});
		const own = await request(`${service.sandbox.url}/workspaces/get`);
		const other = await request(`${server.url}/workspaces/get`);
		expect(
			service.sandbox.requests
				.of('/workspaces/get')
				.map(({ hasAuthorization }) => hasAuthorization),
		).toEqual([true]);
		expect(own.error?.message).not.toContain('credential is sent');
		expect([other.status, server.requests]).toEqual(['error', []]);
		const ownPath = `${server.url}/locks`;
		for (const path of ['/other/get', '/locks-of-others/get', '/locks/../other/get'])
			expect((await request(`${server.url}${path}`, ownPath)).status).toBe('error');
		await request(`${ownPath}/workspaces/get`, ownPath);
		expect(server.requests.map(({ path }) => path)).toEqual(['/locks/workspaces/get']);
	});
});
