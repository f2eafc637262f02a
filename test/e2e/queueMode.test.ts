import { readFile } from 'node:fs/promises';
import { waitFor } from '../../host/process/waitFor';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, chainOf, manualWorkflow, packageNode, plainNode } from './workflowFiles';
import { connect } from '../../host/engine/connect';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../support/cluster/startTestCluster';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';

let cluster: TestCluster;

beforeAll(async () => {
	cluster = await startTestCluster('smoke', {
		sandbox: { fixture: 'portfolio', devices: 20, codesPerDevice: 3 },
	});
	await cluster.sandbox.change({ attemptDurationMs: 100 });
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
});

async function workersOf(executionId: string): Promise<string[]> {
	return await waitFor(`a worker that has run execution ${executionId}`, async () => {
		const logs = await Promise.all(
			cluster.workers.map(async ({ name, logFile }) => ({
				name,
				log: await readFile(logFile, 'utf8'),
			})),
		);
		const names = logs
			.filter(({ log }) => log.includes(`Worker finished execution ${executionId} `))
			.map(({ name }) => name);
		return names.length > 0 ? names : undefined;
	});
}

const aWorker: unknown = expect.stringMatching(/^n8n worker [12]$/);

it('starts one execution on a worker for an event that the service delivers to the webhook processor', async () => {
	const { client, sandbox, credential, webhookProcessor } = cluster;
	const workflow = await client.importWorkflow(
		chainOf('Instant', [
			packageNode(
				'trigger',
				'Trigger',
				{ triggerOn: [CONVERTED], registration: 'automatic' },
				credential,
			),
		]),
	);
	await client.activate(workflow.id);
	const { webhooks } = await sandbox.control<{ webhooks: Array<{ url: string }> }>('webhooks');
	expect(webhooks.map(({ url }) => new URL(url).port)).toEqual([
		new URL(webhookProcessor.url).port,
	]);

	const accessCodeId = portfolio.unmanagedCodeId(0, 0);
	await sandbox.call('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: accessCodeId,
	});

	const executions = await client.waitForExecutions(workflow.id, 1);
	expect(
		executions.map(({ status, mode, data }) => ({
			status,
			mode,
			items: data.resultData.runData.Trigger?.[0]?.data?.main[0]?.map(({ json }) => json),
		})),
	).toEqual([
		{
			status: 'success',
			mode: 'webhook',
			items: [expect.objectContaining({ event_type: CONVERTED, access_code_id: accessCodeId })],
		},
	]);
	expect(await workersOf(executions[0]?.id ?? '')).toEqual([aWorker]);
	expect(
		await cluster.postgres.query(
			`SELECT mode, status FROM execution_entity WHERE "workflowId" = '${workflow.id}'`,
		),
	).toEqual([['webhook', 'success']]);
	await client.deactivate(workflow.id);
	expect(await sandbox.control('webhooks')).toEqual({ webhooks: [] });
});

const convert = (accessCodeId: string) => ({
	resource: 'unmanagedAccessCode',
	operation: 'convertToManaged',
	accessCodeId: byId(accessCodeId),
	waitForCompletion: true,
});
const converted: unknown = expect.objectContaining({
	json: expect.objectContaining({ outcome: 'converted' }),
});

it('runs the action node on a worker when a person executes the workflow', async () => {
	const { client, credential } = cluster;
	const workflow = await client.importWorkflow(
		manualWorkflow('By hand', convert(portfolio.unmanagedCodeId(1, 0)), credential),
	);

	const { id, status, mode, data } = await client.runWorkflow(workflow.id, 'Start');

	expect({
		status,
		mode,
		items: data.resultData.runData['Device Access']?.[0]?.data?.main[0],
	}).toEqual({ status: 'success', mode: 'manual', items: [converted] });
	expect(await workersOf(id)).toEqual([aWorker]);
});

it('runs the action node on a worker when a published workflow starts by itself', async () => {
	const { client, sandbox, credential } = cluster;
	const nodes = [
		packageNode(
			'trigger',
			'Trigger',
			{ triggerOn: [CONVERTED], registration: 'automatic' },
			credential,
		),
		packageNode(
			'action',
			'Device Access',
			{ resource: 'device', operation: 'getAll', returnAll: true },
			credential,
		),
		plainNode('Done', 'n8n-nodes-base.noOp'),
	];
	const workflow = await client.importWorkflow({
		name: 'Published',
		nodes,
		connections: { ...connect(nodes.map(({ name }) => name)) },
	});
	await client.activate(workflow.id);

	await sandbox.call('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: portfolio.unmanagedCodeId(2, 0),
	});

	const [execution] = await client.waitForExecutions(workflow.id, 1);
	expect({
		status: execution?.status,
		mode: execution?.mode,
		devices: execution?.data.resultData.runData['Device Access']?.[0]?.data?.main[0]?.length,
	}).toEqual({
		status: 'success',
		mode: 'webhook',
		devices: 20,
	});
	expect(await workersOf(execution?.id ?? '')).toEqual([aWorker]);
	await client.deactivate(workflow.id);
});
