import got from 'got';
import type { Sandbox } from '../../sandbox/createSandbox';

/** Converts a code outside this n8n. Resolves when the conversion has ended and its event is delivered. */
export async function convertElsewhere(sandbox: Sandbox, accessCodeId: string): Promise<void> {
	await got.post(`${sandbox.url}/access_codes/unmanaged/convert_to_managed`, {
		json: { access_code_id: accessCodeId, sync: true },
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
	});
	await sandbox.settleDeliveries();
}
