import type { N8nClient } from '../n8n/n8nClient';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

/** Of the PMS webhooks of the examples. Not a secret: the n8n of the demo listens on loopback only. */
export const WEBHOOK_LOGIN = { user: 'desk', password: 'desk' };

export interface CredentialReference {
	readonly id: string;
	readonly name: string;
}

/** Creates the demo's credential on the first run; later runs only correct its address and key. */
export async function saveDemoCredential(
	client: N8nClient,
	data: { baseUrl: string; apiKey: string },
): Promise<CredentialReference> {
	return await saveCredential(client, {
		name: 'Device Access (sandbox)',
		type: CREDENTIAL_TYPE,
		data,
	});
}

/** The same for the login of the webhooks. */
export async function saveWebhookLogin(client: N8nClient): Promise<CredentialReference> {
	return await saveCredential(client, {
		name: 'Webhooks of the demo',
		type: 'httpBasicAuth',
		data: WEBHOOK_LOGIN,
	});
}

/** The same for the mail server of the demo. */
export async function saveMailCredential(
	client: N8nClient,
	data: Record<string, unknown>,
): Promise<CredentialReference> {
	return await saveCredential(client, { name: 'Inbox of the demo', type: 'smtp', data });
}

/** Creates the credential, or updates the one with this name and type. */
export async function saveCredential(
	client: N8nClient,
	credential: Parameters<N8nClient['createCredential']>[0],
): Promise<CredentialReference> {
	const existing = (await client.listCredentials()).find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	if (existing === undefined) return await client.createCredential(credential);
	await client.updateCredential({ id: existing.id, ...credential });
	return existing;
}
