import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { inWorkspace } from '../operation/workspace';
import { type ApiCredential, readCredential } from '../transport/credential';
import type { WireObject } from '../wire/records';

/**
 * The credential for the workspace of the trigger; for that of its registration, where a token registered it: another
 * workspace counts once the workflow is published again. Throws InvalidParameterError where none is chosen.
 */
export async function readTriggerCredential(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	registration: { workspaceId?: string } = {},
): Promise<ApiCredential> {
	const credential = await readCredential(context);
	if (credential.isToken && registration.workspaceId) return { ...credential, workspaceId: registration.workspaceId };
	return inWorkspace(credential, context.getNodeParameter('options', {}) as WireObject);
}
