import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import got from 'got';
import { readExamples } from '../../../host/demo/importExamples';
import {
	type Execution,
	hasEnded,
	type SavedWorkflow,
	type WorkflowFile,
} from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import type { Conversions } from '../../../sandbox/faults/conversions';
import { plainNode } from '../../e2e/workflowFiles';
import { type Figures, printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { sizeOf } from '../../support/cluster/sizes';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { withPortfolioSettings } from '../../support/portfolio/portfolioExample';
import { planPortfolioFaults } from '../../support/portfolio/portfolioFaults';
import {
	type PortfolioSettlement,
	type ReportRow,
	settlePortfolio,
} from '../../support/portfolio/settlePortfolio';

const DEVICES = sizeOf('portfolioDevices');
const CODES_PER_DEVICE = 11;
const DEVICES_PER_BATCH = Math.min(100, Math.ceil(DEVICES / 4));
/** Approximate share of the codes that can be converted. */
const CONVERTIBLE_SHARE = 0.7;
const CONVERT_PATH = '/access_codes/unmanaged/convert_to_managed';

/** Time limits of a request and of the wait for actions. They end slow answers, and attempts that never end. */
const TIMEOUT_S = 5;
const WAIT_TIMEOUT_S = 10;
const RUN_TIME_LIMIT_MS = 50 * 60_000;
const CALL_PATH = 'migrate-portfolio';

let cluster: TestCluster;
let workflow: SavedWorkflow;

beforeAll(async () => {
	cluster = await startTestCluster('portfolio', {
		sandbox: {
			fixture: 'portfolio',
			devices: DEVICES,
			codesPerDevice: CODES_PER_DEVICE,
			mixed: true,
		},
	});
	const { sandbox, client, credential } = cluster;
	await sandbox.change({
		attemptDurationMs: 2_000,
		answerTimeMs: 5,
		rateLimits: {
			retryAfter: 'seconds',
			byPath: { [CONVERT_PATH]: { maxRequests: 5, windowMs: 1_000 } },
		},
	});
	const plan = {
		devices: DEVICES,
		codes: DEVICES * CODES_PER_DEVICE,
		share: 0.01,
		seed: 11,
		timeoutMs: TIMEOUT_S * 1000,
	};
	for (const { path, fault, after } of planPortfolioFaults(plan))
		await sandbox.control('faults', { path, fault, after });
	const example = (await readExamples(credential)).find(
		({ name }) => name === 'Migrate unmanaged codes',
	);
	if (!example) throw new Error('There is no example "Migrate unmanaged codes"');
	workflow = await client.importWorkflow(startedByCall(example));
	await client.activate(workflow.id);
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
});

/** The example with a webhook beside its Start, so that it runs as in production: published, and without a person. */
function startedByCall(example: WorkflowFile): WorkflowFile {
	const hurried = withPortfolioSettings(example, {
		devicesPerBatch: DEVICES_PER_BATCH,
		timeout: TIMEOUT_S,
		waitTimeout: WAIT_TIMEOUT_S,
	});
	const call = {
		...plainNode(
			'Call',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path: CALL_PATH, options: {} },
			2,
		),
		webhookId: randomUUID(),
	};
	return {
		...hurried,
		nodes: [...hurried.nodes, call],
		connections: { ...hurried.connections, Call: hurried.connections.Start },
	};
}

const conversions = async () => await cluster.sandbox.control<Conversions>('conversions');

const managedCount = async () =>
	(await conversions()).codes.filter(({ is_managed: isManaged }) => isManaged).length;

/** Executions of the workflow that none of its own executions started, newest first. */
const parents = async () =>
	(await cluster.client.listExecutions(workflow.id)).filter(({ mode }) => mode !== 'integrated');

async function call(): Promise<string> {
	const earlier = new Set((await parents()).map(({ id }) => id));
	await got.post(`${cluster.webhookProcessor.url}/webhook/${CALL_PATH}`);
	return await waitFor(
		'the execution that the call starts',
		async () => (await parents()).find(({ id }) => !earlier.has(id))?.id,
	);
}

async function waitForEnd(executionId: string): Promise<Execution> {
	await waitFor(
		`execution ${executionId} to end`,
		async () =>
			(await parents()).find((execution) => execution.id === executionId && hasEnded(execution)),
		RUN_TIME_LIMIT_MS,
	);
	return await cluster.client.getExecution(executionId);
}

interface Run extends PortfolioSettlement {
	readonly status: string;
	readonly timeMs: number;
	readonly requests: number;
}

const requestCount = async () =>
	(await cluster.sandbox.control<{ requests: number }>('requests/summary')).requests;

/** Runs the migration, and compares its report with the service. */
async function settle(start: () => Promise<string>): Promise<Run> {
	const [before, requestsBefore, startedAtMs] = [
		await conversions(),
		await requestCount(),
		Date.now(),
	];
	const execution = await waitForEnd(await start());
	const timeMs = Date.now() - startedAtMs;
	const rows = (
		execution.data.resultData.runData['Rows of all batches']?.[0]?.data?.main[0] ?? []
	).map(({ json }) => json as unknown as ReportRow);
	const settlement = settlePortfolio({ rows, before, after: await conversions() });
	return {
		status: execution.status,
		timeMs,
		requests: (await requestCount()) - requestsBefore,
		...settlement,
	};
}

async function workerOf(executionId: string) {
	const logs = await Promise.all(
		cluster.workers.map(async (worker) => ({
			worker,
			log: await readFile(worker.logFile, 'utf8'),
		})),
	);
	return logs.find(({ log }) => log.includes(`Worker started execution ${executionId} `))?.worker;
}

/** Waits until no more requests arrive from a run whose worker is dead. */
async function quiet(): Promise<void> {
	let seen = -1;
	await waitFor('the last requests', async () => {
		const requests = await requestCount();
		const isQuiet = requests === seen;
		seen = requests;
		return isQuiet || undefined;
	});
}

const OUTCOMES = [
	'converted',
	'failed',
	'failed before',
	'keep',
	'replace',
	'pending',
	'not certain',
	'refused',
];

function tableOf(
	killed: { timeMs: number; managed: number },
	runs: ReadonlyArray<readonly [name: string, run: Run]>,
): Pick<Figures, 'header' | 'rows'> {
	const seconds = (timeMs: number) => `${Math.round(timeMs / 1000)} s`;
	return {
		header: ['Run', 'Time', 'Requests', ...OUTCOMES],
		rows: [
			[
				'killed half way',
				seconds(killed.timeMs),
				'',
				String(killed.managed),
				...OUTCOMES.slice(1).map(() => ''),
			],
			...runs.map(([name, { timeMs, requests, counts }]) => [
				name,
				seconds(timeMs),
				String(requests),
				...OUTCOMES.map((outcome) => String(counts[outcome] ?? 0)),
			]),
		],
	};
}

it(`migrates ${DEVICES} devices on a worker that is killed half way, goes on in the next run, and accounts for every code`, async () => {
	const { client, sandbox } = cluster;
	const codes = (await conversions()).codes.length;
	const half = codes * CONVERTIBLE_SHARE * 0.5;

	const startedAtMs = Date.now();
	const first = await call();
	await waitFor(
		'half of the conversions',
		async () => (await managedCount()) >= half || undefined,
		RUN_TIME_LIMIT_MS,
	);
	const worker = await workerOf(first);
	await worker?.kill();
	const killed = { timeMs: Date.now() - startedAtMs, managed: await managedCount() };
	await quiet();
	const second = await settle(call);
	worker?.start();
	await sandbox.control('faults/clear', {});
	const third = await settle(
		async () => (await client.startWorkflow(workflow.id, 'Start')).executionId ?? '',
	);
	const figures = printFigures({
		title: 'Migrate unmanaged codes',
		text: `The example *Migrate unmanaged codes* over ${DEVICES} devices of mixed makes with ${codes} codes, ${DEVICES_PER_BATCH} devices a batch. 1% of the requests hit a fault, a device accepts 5 conversions a second, a conversion takes 2 s, and an answer takes 5 ms. *Timeout* is ${TIMEOUT_S} s and *Wait Timeout* ${WAIT_TIMEOUT_S} s; some conversions never end, so a batch with one lasts until *Wait Timeout*. For the first run, the workflow is published and started by a webhook; the worker gets SIGKILL when half of the codes are converted. The second does the rest on the other worker. A person starts the third, without faults. Each report was compared with the service, code by code: every code is accounted for once, and no code was requested again after it had ended or while it was under way.`,
		...tableOf(killed, [
			['run again', second],
			['and again, without faults', third],
		]),
		sizes: ['portfolioDevices'],
	});

	expect(worker).toBeDefined();
	expect([second, third]).toEqual([
		expect.objectContaining({ status: 'success', discrepancies: [] }),
		expect.objectContaining({ status: 'success', discrepancies: [] }),
	]);
	// By then the outcomes of unanswered requests are known, and only codes that need a person are left, including those that a lock refused just now.
	expect(
		Object.keys(third.counts).filter(
			(outcome) => !['converted', 'failed', 'failed before', 'keep', 'replace'].includes(outcome),
		),
	).toEqual([]);
	await publishFigures(cluster, figures);
});
