import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import {
	type Body,
	call,
	make,
	type OperationCase,
	type PreparedCase,
	requestsOf,
} from '../operations/dossier';
import { dossierEntries } from '../operations';
import { prepareCase } from '../operations/playCase';

/** For paths that no operation uses. */
const OTHERS: Record<string, (sandbox: Sandbox) => Promise<Body>> = {
	'/acs/encoders/simulate/next_credential_encode_will_fail': async () => ({
		acs_encoder_id: hotel.encoder,
		error_code: 'uncategorized_error',
	}),
	'/acs/encoders/simulate/next_credential_encode_will_succeed': async () => ({
		acs_encoder_id: hotel.encoder,
		scenario: 'credential_is_issued',
	}),
	'/acs/encoders/simulate/next_credential_scan_will_fail': async () => ({
		acs_encoder_id: hotel.encoder,
		error_code: 'uncategorized_error',
	}),
	'/acs/encoders/simulate/next_credential_scan_will_succeed': async () => ({
		acs_encoder_id: hotel.encoder,
		scenario: 'credential_exists_on_seam',
	}),
	'/webhooks/create': async () => ({ url: 'http://127.0.0.1:9/' }),
	'/webhooks/list': async () => ({}),
	'/webhooks/delete': async (sandbox) => ({
		webhook_id: await make(
			sandbox,
			'/webhooks/create',
			{ url: 'http://127.0.0.1:9/' },
			'webhook_id',
		),
	}),
};

/** The cases that send a request to the path, those of the path's own operation first. A prepared case is known only by its operation. */
function casesOf(path: string): Array<OperationCase | PreparedCase> {
	const own = dossierEntries.filter(({ operation }) => operation.endpoint === path);
	return [...own, ...dossierEntries].flatMap(({ operation, dossier }) =>
		Object.values(dossier).filter((one) =>
			typeof one === 'function'
				? operation.endpoint === path
				: requestsOf(operation, one).some(([to]) => to === path),
		),
	);
}

/**
 * Resets the sandbox, prepares it, and returns parameters with which the path answers 200 once: those that the dossier of
 * an operation expects. Throws if there are none.
 */
export async function exampleRequest(sandbox: Sandbox, path: string): Promise<Body> {
	for (const one of casesOf(path)) {
		const made = await prepareCase({ sandbox }, one);
		const [, body] = requestsOf({ endpoint: path }, made).find(([to]) => to === path) ?? [];
		if (body) return body;
	}
	const other = OTHERS[path];
	if (!other) throw new Error(`Neither a dossier nor the table of other paths has ${path}`);
	await call(sandbox, '/_sandbox/reset');
	return await other(sandbox);
}
