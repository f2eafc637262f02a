import type { Page } from 'playwright-core';
import { saveMailCredential } from '../../../host/demo/saveDemoCredential';
import { openInbox, type Inbox } from '../../../host/inbox/openInbox';
import { waitFor } from '../../../host/process/waitFor';
import { readExample, withServiceAt } from '../../../host/n8n/readExample';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { seedThermostat } from '../../../sandbox/fixtures/seedThermostat';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { FormPage } from '../../e2e/editor/pages/formPage';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { enterSettings } from '../../e2e/enterSettings';
import { call } from '../../operations/dossier';
import { dayInDays, inDays } from '../../support/service/reservations';

// A person imports an example, chooses a credential in each node that needs one, and uses it, all in the browser.

let test: TestEditor;
let visitor: Page;
let inbox: Inbox;
const LOGIN = { user: 'host', password: 'sandbox-form' };
/** By the type of the credential. */
const CREDENTIALS: Record<string, string> = {
	deviceAccessApi: 'Device Access (sandbox)',
	httpBasicAuth: 'Forms',
	smtp: 'Inbox of the demo',
};

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	const { client } = test.n8n;
	inbox = await openInbox();
	await saveMailCredential(client, inbox.credential);
	await client.createCredential({ name: 'Forms', type: 'httpBasicAuth', data: LOGIN });
	await enterSettings(client, 'host@example.com');
	visitor = await test.browser.newPage();
});
afterAll(async () => {
	await inbox?.stop();
	await test?.stop();
});

const person = (title: string, act: () => Promise<void>) =>
	it(title, async () => await test.browser.keepScreenshotOnFailure(test.editor.page, title, act));

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
	for (const { id: nodeId = '', name, type, parameters, credentials } of nodes) {
		const kind =
			Object.keys(credentials ?? {})[0] ??
			// The import drops the credential of an HTTP Request node.
			(parameters.nodeCredentialType as string | undefined) ??
			(type.endsWith('.emailSend') ? 'smtp' : undefined) ??
			(parameters.authentication === 'basicAuth' ? 'httpBasicAuth' : undefined);
		if (kind === undefined) continue;
		const view = await editor.openNodeById(id, nodeId, name);
		await view.selectCredential(CREDENTIALS[kind] ?? kind);
		await view.close();
	}
	await editor.save();
	await waitFor('no node to be marked as incomplete', async () => {
		const marks = await editor.page.getByTestId('node-issues').count();
		return marks === 0 || undefined;
	});
	return id;
}

/** Opens a form. The browser remembers the login, and the page's own requests must have no address with one in it. */
async function open(path: string): Promise<FormPage> {
	const address = `${test.n8n.url}/form/${path}`;
	await visitor.goto(address.replace('//', `//${LOGIN.user}:${LOGIN.password}@`));
	await visitor.goto(address);
	return new FormPage(visitor);
}

const hotelOfSandbox = () => {
	const found = test.sandbox.state.workspaces.get(workspaceIds.main);
	if (!found) throw new Error('The sandbox has no hotel');
	return found;
};

person('"A PIN for one entry" shows a PIN to whoever fills in its form', async () => {
	await setUp('one-entry.json');
	await test.editor.publish();
	const form = await open('one-entry');
	await form.fill({ Who: 'Plumber', Room: 'Room 101', Day: dayInDays(2) });
	await form.submit();
	expect(await form.answer(/^PIN \d{4,}$/)).toContain('Plumber, Room 101');
	expect(hotelOfSandbox().access.accessGrants.records).toContainEqual(
		expect.objectContaining({ access_grant_key: expect.stringMatching(/^once:/) }),
	);
});

person(
	'"Unknown codes" asks about the codes on the locks, and adopts the one that it is told',
	async () => {
		const id = await setUp('unknown-codes.json');
		await test.editor.publish();
		expect((await test.n8n.client.runWorkflow(id, 'Every night')).status).toBe('success');
		expect(inbox.emails.map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^Codes that nobody manages: \d+$/),
		]);
		const form = await open('unknown-codes');
		await form.fill({ 'What I leave open': 'Keep' });
		await form.submit();
		await visitor.getByText('Delete cannot be undone.').waitFor();
		await form.fill({ 'Room 101: Guest 101': 'Adopt' });
		await form.submit();
		await form.answer(/^Done$/);
		const adopted = test.sandbox.state.accessCodes.get(hotel.unmanagedCodes.convertible);
		expect(adopted?.isManaged).toBe(true);
	},
);

person('"Climate" sets the thermostat of a room for its stay', async () => {
	const { editor, sandbox } = test;
	const { access, thermostatSchedules } = hotelOfSandbox();
	const { device_id } = sandbox.state.addDevice(
		hotelOfSandbox(),
		seedThermostat(401, 'Thermostat of Room 101'),
	).record;
	const room = access.spaces.get(hotel.spaces.room101);
	access.spaces.update(hotel.spaces.room101, {
		device_ids: [...(room?.device_ids ?? []), device_id],
	});
	await call(sandbox, '/access_grants/create', {
		access_grant_key: 'reservation:4711',
		user_identity: { full_name: 'Guest' },
		space_ids: [hotel.spaces.room101],
		requested_access_methods: [{ mode: 'code' }],
		starts_at: inDays(2),
		ends_at: inDays(4),
	});
	await setUp('climate.json');
	expect(await editor.executeWorkflow()).toMatch(/executed successfully/);
	expect(thermostatSchedules.records).toContainEqual(
		expect.objectContaining({ device_id, name: 'By n8n: reservation:4711' }),
	);
});

for (const file of ['lock-again.json', 'cleaning-tasks.json', 'who-came.json', 'door-events.json'])
	person(`${file} needs nothing but credentials to be complete`, async () => {
		await setUp(file);
	});
