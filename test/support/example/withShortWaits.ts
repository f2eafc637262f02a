import type { Example } from '../../../host/n8n/readExample';

/** Shortens the pauses of *Wait* nodes, and those between two tries of a node. */
export function withShortWaits(example: Example): Example {
	for (const node of example.nodes) {
		if (node.type === 'n8n-nodes-base.wait')
			node.parameters = { resume: 'timeInterval', amount: 0.05, unit: 'seconds' };
		if (node.waitBetweenTries) node.waitBetweenTries = 1;
	}
	return example;
}
