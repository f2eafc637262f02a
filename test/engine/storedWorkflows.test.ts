import { frozenReleases, opened, sentRequests } from './storedWorkflows/storedRelease';

// Passes while there is no release; CONTRIBUTING says how a release freezes its nodes.

it('a workflow that a release has saved opens with every field as it was, none of them red', () => {
	for (const [version, { operations, triggers }] of frozenReleases()) {
		for (const node of [...operations.map((operation) => operation.node), ...triggers]) {
			expect([version, node.name, opened(node)]).toEqual([
				version,
				node.name,
				{ isKnownVersion: true, parameters: node.parameters, issues: null },
			]);
		}
	}
});

it('a workflow that a release has saved sends the same requests', async () => {
	for (const [version, { operations }] of frozenReleases()) {
		for (const { node, requests } of operations)
			expect([version, node.name, await sentRequests(node)]).toEqual([
				version,
				node.name,
				requests,
			]);
	}
});
