import got from 'got';
import { readExamples } from '../../../host/demo/importExamples';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { type SignedIn, signIn } from '../signIn';
import { chainOf, packageNode } from '../workflowFiles';
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

const pollingWorkflow = () =>
	chainOf('Polling', [
		packageNode(
			'pollingTrigger',
			'Trigger',
			{ pollTimes: { item: [{ mode: 'everyMinute' }] }, triggerOn: TRIGGER_ON },
			credential,
		),
	]);

const eventAbout = (eventType: string, accessCodeId: string): unknown =>
	expect.objectContaining({
		event_type: eventType,
		access_code_id: accessCodeId,
		event_id: expect.any(String),
		occurred_at: expect.any(String),
	});

it('gives each import of an example with an instant trigger an address of its own', async () => {
	const example = (await readExamples(credential)).find(({ nodes }) =>
		nodes.some(({ type }) => type.endsWith('.deviceAccessTrigger')),
	);
	if (example === undefined) throw new Error('No example has an instant trigger');
	const smtp = await n8n.client.createCredential({
		name: 'Mail',
		type: 'smtp',
		data: { host: '127.0.0.1', port: 9 },
	});
	const nodes = example.nodes.map((node) =>
		node.type.endsWith('.emailSend') ? { ...node, credentials: { smtp } } : node,
	);
	for (const name of ['First import', 'Second import']) {
		const { id } = await n8n.client.importWorkflow({ ...example, nodes, name });
		await n8n.client.activate(id);
	}
	const { webhooks } = await got(`${sandbox.url}/_sandbox/webhooks`).json<{
		webhooks: Array<{ url: string }>;
	}>();
	expect(new Set(webhooks.map(({ url }) => url)).size).toBe(2);
});

it('gives the editor the newest matching event when the polling trigger is run by hand', async () => {
	await convertElsewhere(sandbox, hotel.unmanagedCodes.convertible);
	const workflow = await n8n.client.importWorkflow(pollingWorkflow());

	const execution = await n8n.client.runWorkflow(workflow.id, 'Trigger');

	expect(
		execution.data.resultData.runData.Trigger?.[0]?.data?.main[0]?.map(({ json }) => json),
	).toEqual([eventAbout(CONVERTED, hotel.unmanagedCodes.convertible)]);
});
