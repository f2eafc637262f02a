import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import type { WorkflowFile } from '../../../host/n8n/n8nClient';
import { chainOf, packageNode, plainNode } from '../../e2e/workflowFiles';

export const EVENT_TYPE = 'access_code.set_on_device';

/** A workflow with the instant trigger for one type of event, and a node after it. */
export function triggerWorkflow(name: string, credential: CredentialReference): WorkflowFile {
	return chainOf(name, [
		packageNode(
			'trigger',
			'Trigger',
			{ triggerOn: [EVENT_TYPE], registration: 'automatic' },
			credential,
		),
		plainNode('Done', 'n8n-nodes-base.noOp'),
	]);
}
