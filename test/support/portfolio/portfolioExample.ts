import type { INodeParameters } from 'n8n-workflow';
import { nodeOf, readExample, withSetting, type Example } from '../readExample';

/** What a person can turn in "Portfolio migration"; times in seconds. */
export interface PortfolioSettings {
	devicesPerBatch?: number;
	tryFailedAgain?: boolean;
	/** Time limit of a request, and how long actions are waited for. */
	timeout?: number;
	waitTimeout?: number;
	/** First and longest pause between two look-ups. */
	pollInterval?: number;
	maxPollInterval?: number;
}

const WAITING = ['Convert to managed', 'Wait until they end'];

/** The example after a person has changed its settings in the editor. */
export function portfolioExample({ devicesPerBatch, tryFailedAgain, timeout, ...waiting }: PortfolioSettings = {}): Example {
	const example = withSetting(readExample('portfolio-migration.json'), 'Settings', 'try_failed_again', tryFailedAgain ?? false);
	if (devicesPerBatch !== undefined) nodeOf(example, 'Batches').parameters.batchSize = devicesPerBatch;
	for (const { name, type, parameters } of example.nodes) {
		if (!type.endsWith('.deviceAccess')) continue;
		const changes = Object.entries({ timeout, ...(WAITING.includes(name) ? waiting : {}) }).filter(([, value]) => value !== undefined);
		parameters.options = { ...(parameters.options as INodeParameters), ...Object.fromEntries(changes) };
	}
	return example;
}
