import { resources } from '../../nodes/DeviceAccess/resources';
import { descriptionOf, issuesOf, keptParameters, readParametersOf } from '../support/storedWorkflows/nodeTypes';
import { sentRequests } from '../support/storedWorkflows/sentRequests';
import { frozenVersions, readRelease } from '../support/storedWorkflows/storedRelease';

/** The operations of the first release that was frozen; later ones hold theirs. */
const FIRST_VERSION = '0.1.0';

it('keeps the workflows of the first release', () => {
	expect(frozenVersions()).toContain(FIRST_VERSION);
});

describe.each(frozenVersions())('A workflow saved by %s', (version) => {
	const { operations, triggers } = readRelease(version);
	const nodes = [...operations.map(({ node }) => node), ...triggers];

	it('finds its nodes and their versions', () => {
		const missing = nodes.filter(({ type, typeVersion }) => ![descriptionOf(type).version].flat().includes(typeVersion));

		expect(missing).toEqual([]);
	});

	it('has resources and operations that the node still offers', () => {
		const offered = resources.flatMap(({ value, operations: ofResource }) => ofResource.map((operation) => `${value}.${operation.value}`));

		const stored = operations.map(({ node }) => readParametersOf(node)).map((read) => `${String(read?.resource)}.${String(read?.operation)}`);

		expect(offered).toEqual(expect.arrayContaining(stored));
	});

	it.each(nodes)('opens $name with every field as it was, none of them red', (node) => {
		expect({ parameters: keptParameters(node), issues: issuesOf(node) }).toEqual({ parameters: node.parameters, issues: null });
	});

	it.each(operations)('sends the same requests for $node.name', async ({ node, requests }) => {
		expect(await sentRequests(node)).toEqual(requests);
	});
});
