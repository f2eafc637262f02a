import type { WorkflowFile } from '../../../host/n8n/n8nClient';
import { chainOf, plainNode, postNode } from '../../e2e/workflowFiles';
import { eventIdOf, waitUntilIdle } from '../../support/cluster/executions';
import { printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { sendDeliveries } from '../../support/cluster/sendDeliveries';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { type HttpServer, startHttpServer } from '../../support/httpServer';

const EVENTS = 60;

let cluster: TestCluster;
let effects: HttpServer;

beforeAll(async () => {
	effects = await startHttpServer(() => ({ body: {} }));
	cluster = await startTestCluster('remove-duplicates', { sandbox: { fixture: 'empty' } });
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
	await effects?.stop();
});

/** A workflow with only n8n's own nodes. */
function workflowOf(path: string): WorkflowFile {
	return chainOf(path, [
		plainNode(
			'Webhook',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			2,
		),
		plainNode(
			'Each event once',
			'n8n-nodes-base.removeDuplicates',
			{
				operation: 'removeItemsSeenInPreviousExecutions',
				logic: 'removeItemsWithAlreadySeenKeyValues',
				dedupeValue: '={{ $json.body.event_id }}',
				options: {},
			},
			2,
		),
		postNode('Use', `${effects.url}/${path}`, '{ event_id: $json.body.event_id }'),
	]);
}

/** Sends every event, waits for all executions, and sends every event again. @returns how many were used once and twice */
async function useAllTwice(
	path: string,
	inFlight: number,
): Promise<{ once: number; twice: number }> {
	const { id } = await cluster.client.importWorkflow(workflowOf(path));
	await cluster.client.activate(id);
	const deliveries = Array.from({ length: EVENTS }, (_, index) => {
		const eventId = eventIdOf(index + 1);
		return {
			kind: 'plain',
			eventId,
			isRetried: true,
			sign: () => ({ rawBody: JSON.stringify({ event_id: eventId }) }),
		};
	});
	for (let time = 1; time <= 2; time++) {
		await sendDeliveries(`${cluster.webhookProcessor.url}/webhook/${path}`, deliveries, inFlight);
		await waitUntilIdle(cluster, id);
	}
	const uses = effects.requests
		.filter((request) => request.path === `/${path}`)
		.map(({ body }) => (JSON.parse(body) as { event_id: string }).event_id);
	const timesUsed = deliveries.map(({ eventId }) => uses.filter((used) => used === eventId).length);
	return {
		once: timesUsed.filter((times) => times === 1).length,
		twice: timesUsed.filter((times) => times === 2).length,
	};
}

it("shows that n8n's Remove Duplicates lets events through again when executions overlap, whatever node began them", async () => {
	const overlapping = await useAllTwice('overlapping', 10);

	const figures = printFigures({
		title: "n8n's own Remove Duplicates when executions overlap",
		text: `Only n8n's own nodes: Webhook, Remove Duplicates (Remove Items Processed in Previous Executions), HTTP Request. ${EVENTS} events are sent, ten at a time. When all executions have ended, the events are sent again and should all be removed. Remove Duplicates reads its one record, adds to it and writes it back, so when executions overlap, only the last one's additions stay.`,
		header: ['Used once', 'Used twice'],
		rows: [[String(overlapping.once), String(overlapping.twice)]],
		sizes: [],
	});

	expect(overlapping.once + overlapping.twice).toBe(EVENTS);
	await publishFigures(cluster, figures);
});
