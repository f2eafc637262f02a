import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { normalizeBaseUrl } from './baseUrl';
import { findHint } from '../errors/describeError';
import { NETWORK_SENTENCES, NOT_THIS_SERVICE } from '../errors/errorHints';
import { readNetworkCode } from './networkCode';
import { withTimeLimit } from './timeLimit';
import { isWireObject } from '../wire/records';

const TEST_TIMEOUT_MS = 15_000;

/**
 * The test behind the credential: POST /workspaces/get with the body `{}` must give `ok: true` (specification,
 * Authentication 3). Written as a function, because n8n's declarative test would show a bare network code to a person.
 */
export async function testDeviceAccessApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	// n8n gives a credential test this one HTTP helper and no other.
	const { helpers } = this;
	try {
		const address = normalizeBaseUrl(baseUrl);
		// This helper takes no signal: the answer to the person does not wait for what it still does.
		const send = async (): Promise<unknown> => await helpers.request({
			method: 'POST',
			uri: `${address}/workspaces/get`,
			body: '{}',
			headers: {
				Authorization: `Bearer ${String(apiKey ?? '').trim()}`,
				'Content-Type': 'application/json',
				Accept: 'application/json',
			},
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: TEST_TIMEOUT_MS,
		});
		return judge(await withTimeLimit(TEST_TIMEOUT_MS, send));
	} catch (error) {
		const code = readNetworkCode(error);
		const isNetwork = code !== 'UNKNOWN';
		return failed(isNetwork ? (NETWORK_SENTENCES[code] ?? `The service could not be reached (${code})`) : (error as Error).message);
	}
}

function judge(response: unknown): INodeCredentialTestResult {
	const { statusCode, body } = isWireObject(response) ? response : {};
	const status = Number(statusCode);
	const answer = parse(body);
	if (status === 200 && answer.ok === true && isWireObject(answer.workspace)) {
		const kind = answer.workspace.is_sandbox === true ? 'sandbox workspace' : 'production workspace';
		return { status: 'OK', message: `Connected to the ${kind} '${String(answer.workspace.name ?? '')}'` };
	}
	const type = isWireObject(answer.error) ? String(answer.error.type ?? '') : '';
	// What the service itself refuses has a type; these three a gateway before it may answer without one.
	const isRefusal = type !== '' || [401, 403, 429].includes(status);
	if (status === 200 || status === 404 || (status < 500 && !isRefusal)) return failed(NOT_THIS_SERVICE);
	const hint = findHint(status, type, '/workspaces/get');
	return failed(`${hint.message}. ${hint.description}`);
}

function parse(body: unknown): Record<string, unknown> {
	if (isWireObject(body)) return body;
	try {
		const value: unknown = JSON.parse(String(body));
		return isWireObject(value) ? value : {};
	} catch {
		return {};
	}
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
