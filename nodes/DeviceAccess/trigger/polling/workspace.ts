import type { IPollFunctions } from 'n8n-workflow';
import { type ApiCredential, CREDENTIAL_TYPE } from '../../transport/credential';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { toFingerprint } from '../fingerprints';

export function readConnection(
	context: IPollFunctions,
	{ baseUrl, workspaceId = '' }: ApiCredential,
): string {
	return toFingerprint(
		`${context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? ''} ${baseUrl} ${workspaceId}`,
	);
}

export async function readWorkspaceId(send: SendRequest): Promise<string> {
	const { workspace_id: workspaceId } = takeObject(
		await send({ endpoint: '/workspaces/get', body: {}, effect: 'read' }),
		'workspace',
	);
	return typeof workspaceId === 'string' ? workspaceId : '';
}
