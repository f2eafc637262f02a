import type { N8nClient } from '../n8n/n8nClient';

export const CREDENTIAL_TYPE = 'deviceAccessApi';
const CREDENTIAL_NAME = 'Device Access (sandbox)';

export interface CredentialReference {
	readonly id: string;
	readonly name: string;
}

/** Creates the demo's credential on the first run; later runs only correct its address and key. */
export async function saveDemoCredential(
	client: N8nClient,
	data: { baseUrl: string; apiKey: string },
): Promise<CredentialReference> {
	const existing = (await client.listCredentials()).find(
		({ name, type }) => name === CREDENTIAL_NAME && type === CREDENTIAL_TYPE,
	);
	const credential = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data };
	if (existing === undefined) return await client.createCredential(credential);
	await client.updateCredential({ id: existing.id, ...credential });
	return existing;
}
