import { setTimeout as wait } from 'node:timers/promises';
import { waitFor, type WorkflowFile, type WorkflowNode } from '../../host/n8nClient';
import { readExamples } from '../../host/importExamples';
import { chainOf, plainNode } from '../e2e/workflowFiles';
import { connect } from '../support/connect';
import { abandonedEvents, countByEvent, eventIdOf } from '../support/cluster/executions';
import { printFigures, publishFigures } from '../support/cluster/publishFigures';
import { sizeOf } from '../support/cluster/sizes';
import { CLUSTER_START_TIME_LIMIT_MS, startTestCluster, type TestCluster } from '../support/cluster/startTestCluster';
import { waitUntilDelivered } from '../support/cluster/waitUntilDelivered';
import { type HttpServer, startHttpServer } from '../support/httpServer';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';

/** The service's schedule (5 s, 5 min, 30 min, ...), shortened; 160 seconds in all. */
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 20_000, 30_000, 45_000, 48_000];
const DELIVERY_TIME_LIMIT_MS = 10 * 60_000;
const EVENT_INTERVAL_MS = 1_000;

/** So long takes what the workflow does with an event: executions are under way when a worker dies. */
const USE_TIME_MS = 500;

/** Two polls, and what n8n needs to notice that a worker is gone. */
const CATCH_UP_TIME_LIMIT_MS = 4 * 60_000;

interface Stage {
	readonly part: string;
	readonly fail: () => void | Promise<void>;
	readonly downMs: number;
	readonly recover: () => Promise<void>;
}

interface Use {
	readonly event_id: string;
	readonly by: 'instant' | 'catch-up' | "n8n's Webhook node";
}

let cluster: TestCluster;
let effects: HttpServer;
let joinedId: string;
let events = 0;

beforeAll(async () => {
	effects = await startHttpServer(async () => {
		await wait(USE_TIME_MS);
		return { body: {} };
	});
	cluster = await startTestCluster('kills', { sandbox: { fixture: 'portfolio', devices: 5, codesPerDevice: 1 } });
	await cluster.sandbox.change({ deliveryRetryDelaysMs: RETRY_DELAYS_MS });
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
	await effects?.stop();
});

/** What a workflow does with an event in the end: something that the world sees, and counts. */
const useNode = (body: string): WorkflowNode =>
	plainNode('Use', 'n8n-nodes-base.httpRequest', { method: 'POST', url: effects.url, sendBody: true, specifyBody: 'json', jsonBody: `={{ ${body} }}`, options: {} }, 4.2);

/** The example as it is, but polling every minute, and with a last step that counts. */
async function joinedWorkflow(): Promise<WorkflowFile> {
	const example = (await readExamples(cluster.credential)).find(({ name }) => name === 'Instant and catch-up');
	if (example === undefined) throw new Error('The example is gone');
	const nodes = example.nodes.map((node) => (node.name === 'Catch-up' ? { ...node, parameters: { ...node.parameters, pollTimes: { item: [{ mode: 'everyMinute' }] } } } : node));
	return {
		...example,
		nodes: [...nodes, useNode("{ event_id: $json.event_id, by: $('Instant').isExecuted ? 'instant' : 'catch-up' }")],
		connections: { ...example.connections, ...connect(['Use the event', 'Use']) },
	};
}

const webhookNodeWorkflow = () =>
	chainOf("n8n's Webhook node", [
		plainNode('Webhook', 'n8n-nodes-base.webhook', { httpMethod: 'POST', path: 'plain', responseMode: 'onReceived', options: {} }, 2),
		useNode(`{ event_id: $json.body.event_id, by: "n8n's Webhook node" }`),
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

interface Counts {
	readonly eventId: string;
	/** Uses that the instant trigger began, the polling trigger, and n8n's Webhook node. */
	readonly instant: number;
	readonly catchUp: number;
	readonly webhookNode: number;
}

/** How often each of the events was used, by what. */
function countUses(eventIds: readonly string[]): Counts[] {
	const all = uses();
	const count = (eventId: string, by: Use['by']) => all.filter((use) => use.event_id === eventId && use.by === by).length;
	return eventIds.map((eventId) => ({
		eventId,
		instant: count(eventId, 'instant'),
		catchUp: count(eventId, 'catch-up'),
		webhookNode: count(eventId, "n8n's Webhook node"),
	}));
}

const isUsed = ({ instant, catchUp }: Counts) => instant + catchUp > 0;

interface Outcome {
	readonly part: string;
	readonly counts: readonly Counts[];
	/** Events for which the instant trigger started more than one execution. */
	readonly startedTwice: readonly string[];
	readonly givenUp: readonly string[];
	/** Events that an execution had in hand which did not end well: n8n does not begin it again. */
	readonly abandoned: ReadonlySet<string>;
	readonly recoveryMs: number;
}

async function runStage({ part, fail, downMs, recover }: Stage): Promise<Outcome> {
	const eventCount = sizeOf('eventsPerKill');
	const failAt = events + Math.ceil(eventCount / 3);
	const emitting = emitEvents(eventCount);
	await waitFor('events to flow', async () => (events >= failAt ? true : undefined), DELIVERY_TIME_LIMIT_MS);
	await fail();
	await wait(downMs);
	const startedAt = performance.now();
	await recover();
	const recoveryMs = performance.now() - startedAt;
	const eventIds = await emitting;
	const givenUp = await waitUntilDelivered(cluster.sandbox, eventIds, 2, DELIVERY_TIME_LIMIT_MS);
	// What n8n lost never comes: then the time is up, and the counts say so.
	await waitFor('every event to be used', async () => (countUses(eventIds).every(isUsed) ? true : undefined), CATCH_UP_TIME_LIMIT_MS).catch(() => {});
	const starts = await countByEvent(cluster, joinedId);
	const startedTwice = eventIds.filter((eventId) => (starts.get(eventId) ?? 0) > 1);
	return { part, counts: countUses(eventIds), startedTwice, givenUp, abandoned: await abandonedEvents(cluster, joinedId), recoveryMs };
}

function stages(): Stage[] {
	const { workers, webhookProcessor, main, redis, postgres, sandbox } = cluster;
	const [worker] = workers;
	const killed = (part: string, target: { kill(): Promise<void>; start(): void; waitUntilReady(): Promise<void> } | undefined, downMs: number): Stage => {
		if (target === undefined) throw new Error(`${part} is not ours to kill`);
		return {
			part,
			downMs,
			fail: async () => await target.kill(),
			recover: async () => {
				target.start();
				await target.waitUntilReady();
				// n8n gives up when Redis is away for ten seconds, and is started again.
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
		{ part: 'the service (frozen for 30 s)', downMs: 30_000, fail: () => sandbox.freeze(), recover: async () => sandbox.thaw() },
	];
}

const numberOf = ({ counts }: Outcome, isCounted: (count: Counts) => boolean) => counts.filter(isCounted).length;

function toRow(outcome: Outcome): string[] {
	return [
		outcome.part,
		`${Math.round(outcome.recoveryMs / 1000)} s`,
		...[
			numberOf(outcome, ({ instant, catchUp }) => instant === 1 && catchUp === 0),
			numberOf(outcome, ({ instant, catchUp }) => instant === 0 && catchUp === 1),
			numberOf(outcome, (count) => !isUsed(count)),
			numberOf(outcome, ({ instant, catchUp }) => instant + catchUp > 1),
			outcome.startedTwice.length,
			numberOf(outcome, ({ webhookNode }) => webhookNode === 1),
			numberOf(outcome, ({ webhookNode }) => webhookNode === 0),
			numberOf(outcome, ({ webhookNode }) => webhookNode > 1),
		].map(String),
	];
}

const HEADER = [
	'Killed', 'Ready again after', 'Used once: instant', 'Used once: catch-up', 'Not used', 'Used twice (let through by Remove Duplicates)',
	'Instant trigger started two executions', 'Webhook node: used once', 'Webhook node: not used', 'Webhook node: used twice or more',
];

it('loses no event when the parts die in turn, and starts none twice where n8n itself does not', async () => {
	const { client, sandbox, webhookProcessor } = cluster;
	joinedId = (await client.importWorkflow(await joinedWorkflow())).id;
	for (const id of [joinedId, (await client.importWorkflow(webhookNodeWorkflow())).id]) await client.activate(id);
	await sandbox.call('/webhooks/create', { url: `${webhookProcessor.url.replace('localhost', '127.0.0.1')}/webhook/plain`, event_types: [CONVERTED] });

	const outcomes: Outcome[] = [];
	for (const stage of stages()) outcomes.push(await runStage(stage));

	const figures = printFigures({
		section: '2-kills',
		title: 'Each part killed while events flow',
		text: `${sizeOf('eventsPerKill')} events a part, one a second, delivered to two workflows: the example *Instant and catch-up* and one that begins with n8n's own Webhook node. Each ends with a request that takes half a second, and is counted. A third of the way the part gets SIGKILL and is started again after 5 to 15 seconds; the service gets SIGSTOP for 30 seconds, for what it holds is in memory. The service's waits between its tries are shortened to 2 to 48 seconds.`,
		header: HEADER,
		rows: outcomes.map(toRow),
		sizes: ['eventsPerKill'],
	});

	// What n8n had begun and gave up, it does not begin again.
	const lost = outcomes.flatMap(({ part, counts, abandoned }) => counts.filter((count) => !isUsed(count) && !abandoned.has(count.eventId)).map(({ eventId }) => ({ part, eventId })));
	expect(lost).toEqual([]);
	expect(outcomes.flatMap(({ givenUp }) => givenUp)).toEqual([]);
	const startsMoreThanN8n = (outcome: Outcome) => outcome.startedTwice.length > numberOf(outcome, ({ webhookNode }) => webhookNode > 1);
	expect(outcomes.filter(startsMoreThanN8n).map(({ part, startedTwice }) => ({ part, startedTwice }))).toEqual([]);
	await publishFigures(cluster, figures);
});
