import { randomUUID } from 'node:crypto';
import type { CredentialReference } from '../../host/demo/saveDemoCredential';
import type { WorkflowFile, WorkflowNode } from '../../host/n8n/n8nClient';
import { connect } from '../../host/engine/connect';

export { byId } from '../support/service/byId';

const PACKAGE_NODES = {
	action: 'deviceAccess',
	trigger: 'deviceAccessTrigger',
	pollingTrigger: 'deviceAccessPollingTrigger',
} as const;

/** A node of this package as the editor saves it. */
export function packageNode(
	kind: keyof typeof PACKAGE_NODES,
	name: string,
	parameters: Record<string, unknown>,
	credential: CredentialReference,
): WorkflowNode {
	return {
		...plainNode(name, `n8n-nodes-device-access.${PACKAGE_NODES[kind]}`, parameters),
		...(kind === 'trigger' ? { webhookId: randomUUID() } : {}),
		credentials: { deviceAccessApi: { id: credential.id, name: credential.name } },
	};
}

export function plainNode(
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	typeVersion = 1,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

/** A node whose runs a test can count: it posts the JSON of the expression `body` to an address. */
export const postNode = (name: string, url: string, body: string): WorkflowNode =>
	plainNode(
		name,
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ ${body} }}`,
			options: {},
		},
		4.2,
	);

/** A workflow whose nodes follow each other in the order given. */
export function chainOf(name: string, nodes: readonly WorkflowNode[]): WorkflowFile {
	return { name, nodes, connections: { ...connect(nodes.map((node) => node.name)) } };
}

/** Execute Workflow, then one Device Access node named "Device Access". */
export function manualWorkflow(
	name: string,
	parameters: Record<string, unknown>,
	credential: CredentialReference,
): WorkflowFile {
	return chainOf(name, [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		packageNode('action', 'Device Access', parameters, credential),
	]);
}
