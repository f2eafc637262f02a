import got from 'got';
import type { Page } from 'playwright-core';
import { saveMailCredential } from '../../../host/demo/saveDemoCredential';
import { type Email, openInbox, type Inbox } from '../../../host/inbox/openInbox';
import { waitFor } from '../../../host/process/waitFor';
import { readExample, withServiceAt } from '../../../host/n8n/readExample';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { FormPage } from '../../e2e/editor/pages/formPage';
import type { NodeView } from '../../e2e/editor/pages/nodeView';
import { SandboxPage } from '../../e2e/editor/pages/sandboxPage';
import { personIn, startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { enterSettings } from '../../e2e/enterSettings';
import { dayInDays } from '../../support/service/reservations';

// A person imports an example, chooses a credential in each node that needs one, and uses it, all in the browser: a form
// with a login, and a webhook with rows of a data table.

let test: TestEditor;
let visitor: Page;
let inbox: Inbox;
const HOST = 'host@example.com';
const LOGIN = { user: 'host', password: 'sandbox-form' };
const TOKEN = 'sandbox-token-of-a-tool';
/** By the type of the credential. */
const CREDENTIALS: Record<string, string> = {
	deviceAccessApi: 'Device Access (sandbox)',
	httpBasicAuth: 'Forms',
	httpHeaderAuth: 'Tasks',
	smtp: 'Inbox of the demo',
};
/** By what a node asks of its callers. */
const LOGINS: Record<string, string> = { basicAuth: 'httpBasicAuth', headerAuth: 'httpHeaderAuth' };

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	const { client } = test.n8n;
	inbox = await openInbox();
	await saveMailCredential(client, inbox.credential);
	const data = { httpBasicAuth: LOGIN, httpHeaderAuth: { name: 'x-task', value: TOKEN } };
	for (const [type, fields] of Object.entries(data))
		await client.createCredential({ name: CREDENTIALS[type] ?? '', type, data: { ...fields } });
	await enterSettings(client, HOST);
	visitor = await test.browser.newPage();
});
afterAll(async () => {
	await inbox?.stop();
	await test?.stop();
});

const person = personIn(() => test);

/** Imports the example, and chooses the credential of each node that has one. No node is marked as incomplete then. */
async function setUp(file: string): Promise<string> {
	const { editor, sandbox } = test;
	const example = withServiceAt(readExample(file), sandbox.url);
	await editor.newWorkflow();
	await editor.importFile({
		name: file,
		mimeType: 'application/json',
		buffer: Buffer.from(JSON.stringify(example)),
	});
	const { id, nodes } = await editor.save();
	for (const { name, type, parameters, credentials } of nodes) {
		const kind =
			Object.keys(credentials ?? {})[0] ??
			(type.endsWith('.emailSend') ? 'smtp' : undefined) ??
			LOGINS[String(parameters.authentication)];
		if (kind !== undefined)
			await edit(id, name, async (view) => await view.selectCredential(CREDENTIALS[kind] ?? kind));
	}
	await editor.save();
	await waitFor('no node to be marked as incomplete', async () => {
		const marks = await editor.page.getByTestId('node-issues').count();
		return marks === 0 || undefined;
	});
	return id;
}

/** Changes one thing in a node of the open workflow. */
async function edit(id: string, name: string, act: (view: NodeView) => Promise<void>) {
	const { nodes } = await test.n8n.client.getWorkflow(id);
	const node = nodes.find((one) => one.name === name);
	const view = await test.editor.openNodeById(id, node?.id ?? '', name);
	await act(view);
	await view.close();
}

/** Saves and publishes the open workflow. Its webhooks are registered then. */
async function publish(id: string): Promise<void> {
	await test.editor.save();
	await test.editor.publish();
	await test.n8n.client.activate(id);
}

/** Somebody types a PIN at the door of Room 102. */
async function type(pin: unknown, result: 'opens' | 'refuses the PIN' = 'opens') {
	await visitor.goto(test.sandbox.url);
	await new SandboxPage(visitor).typePin('Room 102', String(pin), result);
}

/** Waits for an email with this subject. */
const email = async (subject: RegExp): Promise<Email> =>
	await waitFor(
		`an email like ${subject}`,
		async () => await Promise.resolve(inbox.emails.find((one) => subject.test(one.subject))),
	);

person(
	'"Unknown codes" asks about the codes on the locks, and adopts the one that it is told',
	async () => {
		const { client, url } = test.n8n;
		const id = await setUp('unknown-codes.json');
		await publish(id);
		expect((await client.runWorkflow(id, 'Every night')).status).toBe('success');
		await email(/^Codes that nobody manages: \d+$/);
		// The browser remembers the login, and the page's own requests must have no address with one in it.
		const address = `${url}/form/unknown-codes`;
		await visitor.goto(address.replace('//', `//${LOGIN.user}:${LOGIN.password}@`));
		await visitor.goto(address);
		const form = new FormPage(visitor);
		await form.fill({ 'What I leave open': 'Keep' });
		await form.submit();
		await visitor.getByText('Delete cannot be undone.').waitFor();
		await form.fill({ 'Room 101: Guest 101': 'Adopt' });
		await form.submit();
		await form.answer(/^Done$/);
		const adopted = test.sandbox.state.accessCodes.get(hotel.unmanagedCodes.convertible);
		expect(adopted?.isManaged).toBe(true);
		await client.deactivate(id);
	},
);

person('"Cleaning tasks" gives the cleaner a PIN for the task that a tool sends', async () => {
	const id = await setUp('cleaning-tasks.json');
	const { editor, n8n } = test;
	let url = '';
	await edit(id, 'A task', async (view) => {
		url = await view.productionUrl();
	});
	await publish(id);
	const post = async (task: number, status: string) =>
		await got.post(url, {
			headers: { 'x-task': TOKEN },
			json: {
				id: String(task),
				status,
				room: 'Room 102',
				from: `${dayInDays(-1)}T11:00`,
				until: `${dayInDays(1)}T16:00`,
			},
		});
	await post(814, 'created');
	expect((await email(/Cleaning/)).to.text).toBe(HOST);

	const table = await editor.openDataTable('Cleaners');
	await table.addRow({ room: 'Room 102', name: 'Cleaner', email: 'cleaner@example.com' });
	inbox.emails.length = 0;
	await post(815, 'created');
	const { to, text } = await email(/Cleaning/);
	expect(to.text).toBe('cleaner@example.com');
	const pin = /PIN for Room 102 is (\d+)/.exec(text)?.[1];
	await type(pin);
	const { length } = await n8n.client.waitForExecutions(id, 2);
	await post(815, 'completed');
	await n8n.client.waitForExecutions(id, length + 1);
	await waitFor('the PIN to be gone', async () => {
		await type(pin, 'refuses the PIN');
		return true;
	});
	await n8n.client.deactivate(id);
});
