import { randomUUID } from 'node:crypto';
import got from 'got';
import { readExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import type { Execution } from '../../../host/n8n/n8nClient';
import { nodeOf } from '../../../host/n8n/readExample';
import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { itemsOf } from '../itemsOf';
import { signIn } from '../signIn';

// A person answers hours later: n8n saves the execution, and another call continues it. The engine tests use pinned answers.

const FORM_PATH = 'staff-card-of-a-hotel';
const LOGIN = { user: 'desk', password: 'sandbox-form' };
const authorization = `Basic ${Buffer.from('desk:sandbox-form').toString('base64')}`;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 50 } });
});
afterAll(async () => await sandbox?.stop());

async function submit(url: string, fields: readonly string[]): Promise<string> {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
	const headers = {
		'user-agent':
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
		authorization,
	};
	const answer = await fetch(url, { method: 'POST', body: form, headers });
	expect(answer.status).toBe(200);
	return await answer.text();
}

it('"Staff card" asks on a second and a third page, replaces the card, and says so on the last one', async () => {
	const { client, url: address } = await signIn(__filename);
	const { url: baseUrl, apiKey } = sandbox;
	const credential = await saveDemoCredential(client, { baseUrl, apiKey });
	const httpBasicAuth = await client.createCredential({
		name: 'Staff',
		type: 'httpBasicAuth',
		data: LOGIN,
	});
	const example = (await readExamples(credential)).find(({ name }) => name === 'Staff card');
	if (example === undefined) throw new Error('There is no example "Staff card"');
	Object.assign(nodeOf(example, 'Wait 30 seconds').parameters, { amount: 1 });
	const form = nodeOf(example, 'Staff card');
	// Other tests publish the same form in the same n8n.
	Object.assign(form, { credentials: { httpBasicAuth }, webhookId: randomUUID() });
	Object.assign(form.parameters, { options: { path: FORM_PATH, appendAttribution: false } });
	const { id } = await client.importWorkflow(example);
	await client.activate(id);
	const waitForPage = async (node: string): Promise<Execution> =>
		await waitFor(`the page of ${node}`, async () => {
			const waiting = (await client.listExecutions(id)).filter(
				({ status }) => status === 'waiting',
			);
			const executions = await Promise.all(waiting.map(async (one) => client.getExecution(one.id)));
			return executions.find((execution) => itemsOf(execution, node) !== undefined);
		});

	const first = await submit(`${address}/form/${FORM_PATH}`, ['Lost card']);
	const { formWaitingUrl: url } = JSON.parse(first) as { formWaitingUrl: string };
	await waitForPage('Choices');
	const [member, encoder] = [hotel.accessSystemUsers.cleaning, hotel.encoder].map((one) =>
		one.slice(-6),
	);
	await submit(url, [
		`Cleaning (cleaning@example.com, ${member})`,
		`Front Desk Encoder (${encoder})`,
	]);
	await waitForPage('Cards');
	await submit(url, ['Yes']);
	const { id: executionId } = await waitForPage('Hand it over');
	const page = await got(url, { headers: { authorization } }).text();
	expect(page).toContain('The card is ready');
	expect(page).toContain('Doors: Lobby, Elevator.');
	// The last page tells n8n that it was shown, which ends the execution.
	await submit(url, []);
	expect((await client.waitForExecution(executionId)).status).toBe('success');
	const { access } = sandbox.state.workspaces.get(workspaceIds.main) ?? {};
	expect(access?.credentials.get(hotel.credentials.cleaningCard)).toBeUndefined();
	await client.deactivate(id);
});
