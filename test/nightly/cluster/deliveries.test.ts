import { randomUUID } from 'node:crypto';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import {
	countByEvent,
	countByStatus,
	eventIdOf,
	waitUntilIdle,
} from '../../support/cluster/executions';
import { printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { seededRandom, shuffle } from '../../support/cluster/seededRandom';
import {
	type Delivery,
	type SentDelivery,
	sendDeliveries,
} from '../../support/cluster/sendDeliveries';
import { sizeOf } from '../../support/cluster/sizes';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { EVENT_TYPE, triggerWorkflow } from '../../support/cluster/triggerWorkflow';
import { signDelivery } from '../../support/service/triggerSandbox';

const SEED = 20_261_121;
const LATE_MS = 6 * 60_000;
const FOREIGN_SECRET = 'whsec_YS1zZWNyZXQtb2Ytc29tZWJvZHktZWxzZQ==';

type Kind = 'genuine' | 'repeated' | 'forged' | 'late';

let cluster: TestCluster;

beforeAll(async () => {
	cluster = await startTestCluster('deliveries', {
		sandbox: { fixture: 'portfolio', devices: 5, codesPerDevice: 1 },
	});
	await cluster.sandbox.change({ webhookSecretRepeated: true });
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
});

function eventOf(number: number) {
	const at = new Date().toISOString();
	return {
		event_id: eventIdOf(number),
		event_type: EVENT_TYPE,
		created_at: at,
		occurred_at: at,
		workspace_id: workspaceIds.main,
	};
}

/** Genuine deliveries plus 5% repeated, 5% forged and 1% late ones, in an order that depends on the seed. */
function planDeliveries(secret: string, genuine: number): Array<Delivery<Kind>> {
	const random = seededRandom(SEED);
	const numbers = Array.from({ length: genuine }, (_, index) => index + 1);
	const messageIds = new Map(numbers.map((number) => [number, `msg_${randomUUID()}`]));
	const delivery = (
		kind: Kind,
		number: number,
		sign: Delivery<Kind>['sign'],
		isRetried = false,
	): Delivery<Kind> => ({ kind, eventId: eventIdOf(number), sign, isRetried });
	const genuineOne = (kind: Kind, number: number) =>
		delivery(
			kind,
			number,
			() => signDelivery(secret, eventOf(number), { messageId: messageIds.get(number) }),
			true,
		);
	const share = (part: number) => Math.max(1, Math.round(genuine * part));
	const others = (count: number, offset: number) =>
		Array.from({ length: count }, (_, index) => genuine + offset + index + 1);
	const forgeries = [
		(number: number) => signDelivery(FOREIGN_SECRET, eventOf(number)),
		(number: number) => ({
			...signDelivery(secret, eventOf(number)),
			rawBody: JSON.stringify({ ...eventOf(number), forged: true }),
		}),
		(number: number) => ({ rawBody: JSON.stringify(eventOf(number)) }),
	];
	return shuffle(
		[
			...numbers.map((number) => genuineOne('genuine', number)),
			...shuffle(numbers, random)
				.slice(0, share(0.05))
				.map((number) => genuineOne('repeated', number)),
			...others(share(0.05), 0).map((number, index) =>
				delivery(
					'forged',
					number,
					() => forgeries[index % forgeries.length]?.(number) ?? { rawBody: '' },
				),
			),
			...others(share(0.01), genuine).map((number) =>
				delivery('late', number, () =>
					signDelivery(secret, eventOf(number), { sentAt: new Date(Date.now() - LATE_MS) }),
				),
			),
		],
		random,
	);
}

async function registeredWebhook(): Promise<{ url: string; secret: string }> {
	const { webhooks } = await cluster.sandbox.call<{
		webhooks: Array<{ url: string; secret: string }>;
	}>('/webhooks/list');
	const [webhook] = webhooks;
	if (webhook === undefined) throw new Error('Nothing is registered');
	return webhook;
}

function percentile(sorted: readonly number[], part: number): number {
	return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? NaN;
}

const lastStatusesOf = (sent: ReadonlyArray<SentDelivery<Kind>>, kind: Kind) => [
	...new Set(
		sent
			.filter((delivery) => delivery.kind === kind)
			.map(({ attempts }) => attempts.at(-1)?.status),
	),
];

it('starts exactly one execution for each genuine event, and none for repeated, forged and late deliveries', async () => {
	const genuine = sizeOf('deliveries');
	const inFlight = sizeOf('inFlight');
	const workflow = await cluster.client.importWorkflow(
		triggerWorkflow('Deliveries', cluster.credential),
	);
	await cluster.client.activate(workflow.id);
	const { url, secret } = await registeredWebhook();
	const plan = planDeliveries(secret, genuine);

	const startedAt = performance.now();
	const sent = await sendDeliveries(url, plan, inFlight);
	const sendingMs = performance.now() - startedAt;
	await waitUntilIdle(cluster, workflow.id);
	const untilIdleMs = performance.now() - startedAt;

	const timesMs = sent
		.flatMap(({ attempts }) => attempts.map(({ timeMs }) => timeMs))
		.sort((a, b) => a - b);
	const repeatedAnswers = sent.filter(
		({ isRetried, attempts }) => isRetried && attempts.length > 1,
	).length;
	const figures = printFigures({
		title: 'Deliveries to the instant trigger',
		text: `${genuine} genuine deliveries, 5% of them repeated, plus 5% forged and 1% signed six minutes earlier, in random order. ${inFlight} are sent at a time, as fast as one webhook processor answers. Each genuine event started exactly one execution. Forged and late deliveries started none, and got 401.`,
		header: ['Measured', 'Value'],
		rows: [
			['Deliveries', String(plan.length)],
			[
				'Answer time p50 / p95 / p99 / longest',
				`${[0.5, 0.95, 0.99, 1].map((part) => Math.round(percentile(timesMs, part))).join(' / ')} ms`,
			],
			['Deliveries a second', String(Math.round(timesMs.length / (sendingMs / 1000)))],
			[
				'Executions that ended a second, until the last had ended',
				String(Math.round(genuine / (untilIdleMs / 1000))),
			],
			[
				'Answered 503 because the same event was still being handled, and accepted when sent again',
				String(repeatedAnswers),
			],
		],
		sizes: ['deliveries'],
	});

	expect({
		genuine: lastStatusesOf(sent, 'genuine'),
		repeated: lastStatusesOf(sent, 'repeated'),
		forged: lastStatusesOf(sent, 'forged'),
		late: lastStatusesOf(sent, 'late'),
	}).toEqual({
		genuine: [200],
		repeated: [200],
		forged: [401],
		late: [401],
	});
	expect(timesMs.at(-1)).toBeLessThan(15_000);
	expect(await countByStatus(cluster, workflow.id)).toEqual({ success: genuine });
	const starts = await countByEvent(cluster, workflow.id);
	expect(starts).toEqual(
		new Map(Array.from({ length: genuine }, (_, index) => [eventIdOf(index + 1), 1])),
	);
	await publishFigures(cluster, figures);
});
