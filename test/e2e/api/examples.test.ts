import got from 'got';
import { importExamples } from '../../../host/demo/importExamples';
import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { exampleFiles, readExample } from '../../../host/n8n/readExample';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn, signInAsOwner } from '../signIn';
import { chainOf, plainNode } from '../workflowFiles';

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: CredentialReference;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 200 } });
	n8n = await signIn(__filename);
	credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	await importExamples(n8n.client, credential);
});

afterAll(async () => {
	await sandbox?.stop();
});

it('imports every example once, however often the demo is started, and n8n finds nothing in them that n8n 3 changes', async () => {
	await n8n.client.importWorkflow(
		chainOf('Old', [plainNode('Items', 'n8n-nodes-base.itemLists', {}, 3)]),
	);
	await importExamples(n8n.client, credential);
	const workflows = await n8n.client.listWorkflows();
	expect(workflows.map(({ name }) => name).sort()).toEqual(
		[...exampleFiles().map((file) => readExample(file).name), 'Old'].sort(),
	);
	const findings = await (await signInAsOwner()).client.listFindingsForN8n3();
	const found = new Set(findings.flatMap(({ workflowIds }) => workflowIds));
	expect(workflows.filter(({ id }) => found.has(id)).map(({ name }) => name)).toEqual(['Old']);
});

it('"Migrate unmanaged codes" calls its own lower half batch by batch, and repeats no conversion when it is run again', async () => {
	await got.post(`${sandbox.url}/_sandbox/reset`);
	const { id = '' } =
		(await n8n.client.listWorkflows()).find(({ name }) => name === 'Migrate unmanaged codes') ?? {};
	const workflow = await n8n.client.getWorkflow(id);
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Batches' ? { ...node, parameters: { ...node.parameters, batchSize: 5 } } : node,
	);
	await n8n.client.updateWorkflow(workflow.id, { ...workflow, nodes });
	const migrate = async () => {
		const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
		expect(execution.status).toBe('success');
		const summary = (itemsOf(execution, 'Summary') ?? []) as Array<Record<string, string | number>>;
		return Object.fromEntries(summary.map(({ outcome, codes }) => [outcome, codes])) as object;
	};
	const first = await migrate();
	const requests = sandbox.requests.count('/access_codes/unmanaged/convert_to_managed');
	const second = await migrate();

	expect([first, second]).toEqual([
		{ converted: 16, failed: 1, keep: 10, replace: 1 },
		{ 'failed before': 1, keep: 10, replace: 1 },
	]);
	expect(sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(requests);
	expect((await n8n.client.listExecutions(workflow.id)).map(({ mode }) => mode).sort()).toEqual([
		...Array<string>(6).fill('integrated'),
		'manual',
		'manual',
	]);
});
