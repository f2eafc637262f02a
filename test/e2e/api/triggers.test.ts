import got from 'got';
import type { SavedWorkflow } from '../../../host/n8n/n8nClient';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { type SignedIn, signIn } from '../signIn';
import { byId, chainOf, manualWorkflow, packageNode } from '../workflowFiles';
import { convertElsewhere } from '../convertElsewhere';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const FAILED = 'access_code.unmanaged.failed_to_convert_to_managed';
const TRIGGER_ON = [CONVERTED, FAILED];

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: { id: string; name: string };

beforeAll(async () => {
	n8n = await signIn(__filename);
});

beforeEach(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 100 } });
	credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
});

afterEach(async () => {
	try {
		for (const { id, active } of await n8n.client.listWorkflows())
			if (active) await n8n.client.deactivate(id);
	} finally {
		await sandbox?.stop();
	}
});

const instantWorkflow = () =>
	chainOf('Instant', [
		packageNode(
			'trigger',
			'Trigger',
			{ triggerOn: TRIGGER_ON, registration: 'automatic' },
			credential,
		),
	]);
const pollingWorkflow = () =>
	chainOf('Polling', [
		packageNode(
			'pollingTrigger',
			'Trigger',
			{ pollTimes: { item: [{ mode: 'everyMinute' }] }, triggerOn: TRIGGER_ON },
			credential,
		),
	]);

async function registeredWebhooks(): Promise<
	ReadonlyArray<{ webhook_id: string; url: string; event_types: readonly string[] }>
> {
	const { webhooks } = await got(`${sandbox.url}/_sandbox/webhooks`).json<{
		webhooks: Array<{ webhook_id: string; url: string; event_types: string[] }>;
	}>();
	return webhooks;
}

/** The items with which the trigger started each run, oldest run first. */
async function startedWith(workflow: SavedWorkflow, runs: number) {
	const executions = await n8n.client.waitForExecutions(workflow.id, runs);
	return executions.map(({ status, mode, data }) => ({
		status,
		mode,
		items: data.resultData.runData.Trigger?.[0]?.data?.main[0]?.map(({ json }) => json),
	}));
}

function formWith(name: string, value: string): FormData {
	const form = new FormData();
	form.append(name, value);
	return form;
}

const eventAbout = (eventType: string, accessCodeId: string): unknown =>
	expect.objectContaining({
		event_type: eventType,
		access_code_id: accessCodeId,
		event_id: expect.any(String),
		occurred_at: expect.any(String),
	});

describe('the instant trigger', () => {
	it('registers its production webhook with the chosen events when the workflow is activated', async () => {
		const workflow = await n8n.client.importWorkflow(instantWorkflow());
		await n8n.client.activate(workflow.id);

		const webhookId = workflow.nodes[0]?.webhookId as string;
		expect(await registeredWebhooks()).toEqual([
			expect.objectContaining({
				url: expect.stringMatching(
					new RegExp(`^http://127\\.0\\.0\\.1:\\d+/webhook/${webhookId}/webhook$`),
				),
				event_types: TRIGGER_ON,
			}),
		]);
	});

	it('starts one run for a conversion that succeeded and one for a conversion that failed', async () => {
		const workflow = await n8n.client.importWorkflow(instantWorkflow());
		await n8n.client.activate(workflow.id);
		const action = await n8n.client.importWorkflow(
			manualWorkflow(
				'Convert',
				{
					resource: 'unmanagedAccessCode',
					operation: 'convertToManaged',
					accessCodeId: byId(hotel.unmanagedCodes.convertible),
					waitForCompletion: true,
				},
				credential,
			),
		);

		await n8n.client.runWorkflow(action.id, 'Start');
		await startedWith(workflow, 1);
		await convertElsewhere(sandbox, hotel.unmanagedCodes.failsToConvert);

		expect(await startedWith(workflow, 2)).toEqual([
			{
				status: 'success',
				mode: 'webhook',
				items: [eventAbout(CONVERTED, hotel.unmanagedCodes.convertible)],
			},
			{
				status: 'success',
				mode: 'webhook',
				items: [eventAbout(FAILED, hotel.unmanagedCodes.failsToConvert)],
			},
		]);
	});

	it('removes its webhook when the workflow is deactivated, and the next conversion starts nothing', async () => {
		const workflow = await n8n.client.importWorkflow(instantWorkflow());
		await n8n.client.activate(workflow.id);
		await n8n.client.deactivate(workflow.id);

		expect(await registeredWebhooks()).toEqual([]);
		await convertElsewhere(sandbox, hotel.unmanagedCodes.convertible);
		expect(sandbox.deliveries).toEqual([]);
		expect(await n8n.client.listExecutions(workflow.id)).toEqual([]);
	});

	it.each([
		['JSON', { json: { event_id: 'forged', event_type: CONVERTED } }],
		// n8n reads the body before the node does, and leaves nothing to read.
		['a form of files', { body: formWith('event_id', 'forged') }],
	])('refuses a delivery that the service did not sign (%s)', async (_what, body) => {
		const workflow = await n8n.client.importWorkflow(instantWorkflow());
		await n8n.client.activate(workflow.id);
		const [webhook] = await registeredWebhooks();

		const answer = await got.post(webhook?.url ?? '', { ...body, throwHttpErrors: false });

		expect(answer.statusCode).toBe(401);
		expect(await n8n.client.listExecutions(workflow.id)).toEqual([]);
	});

	it('tells the person who activates it what to do when the service takes no registrations', async () => {
		sandbox.settings.webhooksOffered = false;
		const workflow = await n8n.client.importWorkflow(instantWorkflow());

		await expect(n8n.client.activate(workflow.id)).rejects.toThrow(
			'The service does not let this credential register webhooks',
		);
	});
});

it('gives the editor the newest matching event when the polling trigger is run by hand', async () => {
	await convertElsewhere(sandbox, hotel.unmanagedCodes.convertible);
	const workflow = await n8n.client.importWorkflow(pollingWorkflow());

	const execution = await n8n.client.runWorkflow(workflow.id, 'Trigger');

	expect(
		execution.data.resultData.runData.Trigger?.[0]?.data?.main[0]?.map(({ json }) => json),
	).toEqual([eventAbout(CONVERTED, hotel.unmanagedCodes.convertible)]);
});
