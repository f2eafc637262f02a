import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';
import { loadNodes } from '../../host/engine/loadNodes';
import { exampleFiles, readExample, type Example } from '../../host/n8n/readExample';

/** Whether a node is one of n8n's that is not in n8n-nodes-base; test/e2e runs these. */
const isOfLangchain = ({ type }: INode) => type.startsWith('@n8n/n8n-nodes-langchain.');

/** A tool node of an AI agent as an ordinary node, without n8n's additions. */
function asAction({ type, parameters, ...node }: INode): INode {
	const own = Object.entries(parameters).filter(
		([name]) => name !== 'descriptionType' && name !== 'toolDescription',
	);
	return {
		...node,
		type: type.replace(/deviceAccessTool$/, 'deviceAccess'),
		parameters: Object.fromEntries(own),
	};
}

describe.each(exampleFiles())('%s', (file) => {
	const example = readExample(file);

	it('has nodes that n8n knows, with parameters that they know, and only the credential left to fill in', async () => {
		const { nodeTypes } = await loadNodes();
		for (const node of example.nodes
			.filter((candidate) => !isOfLangchain(candidate))
			.map(asAction)) {
			const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			const known = NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				node,
				description,
			);
			expect({ [node.name]: known }).toMatchObject({ [node.name]: node.parameters });
			expect({ [node.name]: [description.version].flat() }).toEqual({
				[node.name]: expect.arrayContaining([node.typeVersion]),
			});
			const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			// The note has the host choose that workflow.
			const isHostsChoice = file === 'doors-for-assistants.json' && node.name === 'Lock assistant';
			expect({ [node.name]: issues }).toEqual({
				[node.name]: isHostsChoice ? { parameters: { workflowId: [expect.any(String)] } } : null,
			});
			expect(optionNames(description.properties)).toEqual(
				expect.arrayContaining(Object.keys((node.parameters.options ?? {}) as IDataObject)),
			);
		}
	});

	it('remembers more than the 10,000 entries with which Remove Duplicates fails by default', () => {
		const sizes = example.nodes
			.filter(({ parameters }) => parameters.operation === 'removeItemsSeenInPreviousExecutions')
			.map(({ parameters }) => (parameters.options as IDataObject).historySize);
		expect(sizes.filter((size) => !(Number(size) > 10_000))).toEqual([]);
	});

	it('contains no credential, key or data', () => {
		const { pinData, ...rest } = example as Example & { pinData?: IDataObject };
		expect(pinData ?? {}).toEqual({});
		for (const { credentials } of rest.nodes) {
			expect(credentials ?? { deviceAccessApi: { id: '', name: 'Device Access API' } }).toEqual({
				deviceAccessApi: { id: '', name: 'Device Access API' },
			});
		}
	});
});

/** The names under "Options", in which n8n itself accepts unknown ones. */
function optionNames(
	properties: ReadonlyArray<{ name: string; options?: ReadonlyArray<{ name: string }> }>,
): string[] {
	return properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));
}
