import { runNode } from '../../test/support/runNode';
import type { Contender } from './contender';
import { tally } from './tally';

/** This package's node, with its defaults but for what the work says. */
export const runDeviceAccess: Contender = async (work, service, input) => {
	const { items, error } = await runNode('deviceAccess', {
		parameters: work.parameters,
		input,
		onError: 'continueRegularOutput',
		credentials: { deviceAccessApi: { baseUrl: service.url, apiKey: service.apiKey } },
	});
	if (error) throw error;
	return { ...tally(items.map(({ json }) => json), work), kept: items };
};
