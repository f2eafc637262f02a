import got from 'got';
import type { Page } from 'playwright-core';
import { saveMailCredential } from '../../../host/demo/saveDemoCredential';
import { type Email, openInbox, type Inbox } from '../../../host/inbox/openInbox';
import { waitFor } from '../../../host/process/waitFor';
import { readExample, withServiceAt } from '../../../host/n8n/readExample';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { seedThermostat } from '../../../sandbox/fixtures/seedThermostat';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { FormPage } from '../../e2e/editor/pages/formPage';
import type { NodeView } from '../../e2e/editor/pages/nodeView';
import { SandboxPage } from '../../e2e/editor/pages/sandboxPage';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { enterSettings } from '../../e2e/enterSettings';
import { itemsOf } from '../../e2e/itemsOf';
import { manualWorkflow } from '../../e2e/workflowFiles';
import { call } from '../../operations/dossier';
import { dayInDays, inDays } from '../../support/service/reservations';

// A person imports an example, chooses a credential in each node that needs one, and uses it, all in the browser. Each test
// prints how many edits that took, and for how long.

let test: TestEditor;
let visitor: Page;
let inbox: Inbox;
let edits: number;
const HOST = 'host@example.com';
const LOGIN = { user: 'host', password: 'sandbox-form' };
const TOKEN = 'sandbox-token-of-an-assistant';
/** By the type of the credential. */
const CREDENTIALS: Record<string, string> = {
	deviceAccessApi: 'Device Access (sandbox)',
	httpBasicAuth: 'Forms',
	httpHeaderAuth: 'Tasks',
	httpBearerAuth: 'Assistant',
	openAiApi: 'Model',
	smtp: 'Inbox of the demo',
};
/** By what a node asks of its callers. */
const LOGINS: Record<string, string> = {
	basicAuth: 'httpBasicAuth',
	headerAuth: 'httpHeaderAuth',
	bearerAuth: 'httpBearerAuth',
};

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100, chosenPins: 'next' });
	const { client } = test.n8n;
	inbox = await openInbox();
	await saveMailCredential(client, inbox.credential);
	const data: Record<string, object> = {
		httpBasicAuth: LOGIN,
		httpHeaderAuth: { name: 'x-task', value: TOKEN },
		httpBearerAuth: { token: TOKEN },
	};
	for (const [type, fields] of Object.entries(data))
		await client.createCredential({ name: CREDENTIALS[type] ?? '', type, data: { ...fields } });
	await enterSettings(client, HOST, { spare_pin_to: 'guest' });
	visitor = await test.browser.newPage();
});
afterAll(async () => {
	await inbox?.stop();
	await test?.stop();
});

const person = (title: string, act: () => Promise<void>) =>
	it(title, async () => {
		edits = 0;
		const start = Date.now();
		await test.browser.keepScreenshotOnFailure(test.editor.page, title, act);
		const seconds = Math.round((Date.now() - start) / 1000);
		process.stdout.write(`${title}: ${edits} edits, ${seconds} s\n`);
	});

/** No example hears what the next one does. */
afterEach(async () => {
	const { client } = test.n8n;
	for (const { id, name, active } of await client.listWorkflows())
		if (active && name !== 'Lock assistant') await client.deactivate(id);
	inbox.emails.length = 0;
});

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
			// The import drops the credential of an HTTP Request node.
			(parameters.nodeCredentialType as string | undefined) ??
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
	edits += 1;
}

/** Saves and publishes the open workflow. Its webhooks are registered then. */
async function publish(id: string): Promise<void> {
	await test.editor.save();
	await test.editor.publish();
	await test.n8n.client.activate(id);
}

async function execute(id: string, start: string): Promise<void> {
	const { status, data } = await test.n8n.client.runWorkflow(id, start);
	expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
}

/** Opens a form. The browser remembers the login, and the page's own requests must have no address with one in it. */
async function open(path: string): Promise<FormPage> {
	const address = `${test.n8n.url}/form/${path}`;
	await visitor.goto(address.replace('//', `//${LOGIN.user}:${LOGIN.password}@`));
	await visitor.goto(address);
	return new FormPage(visitor);
}

/** Somebody types a PIN at a door. */
async function type(pin: unknown, lock: string, result: 'opens' | 'refuses the PIN' = 'opens') {
	await visitor.goto(test.sandbox.url);
	await new SandboxPage(visitor).typePin(lock, String(pin), result);
}

/** Waits for an email with this subject. */
const email = async (subject: RegExp): Promise<Email> =>
	await waitFor(
		`an email like ${subject}`,
		async () => await Promise.resolve(inbox.emails.find((one) => subject.test(one.subject))),
	);

const hotelOfSandbox = () => {
	const found = test.sandbox.state.workspaces.get(workspaceIds.main);
	if (!found) throw new Error('The sandbox has no hotel');
	return found;
};
const isLocked = (id: string) => hotelOfSandbox().devicesById.get(id)?.record.properties.locked;
const until = async (what: string, isTrue: () => boolean) =>
	await waitFor(what, async () => await Promise.resolve(isTrue() || undefined));

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A booking system books. @returns the item, with the PIN if it waits for the lock */
async function book(
	key: string,
	room: string,
	[from, to]: [hours: number, hours: number],
	waitUntilIssued = true,
) {
	const { n8n, credential } = test;
	const { id } = await n8n.client.importWorkflow(
		manualWorkflow(
			`Booking ${key}`,
			{
				resource: 'reservation',
				operation: 'upsert',
				reservationKey: key,
				status: 'confirmed',
				guestName: `Guest ${key}`,
				guestContact: `guest-${key}@example.com`,
				rooms: { __rl: true, mode: 'key', value: room },
				arrival: inHours(from),
				departure: inHours(to),
				options: { waitUntilIssued },
			},
			credential,
		),
	);
	return itemsOf(await n8n.client.runWorkflow(id, 'Start'), 'Device Access')?.[0] ?? {};
}

/** Adds a device to a room. */
function addToRoom(seed: ReturnType<typeof seedThermostat>, space: string): string {
	const { spaces } = hotelOfSandbox().access;
	const { device_id } = test.sandbox.state.addDevice(hotelOfSandbox(), seed).record;
	const { device_ids = [] } = spaces.get(space) ?? {};
	spaces.update(space, { device_ids: [...device_ids, device_id] });
	return device_id;
}

person('"A PIN for one entry" shows a PIN to whoever fills in its form', async () => {
	await publish(await setUp('one-entry.json'));
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
		await publish(id);
		await execute(id, 'Every night');
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
	const device_id = addToRoom(seedThermostat(401, 'Thermostat of Room 101'), hotel.spaces.room101);
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
	expect(hotelOfSandbox().thermostatSchedules.records).toContainEqual(
		expect.objectContaining({ device_id, name: 'By n8n: reservation:4711' }),
	);
});

person('"Lock again" locks a door that stays unlocked, and none that is held open', async () => {
	const id = await setUp('lock-again.json');
	await edit(id, 'Wait 10 minutes', async (view) => await view.fill('amount', '0.05'));
	await publish(id);
	await execute(id, 'Every 15 minutes');
	const { sandbox, n8n, editor } = test;
	const { room103 } = hotel.devices;
	const unlock = async () => {
		await call(sandbox, '/locks/unlock_door', { device_id: room103 });
		await until('the door to be unlocked', () => isLocked(room103) === false);
	};
	await unlock();
	await until('the door to be locked', () => isLocked(room103) === true);

	const table = await editor.openDataTable('Doors to lock');
	await table.fill(0, { held_open_from: '00:00', held_open_until: '24:00' });
	edits += 1;
	const { length } = await n8n.client.waitForExecutions(id, 2);
	await unlock();
	await n8n.client.waitForExecutions(id, length + 1);
	expect(isLocked(room103)).toBe(false);
});

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
	edits += 1;
	inbox.emails.length = 0;
	await post(815, 'created');
	const { to, text } = await email(/Cleaning/);
	expect(to.text).toBe('cleaner@example.com');
	const pin = /PIN for Room 102 is (\d+)/.exec(text)?.[1];
	await type(pin, 'Room 102');
	const { length } = await n8n.client.waitForExecutions(id, 2);
	await post(815, 'completed');
	await n8n.client.waitForExecutions(id, length + 1);
	await waitFor('the PIN to be gone', async () => {
		await type(pin, 'Room 102', 'refuses the PIN');
		return true;
	});
});

person('"Who came" remembers a visit, and sends the month', async () => {
	const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
	const visit = { stay_key: 'beds24:1', guest: 'Ada', rooms: 'Suite', hours: '46' };
	const row = { ...visit, ends_at: `${lastMonth}-15T10:00:00.000Z`, first_opening: 'Tuesday' };
	await test.n8n.client.addDataTable('Visits', Object.keys(row), row);
	const { pin } = await book('4712', 'room-101', [-20, 1]);
	await type(pin, 'Room 101');
	const id = await setUp('who-came.json');
	await execute(id, 'Every hour');
	await execute(id, 'Every month');
	const { html, attachments } = await email(/^Who came/);
	expect(String(html)).toContain('Ada');
	expect(String(attachments[0]?.content)).toContain('Ada,Suite,Tuesday,46');
	await test.editor.openDataTable('Visits');
	await test.editor.page.getByText('Guest 4712').waitFor();
});

person('"Door events" tells of an arrival, and asks a loud guest for quiet', async () => {
	const id = await setUp('door-events.json');
	await edit(id, 'Noise', async (view) => await view.assign('quiet_hours', '24'));
	await publish(id);
	const { pin } = await book('4713', 'suite', [-1, 20]);
	await type(pin, 'Room 103');
	expect((await email(/^Guest 4713 has arrived/)).to.text).toBe(HOST);

	const hear = (number: number, room: string) =>
		test.sandbox.emitEvent({
			event_type: 'noise_sensor.noise_threshold_triggered',
			device_id: addToRoom(
				{ ...seedThermostat(number, `Sensor ${number}`), device_type: 'minut_sensor' },
				room,
			),
			noise_level_decibels: 75,
		});
	hear(501, hotel.spaces.suite);
	expect((await email(/quieter/)).to.text).toBe('guest-4713@example.com');
	hear(502, hotel.spaces.parking);
	expect((await email(/^Sensor 502/)).to.text).toBe(HOST);
});

person('"Lock assistant" needs no language model if nobody chats with it', async () => {
	const id = await setUp('lock-assistant.json');
	await test.editor.deactivate('OpenAI Chat Model');
	edits += 1;
	await publish(id);
});
