import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../host/engine/runNode';
import type { Service } from './scenario';

/** The unmanaged codes of all devices as items, in the order in which this node's Get Many returns them. */
export async function unmanagedCodeItems({ url, apiKey }: Service): Promise<IDataObject[]> {
	const { items } = await runNode('deviceAccess', {
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'getAll',
			devices: 'all',
			returnAll: true,
		},
		credentials: { deviceAccessApi: { baseUrl: url, apiKey } },
	});
	return items.map(({ json }) => json);
}
