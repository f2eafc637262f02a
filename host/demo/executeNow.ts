import { N8nApiError, type N8nClient } from '../n8n/n8nClient';

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** Executes a workflow as its first schedule does, and says in a sentence how that ended. */
export async function executeNow(client: N8nClient, name: string): Promise<string> {
	const listed = (await client.listWorkflows()).find((workflow) => workflow.name === name);
	if (listed === undefined) return `n8n has no workflow ‘${name}’. Start the demo again.`;
	const { nodes } = await client.getWorkflow(listed.id);
	const schedule = nodes.find(({ type }) => type === SCHEDULE);
	if (schedule === undefined) return `‘${name}’ has no schedule.`;
	try {
		const { status, data } = await client.runWorkflow(listed.id, schedule.name);
		const { error } = data.resultData;
		return status === 'success'
			? `‘${name}’ was executed.`
			: `‘${name}’ was executed, and failed: ${error?.message ?? status}`;
	} catch (error) {
		if (error instanceof N8nApiError) return `‘${name}’ could not be executed: ${error.message}`;
		throw error;
	}
}
