import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { inWorkspace } from '../operation/form/options';
import { type ApiCredential, readCredential } from '../transport/credential';
import type { WireObject } from '../wire/records';

/**
 * Has the workspace of the registration if a token registered the webhook, because a new choice
 * takes effect when n8n registers the trigger again.
 */
export async function readTriggerCredential(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	registration: { workspaceId?: string } = {},
): Promise<ApiCredential> {
	const credential = await readCredential(context);
	if (credential.isToken && registration.workspaceId)
		return { ...credential, workspaceId: registration.workspaceId };
	return inWorkspace(credential, context.getNodeParameter('options', {}) as WireObject);
}
