import got from 'got';
import type { SavedWorkflow } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { N8N_START_TIME_LIMIT_MS, startTestN8n, type TestN8n } from '../../support/n8n/n8nServer';
import { convertElsewhere } from '../../e2e/convertElsewhere';
import { itemsOf } from '../../e2e/itemsOf';
import { chainOf, packageNode } from '../../e2e/workflowFiles';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const FAILED = 'access_code.unmanaged.failed_to_convert_to_managed';
const TRIGGER_ON = [CONVERTED, FAILED];
const { convertible, anotherConvertible, failsToConvert } = hotel.unmanagedCodes;

let n8n: TestN8n;
let sandbox: Sandbox;
let instant: SavedWorkflow;
let polling: SavedWorkflow;
let registeredBefore: unknown;

/** Publishes both triggers, stops n8n, converts one code while another fails to convert, and starts n8n again. */
beforeAll(async () => {
	n8n = await startTestN8n();
	sandbox = await createSandbox({ settings: { attemptDurationMs: 100 } });
	const credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
	await convertElsewhere(sandbox, anotherConvertible);
	instant = await publish(
		'Instant',
		packageNode(
			'trigger',
			'Trigger',
			{ triggerOn: [CONVERTED], registration: 'automatic' },
			credential,
		),
	);
	polling = await publish(
		'Polling',
		packageNode(
			'pollingTrigger',
			'Trigger',
			{ pollTimes: { item: [{ mode: 'everyMinute' }] }, triggerOn: TRIGGER_ON },
			credential,
		),
	);
	registeredBefore = await registrations();

	await n8n.server.stop();
	await convertElsewhere(sandbox, convertible);
	await convertElsewhere(sandbox, failsToConvert);
	await n8n.server.start();
}, N8N_START_TIME_LIMIT_MS);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
});

async function publish(
	name: string,
	trigger: ReturnType<typeof packageNode>,
): Promise<SavedWorkflow> {
	const workflow = await n8n.client.importWorkflow(chainOf(name, [trigger]));
	await n8n.client.activate(workflow.id);
	return workflow;
}

const registrations = async (): Promise<unknown> =>
	await got(`${sandbox.url}/_sandbox/webhooks`).json();

/** The only run of the workflow, and the items with which the trigger started it. */
async function onlyRunOf({ id }: SavedWorkflow) {
	const executions = await n8n.client.waitForExecutions(id, 1);
	return executions.map((execution) => ({
		status: execution.status,
		mode: execution.mode,
		items: itemsOf(execution, 'Trigger'),
	}));
}

const eventAbout = (eventType: string, accessCodeId: string): unknown =>
	expect.objectContaining({ event_type: eventType, access_code_id: accessCodeId });

it('the instant trigger loses no event: the sender tries again, and the same registration takes it once', async () => {
	expect(sandbox.deliveries[0]).toMatchObject({ attempt: 1, status: null });
	// The sender also retries on its own schedule; a retry can come while n8n starts.
	await waitFor('the delivery to be accepted', async () => {
		await got.post(`${sandbox.url}/_sandbox/deliveries/retry`);
		return sandbox.deliveries.some(({ status }) => status === 200) || undefined;
	});

	expect(await onlyRunOf(instant)).toEqual([
		{ status: 'success', mode: 'webhook', items: [eventAbout(CONVERTED, convertible)] },
	]);
	expect(sandbox.deliveries.filter(({ status }) => status === 200)).toEqual([
		sandbox.deliveries.at(-1),
	]);
	expect(await registrations()).toEqual(registeredBefore);
});

it('the polling trigger catches up: what happened meanwhile starts one run, what was seen before none', async () => {
	expect(await onlyRunOf(polling)).toEqual([
		{
			status: 'success',
			mode: 'trigger',
			items: [eventAbout(CONVERTED, convertible), eventAbout(FAILED, failsToConvert)],
		},
	]);
});
