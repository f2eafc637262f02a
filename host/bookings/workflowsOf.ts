import type { N8nClient } from '../n8n/n8nClient';
import type { BookingWorkflow } from './bookingSystem';

const WEBHOOK = 'n8n-nodes-base.webhook';

/** Looks up the workflow of a system in n8n each time, because a person publishes, changes and deletes workflows. */
export const workflowsOf =
	(client: N8nClient) =>
	async (name: string, url: string): Promise<BookingWorkflow | undefined> => {
		const listed = (await client.listWorkflows()).find((workflow) => workflow.name === name);
		if (listed === undefined) return undefined;
		const { nodes } = await client.getWorkflow(listed.id);
		const webhook = nodes.find(({ type }) => type === WEBHOOK);
		return {
			editorUrl: `${client.url}/workflow/${listed.id}`,
			isPublished: listed.active,
			isConnected: JSON.stringify(nodes).includes(`${url}/`),
			// n8n makes an address for a webhook without a path.
			callUrl: `${client.url}/webhook/${String(webhook?.parameters.path || webhook?.webhookId)}`,
		};
	};
