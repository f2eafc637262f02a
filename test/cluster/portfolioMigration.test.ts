import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import got from 'got';
import { readExamples } from '../../host/importExamples';
import { type Execution, type SavedWorkflow, waitFor, type WorkflowFile } from '../../host/n8nClient';
import type { Conversions } from '../../sandbox/conversions';
import { plainNode } from '../e2e/workflowFiles';
import { CLUSTER_START_TIME_LIMIT_MS, startTestCluster, type TestCluster } from '../support/cluster/startTestCluster';
import { withPortfolioSettings } from '../support/portfolio/portfolioExample';
import { planPortfolioFaults } from '../support/portfolio/portfolioFaults';
import { type PortfolioSettlement, type ReportRow, settlePortfolio } from '../support/portfolio/settlePortfolio';

const DEVICES = Number(process.env.CLUSTER_PORTFOLIO_DEVICES || (process.env.CLUSTER_SIZE === 'small' ? 60 : 2_000));
/** One make in twenty has none: 20,900 codes on 2,000 devices. */
const CODES_PER_DEVICE = 11;
const DEVICES_PER_BATCH = Math.min(100, Math.ceil(DEVICES / 4));
const CONVERT_PATH = '/access_codes/unmanaged/convert_to_managed';

/** Faults stop a request after this time; attempts that never end are waited for so long. */
const TIMEOUT_S = 5;
const WAIT_TIMEOUT_S = 10;
const RUN_TIME_LIMIT_MS = 50 * 60_000;
const CALL_PATH = 'migrate-portfolio';

let cluster: TestCluster;
let workflow: SavedWorkflow;

beforeAll(async () => {
	cluster = await startTestCluster('portfolio', { sandbox: { fixture: 'portfolio', devices: DEVICES, codesPerDevice: CODES_PER_DEVICE, mixed: true } });
	const { sandbox, client, credential } = cluster;
	await sandbox.change({
		attemptDurationMs: 2_000,
		answerTimeMs: 5,
		rateLimits: { retryAfter: 'seconds', byPath: { [CONVERT_PATH]: { maxRequests: 5, windowMs: 1_000 } } },
	});
	const plan = { devices: DEVICES, codes: DEVICES * CODES_PER_DEVICE, share: 0.01, seed: 11, timeoutMs: TIMEOUT_S * 1000 };
	for (const { path, fault, after } of planPortfolioFaults(plan)) await sandbox.control('faults', { path, fault, after });
	const example = (await readExamples(credential)).find(({ name }) => name === 'Portfolio migration');
	if (!example) throw new Error('There is no example "Portfolio migration"');
	workflow = await client.importWorkflow(startedByCall(example));
	await client.activate(workflow.id);
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
});

/** The example with a webhook beside its Start, so that it runs as it does in production: published, and without a person. */
function startedByCall(example: WorkflowFile): WorkflowFile {
	const hurried = withPortfolioSettings(example, { devicesPerBatch: DEVICES_PER_BATCH, timeout: TIMEOUT_S, waitTimeout: WAIT_TIMEOUT_S });
	const call = { ...plainNode('Call', 'n8n-nodes-base.webhook', { httpMethod: 'POST', path: CALL_PATH, options: {} }, 2), webhookId: randomUUID() };
	return { ...hurried, nodes: [...hurried.nodes, call], connections: { ...hurried.connections, Call: hurried.connections.Start } };
}

const conversions = async () => await cluster.sandbox.control<Conversions>('conversions');

const managedCount = async () => (await conversions()).codes.filter(({ is_managed: isManaged }) => isManaged).length;

/** Executions of the workflow that no other execution of it has started; newest first. */
const parents = async () => (await cluster.client.listExecutions(workflow.id)).filter(({ mode }) => mode !== 'integrated');

async function call(): Promise<string> {
	const earlier = new Set((await parents()).map(({ id }) => id));
	await got.post(`${cluster.webhookProcessor.url}/webhook/${CALL_PATH}`);
	return await waitFor('the execution that the call starts', async () => (await parents()).find(({ id }) => !earlier.has(id))?.id);
}

async function waitForEnd(executionId: string): Promise<Execution> {
	await waitFor(`execution ${executionId} to end`, async () => (await parents()).find(({ id, status }) => id === executionId && !['new', 'running', 'waiting'].includes(status)), RUN_TIME_LIMIT_MS);
	return await cluster.client.getExecution(executionId);
}

/** Runs the migration, and holds its report against the service. */
async function settle(start: () => Promise<string>): Promise<PortfolioSettlement & { status: string; timeMs: number }> {
	const before = await conversions();
	const startedAtMs = Date.now();
	const execution = await waitForEnd(await start());
	const timeMs = Date.now() - startedAtMs;
	const rows = (execution.data.resultData.runData['Rows of all batches']?.[0]?.data?.main[0] ?? []).map(({ json }) => json as unknown as ReportRow);
	return { status: execution.status, timeMs, ...settlePortfolio({ rows, before, after: await conversions() }) };
}

async function workerOf(executionId: string) {
	const logs = await Promise.all(cluster.workers.map(async (worker) => ({ worker, log: await readFile(worker.logFile, 'utf8') })));
	return logs.find(({ log }) => log.includes(`Worker started execution ${executionId} `))?.worker;
}

/** Waits until nothing arrives any more of a run whose worker is dead. */
async function quiet(): Promise<void> {
	let seen = -1;
	await waitFor('the last requests', async () => {
		const { requests } = await cluster.sandbox.control<{ requests: number }>('requests/summary');
		const isQuiet = requests === seen;
		seen = requests;
		return isQuiet || undefined;
	});
}

it(`migrates ${DEVICES} devices on a worker that is killed half way, goes on in the next run, and accounts for every code`, async () => {
	const { client, sandbox } = cluster;
	const half = ((await conversions()).codes.length * 0.7) / 2;

	const first = await call();
	await waitFor('half of the conversions', async () => (await managedCount()) >= half || undefined, RUN_TIME_LIMIT_MS);
	const worker = await workerOf(first);
	await worker?.kill();
	await quiet();
	const managedByFirst = await managedCount();
	const second = await settle(call);
	worker?.start();
	await sandbox.control('faults/clear', {});
	const third = await settle(async () => (await client.startWorkflow(workflow.id, 'Start')).executionId ?? '');

	process.stderr.write(`${JSON.stringify({ first: await parents(), managedByFirst, second, third, managed: await managedCount() }, undefined, 1)}\n`);
	expect(worker).toBeDefined();
	expect(managedByFirst).toBeGreaterThanOrEqual(half);
	expect(second).toMatchObject({ status: 'success', discrepancies: [] });
	expect(third).toMatchObject({ status: 'success', discrepancies: [] });
	// What no answer came for is found out by then, and only what a person must see to is left.
	expect(Object.keys(third.counts).filter((outcome) => !['converted', 'failed before', 'keep', 'replace'].includes(outcome))).toEqual([]);
});
