import { importExamples } from '../../../host/demo/importExamples';
import type { WorkflowFile } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { connect } from '../../support/connect';
import { startHttpServer } from '../../support/httpServer';
import { type SignedIn, signIn } from '../signIn';
import { itemsOf } from '../itemsOf';
import { postNode } from '../workflowFiles';

// A file of its own, for n8n 1 cannot run this example.
let n8n: SignedIn;
let sandbox: Sandbox;
let id: string;

beforeAll(async () => {
	sandbox = await createSandbox();
	n8n = await signIn(__filename);
	const credential = await saveDemoCredential(n8n.client, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const example = (await importExamples(n8n.client, credential)).find(({ name }) => name === 'Each event once');
	if (example === undefined) throw new Error('The example is gone');
	id = example.id;
});

afterAll(async () => {
	await sandbox?.stop();
});

const eventIds = Array.from({ length: 15 }, (_, index) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const [delivered, missed] = [eventIds.slice(0, 10), eventIds.slice(10)];
const emit = (event_id: string) => sandbox.emitEvent({ event_type: 'access_code.unmanaged.converted_to_managed', event_id, access_code_id: hotel.unmanagedCodes.convertible });

it('"Each event once" uses an event once: many at the same moment, brought by both triggers, or missed by the instant one', async () => {
	await n8n.client.activate(id);
	for (const eventId of delivered) emit(eventId);
	await n8n.client.waitForExecutions(id, delivered.length);
	await n8n.client.deactivate(id);
	for (const eventId of missed) emit(eventId);

	// The polling trigger asks whenever the workflow is activated; the clock can make it ask before, too.
	await n8n.client.activate(id);
	const executions = await waitFor('every event to be noted by the polling trigger', async () => {
		const ended = await n8n.client.waitForExecutions(id, delivered.length + 1);
		return ended.flatMap((execution) => (execution.mode === 'trigger' ? itemsOf(execution, 'Note the event') ?? [] : [])).length === eventIds.length ? ended : undefined;
	});
	await n8n.client.deactivate(id);

	const used = executions.flatMap((execution) => itemsOf(execution, 'Use the event') ?? []);
	expect(executions.map(({ status, data }) => ({ status, error: data.resultData.error?.message }))).toEqual(executions.map(() => ({ status: 'success' })));
	expect(used.map(({ event_id: eventId }) => eventId).sort()).toEqual(eventIds);
	expect(used[0]).toEqual({ event_id: expect.any(String), event_type: 'access_code.unmanaged.converted_to_managed', access_code_id: hotel.unmanagedCodes.convertible });
});

it('"Each event once" deletes rows when they are old, and no others', async () => {
	const deleteOldRows = async () => (itemsOf(await n8n.client.runWorkflow(id, 'Every night'), 'Delete old rows') ?? []).filter((row) => 'id' in row).length;
	const deletedAtFirst = await deleteOldRows();
	const workflow = await n8n.client.getWorkflow(id);
	await n8n.client.updateWorkflow(id, JSON.parse(JSON.stringify(workflow).replace('minus({ days: 7 })', 'plus({ days: 1 })')) as WorkflowFile);

	expect([deletedAtFirst, await deleteOldRows()]).toEqual([0, eventIds.length]);
});

it('"Each event once" brings an event again whose steps failed, until they have ended well, and not any more', async () => {
	const statuses = [500, 200];
	const effects = await startHttpServer(() => ({ status: statuses.shift() ?? 200, body: {} }));
	const workflow = JSON.parse(JSON.stringify(await n8n.client.getWorkflow(id)).replace('minus({ minutes: 10 })', 'minus({ minutes: 0 })')) as WorkflowFile;
	const step = postNode('Step', effects.url, '{ event_id: $json.event_id }');
	const earlier = (await n8n.client.listExecutions(id)).length;
	await n8n.client.updateWorkflow(id, {
		...workflow,
		nodes: [...workflow.nodes, step],
		connections: { ...workflow.connections, ...connect(['Use the event', 'Step', 'Mark as used']) },
	});
	await n8n.client.activate(id);
	const event_id = '20000000-0000-4000-8000-000000000001';
	emit(event_id);
	const [failed] = (await n8n.client.waitForExecutions(id, earlier + 1)).slice(earlier);
	await n8n.client.deactivate(id);

	const again = await n8n.client.runWorkflow(id, 'Every ten minutes');
	const onceMore = await n8n.client.runWorkflow(id, 'Every ten minutes');
	await effects.stop();

	expect([failed, again, onceMore].map((execution) => execution?.status)).toEqual(['error', 'success', 'success']);
	expect(effects.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ event_id }, { event_id }]);
	expect(itemsOf(again, 'Mark as used')).toEqual([expect.objectContaining({ event_id, used: true })]);
});
