import { withSetting } from '../n8n/readExample';
import type { TestedSystem } from '../../pms/systems';
import { SENDER_SECRET } from './sender';
import type { N8nClient, WorkflowFile, WorkflowNode } from '../n8n/n8nClient';
import { saveCredential } from '../demo/saveDemoCredential';

const WEBHOOK = 'n8n-nodes-base.webhook';
const CRYPTO = 'n8n-nodes-base.crypto';

interface NeededCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Record<string, unknown>;
}

/**
 * The workflow of a booking system as its note tells a host to set it up: with the address of the account, its
 * credentials, and what a host types. The login of a webhook is there already.
 */
export async function connectWorkflow(
	client: N8nClient,
	workflow: WorkflowFile,
	system: TestedSystem,
	url: string,
): Promise<WorkflowFile> {
	const filled = (system.api.entered ?? []).reduce<WorkflowFile>(
		(one, { node, field, value }) => withSetting(one, node, field, value),
		JSON.parse(JSON.stringify(workflow).replaceAll(system.address, url)) as WorkflowFile,
	);
	const nodes: WorkflowNode[] = [];
	for (const node of filled.nodes) {
		const needed = credentialOf(node, system, url);
		if (needed === undefined) nodes.push(node);
		else {
			const { id, name } = await saveCredential(client, needed);
			nodes.push({ ...node, credentials: { ...node.credentials, [needed.type]: { id, name } } });
		}
	}
	return { ...filled, nodes };
}

/** Undefined for a node that needs none, or has the one that it needs. */
function credentialOf(
	{ name: node, type: nodeType, parameters }: WorkflowNode,
	{ name, api, credentials = {} }: TestedSystem,
	url: string,
): NeededCredential | undefined {
	if (nodeType === WEBHOOK)
		return parameters.authentication === 'headerAuth'
			? { name: `Calls of ${name} (demo)`, type: 'httpHeaderAuth', data: SENDER_SECRET }
			: undefined;
	const ofAccount = { ...api.credentials(url), ...credentials };
	const type = nodeType === CRYPTO ? 'crypto' : String(parameters.genericAuthType);
	const own = nodeType === CRYPTO ? ofAccount[node] : undefined;
	const data = own ?? ofAccount[type];
	return data && { name: `${own ? `${node}, ` : ''}${name} (demo)`, type, data: { ...data } };
}
