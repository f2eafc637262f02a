import { importExamples } from '../../../host/demo/importExamples';
import type { Execution, SavedWorkflow, WorkflowFile } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { connect } from '../../../host/engine/connect';
import { startHttpServer } from '../../../host/process/httpServer';
import { type SignedIn, signIn } from '../../e2e/signIn';
import { itemsOf } from '../../e2e/itemsOf';
import { postNode } from '../../e2e/workflowFiles';

let n8n: SignedIn;
let sandbox: Sandbox;
let id: string;
let example: SavedWorkflow;

beforeAll(async () => {
	sandbox = await createSandbox();
	n8n = await signIn(__filename);
	const credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	const imported = (await importExamples(n8n.client, credential)).find(
		({ name }) => name === 'Each event once',
	);
	if (imported === undefined) throw new Error('The example is gone');
	({ id } = imported);
	example = await n8n.client.getWorkflow(id);
});

afterAll(async () => {
	await sandbox?.stop();
});

const eventIds = Array.from(
	{ length: 15 },
	(_, index) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);
const [delivered, missed] = [eventIds.slice(0, 10), eventIds.slice(10)];
const emit = (event_id: string, madeAt = new Date()) =>
	sandbox.emitEvent({
		event_type: 'access_code.unmanaged.converted_to_managed',
		event_id,
		created_at: madeAt.toISOString(),
		access_code_id: hotel.unmanagedCodes.convertible,
	});

/** The items that "Use the event" received, in all executions, including those of the sub-workflow. */
const usedIn = (executions: readonly Execution[]) =>
	executions.flatMap((execution) => itemsOf(execution, 'Use the event') ?? []);

/** The executions so far, after the polling trigger has returned `events` events and all executions have ended. */
async function waitForCatchUp(events: number): Promise<readonly Execution[]> {
	return await waitFor('every event of the polling trigger to have had its execution', async () => {
		const ended = await n8n.client.waitForExecutions(id, 1);
		const handedOut = ended.flatMap((execution) => itemsOf(execution, 'Catch-up') ?? []);
		return handedOut.length === events ? ended : undefined;
	});
}

/** Saves the workflow with a node that calls the address. An unmarked event comes again after `minutes`. */
async function saveWithStep(url: string, minutes: number): Promise<void> {
	const workflow = JSON.parse(
		JSON.stringify(example).replaceAll("minus(10, 'minutes')", `minus(${minutes}, 'minutes')`),
	) as WorkflowFile;
	const step = postNode('Step', url, '{ event_id: $json.event_id }');
	await n8n.client.updateWorkflow(id, {
		...workflow,
		nodes: [...workflow.nodes, step],
		connections: {
			...workflow.connections,
			...connect(['Use the event', 'Step', 'Was it converted?']),
		},
	});
}

it('"Each event once" uses an event once: many at the same moment, brought by both triggers, or missed by the instant one', async () => {
	await n8n.client.activate(id);
	for (const eventId of delivered) emit(eventId);
	await n8n.client.waitForExecutions(id, delivered.length);
	await n8n.client.deactivate(id);
	for (const eventId of missed) emit(eventId);

	// The polling trigger polls on each activation of the workflow; the clock can make it poll earlier.
	await n8n.client.activate(id);
	const executions = await waitForCatchUp(eventIds.length);
	await n8n.client.deactivate(id);

	const used = usedIn(executions);
	expect(
		executions.map(({ status, data }) => ({ status, error: data.resultData.error?.message })),
	).toEqual(executions.map(() => ({ status: 'success' })));
	expect(used.map(({ event_id: eventId }) => eventId).sort()).toEqual(eventIds);
	expect(used[0]).toMatchObject({
		event_id: expect.any(String),
		event_type: 'access_code.unmanaged.converted_to_managed',
		access_code_id: hotel.unmanagedCodes.convertible,
	});
});

it('"Each event once" brings events again whose steps failed, one at a time, and none because another one fails for good', async () => {
	const [failing, late, well] = [1, 2, 3].map(
		(number) => `20000000-0000-4000-8000-00000000000${number}`,
	) as [string, string, string];
	const calls: string[] = [];
	const effects = await startHttpServer(({ body }) => {
		const { event_id: eventId } = JSON.parse(body) as { event_id: string };
		calls.push(eventId);
		return {
			status: eventId === failing || (eventId === late && calls.length < 4) ? 500 : 200,
			body: {},
		};
	});
	await saveWithStep(effects.url, 10);
	await n8n.client.activate(id);
	await n8n.client.deactivate(id);
	const nowMs = Date.now();
	for (const [index, eventId] of [failing, late, well].entries())
		emit(eventId, new Date(nowMs + index));
	await n8n.client.activate(id);
	await waitFor('every event to be used', async () => calls.length === 3 || undefined);
	await n8n.client.deactivate(id);
	await saveWithStep(effects.url, 0);

	const statuses: string[] = [];
	for (let minute = 1; minute <= 3; minute++)
		statuses.push((await n8n.client.runWorkflow(id, 'Every minute')).status);
	await effects.stop();

	expect(calls).toEqual([failing, late, well, failing, late, failing]);
	expect(statuses).toEqual(['error', 'success', 'error']);
});
