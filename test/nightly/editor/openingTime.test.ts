import type { CDPSession } from 'playwright-core';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import { plainNode } from '../../e2e/workflowFiles';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

const ROUNDS = 15;

let test: TestEditor;
let workflowId: string;
let nodes: readonly WorkflowNode[];
let browser: CDPSession;

beforeAll(async () => {
	test = await startEditor(__filename);
	nodes = [
		plainNode('Device Access', 'n8n-nodes-device-access.deviceAccess'),
		plainNode('Notion', 'n8n-nodes-base.notion', {}, 2.2),
		plainNode('Slack', 'n8n-nodes-base.slack', {}, 2.3),
	].map((node, index) => ({ ...node, position: [index * 300, 0] as const }));
	workflowId = (
		await test.n8n.client.importWorkflow({ name: 'Opened in turn', nodes, connections: {} })
	).id;
	await test.editor.openWorkflow(workflowId);
	const { page } = test.editor;
	browser = await page.context().newCDPSession(page);
	// Time on the processor, so that what else the machine does does not count.
	await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
});

afterAll(async () => {
	await test?.stop();
});

const median = (numbers: readonly number[]) =>
	[...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** What the page has worked since it was loaded. */
async function workedMs(): Promise<number> {
	const { metrics } = await browser.send('Performance.getMetrics');
	return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

const MOST = 1.2;

it('the action node opens about as fast as the one of Notion', async () => {
	const times = new Map<string, number[]>(nodes.map(({ name }) => [name, []]));
	for (let round = 0; round <= ROUNDS; round += 1)
		for (const { id, name } of nodes) {
			const before = await workedMs();
			const view = await test.editor.openNodeById(workflowId, id, name);
			await view.input('operation').waitFor();
			// The first time, the editor loads what it keeps.
			if (round > 0) times.get(name)?.push((await workedMs()) - before);
			await view.close();
		}
	const [own, notion, slack] = nodes.map(({ name }) => median(times.get(name) ?? []));
	process.stdout.write(
		`Opening took ${Math.round(own ?? 0)} ms on the processor, Notion ${Math.round(notion ?? 0)}, Slack ${Math.round(slack ?? 0)}\n`,
	);
	expect((own ?? Number.NaN) / (notion ?? Number.NaN)).toBeLessThanOrEqual(MOST);
});
