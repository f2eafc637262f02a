import { performance } from 'node:perf_hooks';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import { plainNode } from '../../e2e/workflowFiles';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

/** Each is opened in turn, so that whatever else the machine does slows all of them down. */
const ROUNDS = 15;

let test: TestEditor;
let workflowId: string;
let nodes: readonly WorkflowNode[];

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
});

afterAll(async () => {
	await test?.stop();
});

const median = (numbers: readonly number[]) =>
	[...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The fields that are shown decide, not those of other operations: *Get many devices* shows more than Notion's first one. */
const MOST = 1.3;

it('the action node opens about as fast as the one of Notion', async () => {
	const times = new Map<string, number[]>(nodes.map(({ name }) => [name, []]));
	for (let round = 0; round <= ROUNDS; round += 1)
		for (const { id, name } of nodes) {
			const start = performance.now();
			const view = await test.editor.openNodeById(workflowId, id, name);
			await view.input('operation').waitFor();
			// The first time, the editor loads what it keeps.
			if (round > 0) times.get(name)?.push(performance.now() - start);
			await view.close();
		}
	const [own, notion, slack] = nodes.map(({ name }) => median(times.get(name) ?? []));
	process.stdout.write(
		`Opened in ${Math.round(own ?? 0)} ms, Notion ${Math.round(notion ?? 0)}, Slack ${Math.round(slack ?? 0)}\n`,
	);
	expect((own ?? Number.NaN) / (notion ?? Number.NaN)).toBeLessThanOrEqual(MOST);
});
