import { NodeConnectionTypes } from 'n8n-workflow';
import type { IConnections } from 'n8n-workflow';

/**
 * Builds connections from chains of node names: `connect(['Start', 'List', 'Done'], ['List', 1, 'Failed'])`.
 * A number after a name selects the output (default 0).
 */
export function connect(...chains: Array<Array<string | number>>): IConnections {
	const connections: IConnections = {};
	for (const chain of chains) {
		let from: string | undefined;
		let output = 0;
		for (const step of chain) {
			if (typeof step === 'number') {
				output = step;
				continue;
			}
			if (from !== undefined) {
				const outputs = ((connections[from] ??= {})[NodeConnectionTypes.Main] ??= []);
				while (outputs.length <= output) outputs.push([]);
				(outputs[output] ??= []).push({ node: step, type: NodeConnectionTypes.Main, index: 0 });
			}
			from = step;
			output = 0;
		}
	}
	return connections;
}
