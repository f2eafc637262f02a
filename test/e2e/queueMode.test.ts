import { readFile } from 'node:fs/promises';
import { waitFor } from '../../host/process/waitFor';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { chainOf, packageNode } from './workflowFiles';
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

/** Waits until a worker says that it has run the execution. */
async function ranOnWorker(executionId: string): Promise<void> {
	await waitFor(`a worker that has run execution ${executionId}`, async () => {
		const logs = await Promise.all(
			cluster.workers.map(async ({ logFile }) => await readFile(logFile, 'utf8')),
		);
		return (
			logs.some((log) => log.includes(`Worker finished execution ${executionId} `)) || undefined
		);
	});
}

it('an event that the service delivers to the webhook processor starts one execution on a worker, with the action node', async () => {
	const { client, sandbox, credential, webhookProcessor } = cluster;
	const { id } = await client.importWorkflow(
		chainOf('Published', [
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
		]),
	);
	await client.activate(id);
	const { webhooks } = await sandbox.control<{ webhooks: Array<{ url: string }> }>('webhooks');
	expect(webhooks.map(({ url }) => new URL(url).port)).toEqual([
		new URL(webhookProcessor.url).port,
	]);
	await sandbox.call('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: portfolio.unmanagedCodeId(2, 0),
	});

	const executions = await client.waitForExecutions(id, 1);
	expect(
		executions.map(({ status, mode, data }) => [
			status,
			mode,
			data.resultData.runData['Device Access']?.[0]?.data?.main[0]?.length,
		]),
	).toEqual([['success', 'webhook', 20]]);
	await ranOnWorker(executions[0]?.id ?? '');
	await client.deactivate(id);
	expect(await sandbox.control('webhooks')).toEqual({ webhooks: [] });
});
