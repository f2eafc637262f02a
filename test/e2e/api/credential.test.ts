import { freePort } from '../../../host/process/freePort';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { startHttpServer } from '../../support/httpServer';
import { type SignedIn, signIn } from '../signIn';

let n8n: SignedIn;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
	n8n = await signIn(__filename);
});

afterAll(async () => {
	await sandbox?.stop();
});

/** Saves a credential and presses its Test button, as the editor does. */
async function testCredential(data: Record<string, unknown>) {
	const credential = { name: 'Tested', type: 'deviceAccessApi', data };
	const { id } = await n8n.client.createCredential(credential);
	return await n8n.client.testCredential({ id, ...credential });
}

it('tells that the key works, and for which workspace', async () => {
	const answer = await testCredential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });

	expect(answer).toEqual({ status: 'OK', message: "Connected to the sandbox workspace 'Hotel'" });
});

it('accepts an address with a slash at the end and whitespace around it', async () => {
	const answer = await testCredential({ baseUrl: ` ${sandbox.url}/ `, apiKey: sandbox.apiKey });

	expect(answer).toEqual({ status: 'OK', message: "Connected to the sandbox workspace 'Hotel'" });
});

it('sends the body {} with the content type of JSON', async () => {
	const server = await startHttpServer(() => ({
		body: { ok: true, workspace: { name: 'Recorded', is_sandbox: false } },
	}));
	try {
		const answer = await testCredential({ baseUrl: server.url, apiKey: 'sandbox-key-recorded' });

		expect(answer).toEqual({
			status: 'OK',
			message: "Connected to the production workspace 'Recorded'",
		});
		expect(server.requests).toEqual([
			expect.objectContaining({
				method: 'POST',
				path: '/workspaces/get',
				body: '{}',
				headers: expect.objectContaining({
					authorization: 'Bearer sandbox-key-recorded',
					'content-type': 'application/json',
				}),
			}),
		]);
	} finally {
		await server.stop();
	}
});

it('names the key when the service does not accept it', async () => {
	const answer = await testCredential({ baseUrl: sandbox.url, apiKey: 'sandbox-key-unknown' });

	expect(answer).toEqual({
		status: 'Error',
		message: expect.stringMatching(/^The API key was not accepted\. .*'API Key'/),
	});
});

it('tells for which workspace a personal access token works, and names its workspaces when none is chosen', async () => {
	const token = {
		baseUrl: sandbox.url,
		authentication: 'personalAccessToken',
		personalAccessToken: sandbox.personalAccessToken,
	};

	const answers = [
		await testCredential({ ...token, workspaceId: workspaceIds.other }),
		await testCredential(token),
	];

	expect(answers).toEqual([
		{ status: 'OK', message: "Connected to the production workspace 'Cleaning Company'" },
		{
			status: 'Error',
			message: expect.stringContaining(
				`no workspace is chosen. Enter the ID of a workspace under 'Workspace ID'. The token opens: Hotel (${workspaceIds.main})`,
			),
		},
	]);
});

it('says that nothing answers at a wrong address', async () => {
	const answer = await testCredential({
		baseUrl: `http://127.0.0.1:${await freePort()}`,
		apiKey: sandbox.apiKey,
	});

	expect(answer).toEqual({
		status: 'Error',
		message: 'No server answers at the address of the service',
	});
});

it('says what an address looks like when it is none', async () => {
	const answer = await testCredential({ baseUrl: 'ftp://127.0.0.1', apiKey: sandbox.apiKey });

	expect(answer).toEqual({
		status: 'Error',
		message: expect.stringContaining(
			"'Base URL' of the credential must start with https:// or http://",
		),
	});
});

it.each([
	[
		'answers with a web page',
		{ headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' },
	],
	['knows no such path', { status: 404, body: 'Not Found' }],
	['answers with JSON of another kind', { body: { hello: 'world' } }],
])('says that a server that %s is no such service', async (_, answer) => {
	const server = await startHttpServer(() => answer);
	try {
		expect(await testCredential({ baseUrl: server.url, apiKey: sandbox.apiKey })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not answer like the lock service'),
		});
	} finally {
		await server.stop();
	}
});
