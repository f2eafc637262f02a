import got from 'got';
import type { Sandbox } from '../../sandbox/createSandbox';

/** A conversion asked for elsewhere, not by this n8n. It has ended, and its event is delivered, when this resolves. */
export async function convertElsewhere(sandbox: Sandbox, accessCodeId: string): Promise<void> {
	await got.post(`${sandbox.url}/access_codes/unmanaged/convert_to_managed`, {
		json: { access_code_id: accessCodeId, sync: true },
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
	});
	await sandbox.settleDeliveries();
}
