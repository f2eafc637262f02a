import type { INodeParameters } from 'n8n-workflow';
import { nodeOf, readExample, withSetting, type Example } from '../../../host/n8n/readExample';

/** The settings that a person can change in "Migrate unmanaged codes"; times in seconds. */
export interface PortfolioSettings {
	devicesPerBatch?: number;
	tryFailedAgain?: boolean;
	/** Time limit of a request, and how long the node waits for actions. */
	timeout?: number;
	waitTimeout?: number;
	/** The first pause between two lookups, and the longest. */
	pollInterval?: number;
	maxPollInterval?: number;
}

const WAITING = ['Convert to managed', 'Wait for actions'];

export const portfolioExample = (settings: PortfolioSettings = {}): Example =>
	withPortfolioSettings(readExample('migrate-unmanaged-codes.json'), settings);

interface PortfolioWorkflow {
	name: string;
	nodes: ReadonlyArray<{ name: string; type: string; parameters: object }>;
}

export function withPortfolioSettings<W extends PortfolioWorkflow>(
	workflow: W,
	{ devicesPerBatch, tryFailedAgain, timeout, ...waiting }: PortfolioSettings,
): W {
	const changed = withSetting(workflow, 'Settings', 'try_failed_again', tryFailedAgain ?? false);
	if (devicesPerBatch !== undefined)
		Object.assign(nodeOf(changed, 'Batches').parameters, { batchSize: devicesPerBatch });
	for (const { name, type, parameters } of changed.nodes) {
		if (!type.endsWith('.deviceAccess')) continue;
		const options = (parameters as { options: INodeParameters }).options;
		for (const [option, value] of Object.entries({
			timeout,
			...(WAITING.includes(name) ? waiting : {}),
		})) {
			if (value !== undefined) options[option] = value;
		}
	}
	return changed;
}
