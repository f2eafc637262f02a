import { setTimeout as wait } from 'node:timers/promises';
import type { WorkflowFile, WorkflowNode } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { readExamples } from '../../../host/demo/importExamples';
import { chainOf, plainNode, postNode } from '../../e2e/workflowFiles';
import { connect } from '../../../host/engine/connect';
import {
	abandonedEvents,
	countByEvent,
	eventIdOf,
	executionsOf,
	noteEventsInHand,
} from '../../support/cluster/executions';
import { printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { sizeOf } from '../../support/cluster/sizes';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { waitUntilDelivered } from '../../support/cluster/waitUntilDelivered';
import { type HttpServer, startHttpServer } from '../../../host/process/httpServer';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';

/** The service's schedule (5 s, 5 min, 30 min, ...), shortened; 160 seconds in all. */
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 20_000, 30_000, 45_000, 48_000];
const DELIVERY_TIME_LIMIT_MS = 10 * 60_000;
const EVENT_INTERVAL_MS = 1_000;

/** How long a workflow takes to use an event, so that executions are running when a worker dies. */
const USE_TIME_MS = 500;

/** Time for two polls, for n8n to notice a missing worker, and for the table to return unused events. */
const CATCH_UP_TIME_LIMIT_MS = 6 * 60_000;

interface Stage {
	readonly part: string;
	readonly fail: () => void | Promise<void>;
	readonly downMs: number;
	readonly recover: () => Promise<void>;
}

const WITH_TABLE = 'Each event once';
const WITH_WEBHOOK_NODE = "n8n's Webhook node";
const CATCHING_UP = [WITH_TABLE];
const WORKFLOWS = [...CATCHING_UP, WITH_WEBHOOK_NODE];

/** If one of these dies during a delivery, an execution may have begun: n8n answers with an error or not at all, and the service retries. */
const PARTS_THAT_BEGIN_EXECUTIONS = ['the webhook processor', 'Redis', 'PostgreSQL'];

/** The message that a workflow sends when it uses an event; it says how the event arrived. */
interface Use {
	readonly event_id: string;
	readonly workflow: string;
	/** Catch-up: from the polling trigger or from the table of unused events. */
	readonly by: 'delivery' | 'catch-up';
}

let cluster: TestCluster;
let effects: HttpServer;
/** The ID of each workflow, by its name. */
const workflowIds = new Map<string, string>();
let events = 0;

beforeAll(async () => {
	effects = await startHttpServer(async () => {
		await wait(USE_TIME_MS);
		return { body: {} };
	});
	cluster = await startTestCluster('kills', {
		sandbox: { fixture: 'portfolio', devices: 5, codesPerDevice: 1 },
	});
	await cluster.sandbox.change({ deliveryRetryDelaysMs: RETRY_DELAYS_MS });
	await noteEventsInHand(cluster);
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
	await effects?.stop();
});

/** The last node of a workflow, whose requests the test counts. */
const useNode = (body: string): WorkflowNode => postNode('Use', effects.url, body);

/** The example, but it polls every minute and ends with a node whose requests the test counts. */
async function exampleWorkflow(name: string): Promise<WorkflowFile> {
	const example = (await readExamples(cluster.credential)).find(
		(candidate) => candidate.name === name,
	);
	if (example === undefined) throw new Error(`The example "${name}" is gone`);
	const use = useNode(
		`{ event_id: $json.event_id, workflow: ${JSON.stringify(name)}, by: $('Instant').isExecuted ? 'delivery' : 'catch-up' }`,
	);
	const marked = example.nodes.flatMap((node) => (node.name === 'Mark as used' ? [node.name] : []));
	return {
		...example,
		nodes: [...example.nodes.map(everyMinute), use],
		connections: { ...example.connections, ...connect(['Use the event', use.name, ...marked]) },
	};
}

/** The node with a poll every minute; an unmarked event counts as unused after two minutes. */
function everyMinute(node: WorkflowNode): WorkflowNode {
	if (node.name === 'Every hour')
		return {
			...node,
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
		};
	if (node.name === 'Catch-up')
		return {
			...node,
			parameters: { ...node.parameters, pollTimes: { item: [{ mode: 'everyMinute' }] } },
		};
	const parameters = JSON.stringify(node.parameters).replace(
		"minus(10, 'minutes')",
		"minus(2, 'minutes')",
	);
	return { ...node, parameters: JSON.parse(parameters) as WorkflowNode['parameters'] };
}

const webhookNodeWorkflow = () =>
	chainOf(WITH_WEBHOOK_NODE, [
		plainNode(
			'Webhook',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path: 'plain', responseMode: 'onReceived', options: {} },
			2,
		),
		useNode(
			`{ event_id: $json.body.event_id, workflow: ${JSON.stringify(WITH_WEBHOOK_NODE)}, by: 'delivery' }`,
		),
	]);

const uses = () => effects.requests.map(({ body }) => JSON.parse(body) as Use);

async function emitEvents(count: number): Promise<string[]> {
	const eventIds: string[] = [];
	for (let emitted = 0; emitted < count; emitted++) {
		const eventId = eventIdOf(++events);
		await cluster.sandbox.control('events', { event_type: CONVERTED, event_id: eventId });
		eventIds.push(eventId);
		await wait(EVENT_INTERVAL_MS);
	}
	return eventIds;
}

/** How many times a workflow used an event from a delivery, and from catch-up. */
interface Count {
	readonly eventId: string;
	readonly byDelivery: number;
	readonly byCatchUp: number;
}

function countUses(workflow: string, eventIds: readonly string[]): Count[] {
	const all = uses().filter((use) => use.workflow === workflow);
	const count = (eventId: string, by: Use['by']) =>
		all.filter((use) => use.event_id === eventId && use.by === by).length;
	return eventIds.map((eventId) => ({
		eventId,
		byDelivery: count(eventId, 'delivery'),
		byCatchUp: count(eventId, 'catch-up'),
	}));
}

const isUsed = ({ byDelivery, byCatchUp }: Count) => byDelivery + byCatchUp > 0;

/** The outcome of the events of one stage in one workflow. */
interface WorkflowOutcome {
	readonly workflow: string;
	readonly counts: readonly Count[];
	/** Events whose deliveries started several successful executions. An execution that could not be queued fails, and the event comes again. */
	readonly startedTwice: readonly string[];
	/** Events of executions that did not succeed; n8n does not start these again. */
	readonly abandoned: ReadonlySet<string>;
	/** Unused events, with the mode and status of each execution that received them. */
	readonly unused: ReadonlyArray<{ eventId: string; executions: readonly string[] }>;
}

interface Outcome {
	readonly part: string;
	readonly workflows: readonly WorkflowOutcome[];
	readonly givenUp: readonly string[];
	readonly recoveryMs: number;
}

async function readOutcome(
	workflow: string,
	eventIds: readonly string[],
): Promise<WorkflowOutcome> {
	const id = workflowIds.get(workflow) ?? '';
	const starts = await countByEvent(cluster, id, 'successful');
	const startedTwice = eventIds.filter((eventId) => (starts.get(eventId) ?? 0) > 1);
	const counts = countUses(workflow, eventIds);
	const unused = await Promise.all(
		counts
			.filter((count) => !isUsed(count))
			.map(async ({ eventId }) => ({
				eventId,
				executions: await executionsOf(cluster, id, eventId),
			})),
	);
	return { workflow, counts, startedTwice, abandoned: await abandonedEvents(cluster, id), unused };
}

async function runStage({ part, fail, downMs, recover }: Stage): Promise<Outcome> {
	const eventCount = sizeOf('eventsPerKill');
	const failAt = events + Math.ceil(eventCount / 3);
	const emitting = emitEvents(eventCount);
	await waitFor(
		'events to flow',
		async () => (events >= failAt ? true : undefined),
		DELIVERY_TIME_LIMIT_MS,
	);
	await fail();
	await wait(downMs);
	const startedAt = performance.now();
	await recover();
	const recoveryMs = performance.now() - startedAt;
	const eventIds = await emitting;
	const givenUp = await waitUntilDelivered(
		cluster.sandbox,
		eventIds,
		WORKFLOWS.length,
		DELIVERY_TIME_LIMIT_MS,
	);
	// Events that n8n lost never come; then the wait times out and the counts show it.
	const waitUntilAllUsed = async (workflow: string, timeLimitMs: number) =>
		await waitFor(
			'every event to be used',
			async () => countUses(workflow, eventIds).every(isUsed) || undefined,
			timeLimitMs,
		).catch(() => {});
	await waitUntilAllUsed(WITH_TABLE, CATCH_UP_TIME_LIMIT_MS);
	const workflows: WorkflowOutcome[] = [];
	for (const workflow of WORKFLOWS) workflows.push(await readOutcome(workflow, eventIds));
	return { part, workflows, givenUp, recoveryMs };
}

function stages(): Stage[] {
	const { workers, webhookProcessor, main, redis, postgres, sandbox } = cluster;
	const [worker] = workers;
	const killed = (
		part: string,
		target: { kill(): Promise<void>; start(): void; waitUntilReady(): Promise<void> } | undefined,
		downMs: number,
	): Stage => {
		if (target === undefined) throw new Error(`${part} is not ours to kill`);
		return {
			part,
			downMs,
			fail: async () => await target.kill(),
			recover: async () => {
				target.start();
				await target.waitUntilReady();
				// n8n exits when Redis is unavailable for ten seconds, and is started again.
				for (const n8n of [main, ...workers, webhookProcessor]) await n8n.waitUntilReady();
			},
		};
	};
	return [
		killed('a worker', worker, 5_000),
		killed('the webhook processor', webhookProcessor, 5_000),
		killed('n8n main', main, 5_000),
		killed('Redis', redis.part, 15_000),
		killed('PostgreSQL', postgres.part, 15_000),
		{
			part: 'the service (frozen for 30 s)',
			downMs: 30_000,
			fail: () => sandbox.freeze(),
			recover: async () => sandbox.thaw(),
		},
	];
}

const numberOf = ({ counts }: WorkflowOutcome, isCounted: (count: Count) => boolean) =>
	counts.filter(isCounted).length;
const isUsedAgain = ({ byDelivery, byCatchUp }: Count) => byDelivery + byCatchUp > 1;

const toRows = ({ part, recoveryMs, workflows }: Outcome): string[][] =>
	workflows.map((outcome) => [
		part,
		`${Math.round(recoveryMs / 1000)} s`,
		outcome.workflow,
		...[
			numberOf(outcome, ({ byDelivery, byCatchUp }) => byDelivery === 1 && byCatchUp === 0),
			numberOf(outcome, ({ byDelivery, byCatchUp }) => byDelivery === 0 && byCatchUp === 1),
			numberOf(outcome, (count) => !isUsed(count)),
			numberOf(outcome, isUsedAgain),
			outcome.startedTwice.length,
		].map(String),
	]);

const HEADER = [
	'Killed',
	'Ready again after',
	'Workflow',
	'Used once: delivered',
	'Used once: caught up',
	'Not used',
	'Used twice or more',
	'Deliveries started two executions that ended well',
];

it('loses no event when the parts die in turn, and starts none twice while the parts that begin executions live', async () => {
	const { client, sandbox, webhookProcessor } = cluster;
	for (const workflow of [await exampleWorkflow(WITH_TABLE), webhookNodeWorkflow()]) {
		const { id } = await client.importWorkflow(workflow);
		await client.activate(id);
		workflowIds.set(workflow.name, id);
	}
	await sandbox.call('/webhooks/create', {
		url: `${webhookProcessor.url.replace('localhost', '127.0.0.1')}/webhook/plain`,
		event_types: [CONVERTED],
	});

	const outcomes: Outcome[] = [];
	for (const stage of stages()) outcomes.push(await runStage(stage));

	const figures = printFigures({
		title: 'Each part killed while events flow',
		text: `For each part, ${sizeOf('eventsPerKill')} events, one a second, are delivered to two workflows: the example *${WITH_TABLE}* (a data table; an unmarked event comes again after two minutes instead of ten), and one that begins with n8n's own Webhook node. Each ends with a request that takes half a second and is counted. A third of the way through, the part gets SIGKILL and is started again after 5 to 15 seconds. The service gets SIGSTOP for 30 seconds instead, because it keeps everything in memory. The service's waits between tries are shortened to 2 to 48 seconds.`,
		header: HEADER,
		rows: outcomes.flatMap(toRows),
		sizes: ['eventsPerKill'],
	});

	const found = <T>(find: (outcome: WorkflowOutcome) => readonly T[]) =>
		outcomes.flatMap(({ part, workflows }) =>
			workflows.flatMap((outcome) =>
				find(outcome).map((what) => ({ part, workflow: outcome.workflow, what })),
			),
		);
	// n8n does not restart abandoned executions; the table returns their events again, which can then be used twice.
	const isAbandonedBy =
		({ abandoned }: WorkflowOutcome) =>
		({ eventId }: Count) =>
			abandoned.has(eventId);
	expect(found((outcome) => (outcome.workflow === WITH_TABLE ? outcome.unused : []))).toEqual([]);
	expect(
		found((outcome) =>
			outcome.workflow === WITH_TABLE
				? outcome.counts.filter((count) => isUsedAgain(count) && !isAbandonedBy(outcome)(count))
				: [],
		),
	).toEqual([]);
	expect(outcomes.flatMap(({ givenUp }) => givenUp)).toEqual([]);
	const startedTwice = found((outcome) =>
		CATCHING_UP.includes(outcome.workflow) ? outcome.startedTwice : [],
	);
	expect(startedTwice.filter(({ part }) => !PARTS_THAT_BEGIN_EXECUTIONS.includes(part))).toEqual(
		[],
	);
	await publishFigures(cluster, figures);
});
