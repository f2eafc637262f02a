import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { readExamples } from '../../../host/demo/importExamples';
import type { WorkflowFile } from '../../../host/n8n/n8nClient';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { FormPage } from '../../e2e/editor/pages/formPage';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { plainNode } from '../../e2e/workflowFiles';
import { connect } from '../../../host/engine/connect';
import { pmsBooking } from '../../../pms/pmsBooking';
import { uplisting } from '../../../pms/uplisting';
import { dayInDays } from '../../support/service/reservations';

// What only n8n and a browser do: a sub-workflow of another workflow, forms with several pages, and tables.
let test: TestEditor;
let visitor: Page;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	visitor = await test.browser.newPage();
});
afterAll(async () => await test?.stop());

async function exampleOf(name: string): Promise<WorkflowFile> {
	const example = (await readExamples(test.credential)).find((one) => one.name === name);
	if (!example) throw new Error(`There is no example "${name}"`);
	return example;
}

/** Publishes an example whose form needs no login. Returns its ID, and the address of the form. */
async function publish(name: string): Promise<{ id: string; url: string }> {
	const { client, url } = test.n8n;
	const httpHeaderAuth = await client.createCredential({
		name: `Webhook of ${name}`,
		type: 'httpHeaderAuth',
		data: { name: 'x-check', value: 'sandbox-check' },
	});
	const example = await exampleOf(name);
	// Other tests publish the same forms in the same n8n.
	const path = randomUUID();
	for (const node of example.nodes) {
		const { type, parameters } = node;
		if (type === 'n8n-nodes-base.webhook') Object.assign(node, { credentials: { httpHeaderAuth } });
		if (type === 'n8n-nodes-base.formTrigger')
			Object.assign(node, {
				webhookId: randomUUID(),
				parameters: { ...parameters, authentication: 'none', options: { path } },
			});
	}
	const { id } = await client.importWorkflow(example);
	await client.activate(id);
	return { id, url: `${url}/form/${path}` };
}

const stays = () =>
	test.sandbox.state.workspaces
		.get(workspaceIds.main)
		?.access.accessGrants.records.filter(({ access_grant_key: key }) =>
			/^(reservation|uplisting):/.test(key ?? ''),
		) ?? [];

async function open(url: string, fields: Record<string, string>): Promise<FormPage> {
	await visitor.goto(url);
	const form = new FormPage(visitor);
	await form.fill(fields);
	await form.submit();
	return form;
}

const shown = (title: string, act: () => Promise<void>) =>
	it(title, async () => await test.browser.keepScreenshotOnFailure(visitor, title, act));

shown(
	'"No ID, no PIN", called by a booking workflow, gives access once its form says that all is done',
	async () => {
		const { client } = test.n8n;
		const { id: held, url } = await publish('No ID, no PIN');
		const { nodes, connections } = await exampleOf('Uplisting');
		const booking = pmsBooking({
			rooms: [{ id: '70101', name: 'Room 101' }],
			arrival: dayInDays(3),
			departure: dayInDays(5),
		});
		const sent = JSON.stringify({ headers: {}, body: uplisting.webhookBody(booking) });
		const added = [
			plainNode('Try it', 'n8n-nodes-base.manualTrigger'),
			plainNode('Call', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: sent, options: {} }, 3.4),
			plainNode(
				'Held',
				'n8n-nodes-base.executeWorkflow',
				{
					source: 'database',
					workflowId: { __rl: true, mode: 'id', value: held },
					mode: 'once',
					options: {},
				},
				1.2,
			),
		];
		const { id } = await client.importWorkflow({
			name: 'Bookings that are held',
			nodes: [...nodes, ...added],
			connections: {
				...connections,
				...connect(
					['Try it', 'Call', 'Create the table'],
					['Call', 'Read booking', 'Held', 'Sync many'],
				),
			},
		});
		expect((await client.runWorkflow(id, 'Try it')).status).toBe('success');
		expect(stays()).toEqual([]);

		const done = async (what: string, words: RegExp) => {
			const fields = { 'Guest or booking number': booking.id, 'What is done': what };
			return await (await open(url, fields)).answer(words);
		};
		expect(await done('payment', /^Recorded$/)).toContain('id');
		expect(stays()).toEqual([]);
		await done('id', /^Access is given$/);
		expect(stays()).toHaveLength(1);
		expect((await client.runWorkflow(id, 'Try it')).status).toBe('success');
		expect(stays()).toHaveLength(1);
	},
);
