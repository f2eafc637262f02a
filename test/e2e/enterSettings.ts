import type { N8nClient } from '../../host/n8n/n8nClient';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { chainOf, plainNode } from './workflowFiles';

/** The data table *Settings* and its row, as a host enters it in the overview. */
export async function enterSettings(client: N8nClient, hostEmail: string): Promise<void> {
	const { parameters } = nodeOf(readExample('guest-messages.json'), 'Create the table Settings');
	const settings = chainOf('Settings', [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		plainNode('Table', 'n8n-nodes-base.dataTable', { ...parameters }),
		plainNode('Row', 'n8n-nodes-base.dataTable', {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: 'Settings' },
			columns: {
				mappingMode: 'defineBelow',
				value: { host_email: hostEmail },
				matchingColumns: [],
				schema: [],
			},
			options: {},
		}),
	]);
	const { id } = await client.importWorkflow(settings);
	expect((await client.runWorkflow(id, 'Start')).status).toBe('success');
}
