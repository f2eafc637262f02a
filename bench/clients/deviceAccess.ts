import { runNode } from '../../host/engine/runNode';
import type { Client } from './client';
import { countResults } from './countResults';

/** This package's node, with its defaults except for the parameters of the scenario. */
export const runDeviceAccess: Client = async (scenario, service, input) => {
	const { items, error } = await runNode('deviceAccess', {
		parameters: scenario.parameters,
		input,
		onError: 'continueRegularOutput',
		credentials: { deviceAccessApi: { baseUrl: service.url, apiKey: service.apiKey } },
	});
	if (error) throw error;
	return {
		...countResults(
			items.map(({ json }) => json),
			scenario,
		),
		kept: items,
	};
};
