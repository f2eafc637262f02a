import { PACKAGE_NAME } from '../n8n/installCommunityPackage';
import { N8nApiError, type N8nClient } from '../n8n/n8nClient';

const INSTANT_TRIGGER = `${PACKAGE_NAME}.deviceAccessTrigger`;

/**
 * Registers the webhooks of published workflows again, because a sandbox that has just started has none, and n8n 2 does
 * not register them when it starts. The published version stays the same. Returns a sentence for each workflow that failed.
 */
export async function republishTriggers(client: N8nClient): Promise<readonly string[]> {
	const failures: string[] = [];
	for (const { id, name, active } of await client.listWorkflows()) {
		if (!active) continue;
		const { nodes, activeVersionId } = await client.getWorkflow(id);
		if (activeVersionId === null || !nodes.some(({ type }) => type === INSTANT_TRIGGER)) continue;
		try {
			await client.deactivate(id);
			await client.activate(id, activeVersionId);
		} catch (error) {
			if (!(error instanceof N8nApiError)) throw error;
			failures.push(`"${name}" could not be published again: ${error.message}`);
		}
	}
	return failures;
}
