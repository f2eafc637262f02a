import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import type { N8nClient, WorkflowFile } from '../../../host/n8n/n8nClient';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { Inbox } from '../../../host/inbox/openInbox';
import { type Example, readExample } from '../../../host/n8n/readExample';

/**
 * Imports examples into a real n8n, with `settings` entered in the table *Settings* if they are given, and with the credentials of the sandbox
 * and of the inbox selected. Returns the ID of the workflow.
 */
export async function mailedExamples(client: N8nClient, sandbox: Sandbox, inbox: Inbox) {
	const { url: baseUrl, apiKey } = sandbox;
	const deviceAccessApi = await saveDemoCredential(client, { baseUrl, apiKey });
	const smtp = await client.createCredential({
		name: 'Mail',
		type: 'smtp',
		data: inbox.credential,
	});
	return async (
		file: string,
		settings?: Record<string, string>,
		change: (example: Example) => void = () => {},
	): Promise<string> => {
		const example = structuredClone(readExample(file));
		const row = settings && example.nodes.find(({ name }) => name === 'Make the row');
		if (row) row.parameters.columns = { mappingMode: 'defineBelow', value: settings };
		for (const node of example.nodes) {
			if (node.type.includes('.deviceAccess')) node.credentials = { deviceAccessApi };
			if (node.type.endsWith('.emailSend')) node.credentials = { smtp };
		}
		change(example);
		const workflow = JSON.parse(JSON.stringify(example)) as WorkflowFile;
		const { id } = await client.importWorkflow(workflow);
		// The first execution makes the row of the table, and fails because nobody has filled it in before.
		if (row) await client.runWorkflow(id, 'Every 15 minutes');
		return id;
	};
}
