import { join, resolve } from 'node:path';
import { type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import type { WorkflowFile, WorkflowNode } from '../../../host/n8n/n8nClient';
import { exampleFiles, readExample } from '../../../host/n8n/readExample';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

const EXAMPLES_FOLDER = resolve(__dirname, '..', '..', '..', 'examples');

/** The only settings of a workflow that the editor sends when a person imports a file: it has its own for both. */
const SETTINGS_OF_AN_IMPORT = { executionOrder: 'v1', binaryMode: 'separate' };

/** What a person must add to an example: a login, the key of another service, the account of the emails. */
const MISSING_CREDENTIAL = /^Credentials for .+ are not set\.$/;

/** The workflow of the host that acts, which step 3 of the note has them choose. */
const MISSING_CHOICES: Readonly<Record<string, readonly string[]>> = {
	'doors-for-assistants.json': ['Parameter "Workflow" is required.'],
};

let test: TestEditor;
let types: readonly INodeTypeDescription[];

beforeAll(async () => {
	test = await startEditor(__filename);
	types = (await test.n8n.client.listNodeTypes()) as unknown as INodeTypeDescription[];
	await test.editor.newWorkflow();
});
afterEach(async () => await test.editor.deleteAllNodes());
afterAll(async () => await test?.stop());

const OWN_ADDRESS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * What a node is apart from what the editor gives it itself: its ID, its place on the grid, and an address that nobody can
 * guess if it has none.
 */
function contentOf({ id: _id, webhookId: _webhookId, position: _position, ...node }: WorkflowNode) {
	const type = types.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (type === undefined) throw new Error(`n8n has no ${node.type} ${node.typeVersion}`);
	// The editor leaves out what a field has anyway.
	const { path, ...parameters } =
		NodeHelpers.getNodeParameters(
			type.properties,
			node.parameters as INode['parameters'],
			true,
			false,
			{ typeVersion: node.typeVersion },
			type,
		) ?? {};
	return {
		...node,
		// n8n drops the one that an HTTP Request node borrows: the note of the example says where to select it.
		credentials: Object.keys(node.credentials ?? {}).filter(
			(name) => name !== node.parameters.nodeCredentialType,
		),
		parameters,
		path: path === '' || OWN_ADDRESS.test(String(path)) ? 'its own' : path,
	};
}

const contentsOf = ({ nodes }: Pick<WorkflowFile, 'nodes'>) =>
	new Map(nodes.map((node) => [node.name, contentOf(node)]));

it.each(exampleFiles())(
	'a person who imports %s gets it node by node, without its settings, and with no mark in red but that of a credential, or of a choice that its note names',
	async (file) => {
		const { editor, browser } = test;
		await browser.keepScreenshotOnFailure(editor.page, file, async () => {
			const example = readExample(file) as unknown as WorkflowFile;
			await editor.importFile(join(EXAMPLES_FOLDER, file));
			const saved = await editor.save();
			expect(contentsOf(saved)).toEqual(contentsOf(example));
			expect(saved.connections).toEqual(example.connections);
			expect(saved.settings).toEqual(SETTINGS_OF_AN_IMPORT);
			expect(await editor.unknownNodes()).toEqual([]);
			await editor.showAll();
			const marks = (await editor.issues()).map((text) => text.split('\n').at(-1)?.trim() ?? '');
			expect(marks.filter((text) => !MISSING_CREDENTIAL.test(text))).toEqual(
				MISSING_CHOICES[file] ?? [],
			);
		});
	},
);
