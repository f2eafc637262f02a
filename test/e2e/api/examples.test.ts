import got from 'got';
import { importExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { waitFor } from '../../../host/process/waitFor';
import { conversionsOf } from '../../../sandbox/faults/conversions';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { type ReportRow, settlePortfolio } from '../../support/portfolio/settlePortfolio';
import { exampleFiles, readExample } from '../../../host/n8n/readExample';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';

let n8n: SignedIn;
let sandbox: Sandbox;
let exampleNames: readonly string[];

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 200 } });
	n8n = await signIn(__filename);
	const credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	exampleNames = (await importExamples(n8n.client, credential)).map(({ name }) => name);
});

afterAll(async () => {
	await sandbox?.stop();
});

async function exampleId(name: string): Promise<string> {
	const example = (await n8n.client.listWorkflows()).find((workflow) => workflow.name === name);
	if (example === undefined) throw new Error(`There is no example "${name}"`);
	return example.id;
}

it('imports every example once, however often the demo is started', async () => {
	const credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	await importExamples(n8n.client, credential);

	expect((await n8n.client.listWorkflows()).map(({ name }) => name).sort()).toEqual(
		[...exampleNames].sort(),
	);
	expect([...exampleNames].sort()).toEqual(
		exampleFiles()
			.map((file) => readExample(file).name)
			.sort(),
	);
	expect(await n8n.client.listCredentials()).toHaveLength(1);
});

it('"Migrate unmanaged codes" calls its own lower half batch by batch, and repeats no conversion when it is run again', async () => {
	await got.post(`${sandbox.url}/_sandbox/reset`);
	const workflow = await n8n.client.getWorkflow(await exampleId('Migrate unmanaged codes'));
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Batches' ? { ...node, parameters: { ...node.parameters, batchSize: 5 } } : node,
	);
	await n8n.client.updateWorkflow(workflow.id, { ...workflow, nodes });
	const migrate = async () => {
		const before = conversionsOf(sandbox);
		const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
		const rows = (itemsOf(execution, 'Rows of all batches') ?? []) as unknown as ReportRow[];
		return {
			status: execution.status,
			summary: itemsOf(execution, 'Summary'),
			...settlePortfolio({ rows, before, after: conversionsOf(sandbox) }),
		};
	};
	const first = await migrate();
	const requests = sandbox.requests.count('/access_codes/unmanaged/convert_to_managed');
	const second = await migrate();

	expect(first).toMatchObject({
		status: 'success',
		discrepancies: [],
		counts: { converted: 16, failed: 1, keep: 10, replace: 1 },
	});
	expect(first.summary).toContainEqual({
		outcome: 'converted',
		codes: 16,
	});
	expect(second).toMatchObject({
		status: 'success',
		discrepancies: [],
		counts: { 'failed before': 1, keep: 10, replace: 1 },
	});
	expect(sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(requests);
	expect((await n8n.client.listExecutions(workflow.id)).map(({ mode }) => mode).sort()).toEqual([
		...Array<string>(6).fill('integrated'),
		'manual',
		'manual',
	]);
});

it('"Migrate unmanaged codes" begins no further batch when it is stopped, and n8n lets the one under way end', async () => {
	await got.post(`${sandbox.url}/_sandbox/reset`);
	await got.post(`${sandbox.url}/_sandbox/settings`, { json: { attemptDurationMs: 2_000 } });
	const id = await exampleId('Migrate unmanaged codes');
	const earlier = (await n8n.client.listExecutions(id)).length;
	const { executionId = '' } = await n8n.client.startWorkflow(id, 'Start');
	await waitFor(
		'the first conversions',
		async () =>
			sandbox.requests.count('/access_codes/unmanaged/convert_to_managed') > 0 || undefined,
	);
	await n8n.client.stopExecution(executionId);

	const ended = (await n8n.client.waitForExecutions(id, earlier + 2)).slice(earlier);
	expect(ended.map(({ mode, status }) => ({ mode, status }))).toEqual([
		{ mode: 'manual', status: 'canceled' },
		{ mode: 'integrated', status: 'success' },
	]);
	expect(conversionsOf(sandbox).codes.filter(({ answers }) => answers.length > 1)).toEqual([]);
});
