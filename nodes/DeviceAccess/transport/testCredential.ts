import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { describeError, findHint, joinSentences } from '../errors/describeError';
import { NOT_THIS_SERVICE } from '../errors/errorHints';
import { NETWORK_SENTENCES } from '../errors/hints';
import { InvalidParameterError, WORKSPACE_REFUSED } from '../errors/errors';
import {
	type Authentication,
	normalizeBaseUrl,
	readAuthentication,
	workspaceHeader,
} from './credential';
import { isForeign, readNetworkCode, withTimeLimit } from './httpCall';
import { isWireObject, type WireObject, wireObjectsIn } from '../wire/records';

const TEST_TIMEOUT_MS = 15_000;

const GET_WORKSPACE = '/workspaces/get';
const LIST_WORKSPACES = '/workspaces/list';

const NO_WORKSPACE = 'The token does not open any workspace.';

const MAX_NAMED_WORKSPACES = 10;

type Asked = { answer: WireObject } | { refusal: string; isWorkspaceRefused?: boolean };

type Ask = (endpoint: string, member: string) => Promise<Asked>;

/**
 * POST /workspaces/get with the body `{}` must return `ok: true` (docs/service.md#keys-3). A
 * function, because n8n's declarative test would show a bare network code.
 */
export async function testDeviceAccessApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const fields = credential.data ?? {};
		const address = normalizeBaseUrl(fields.baseUrl);
		const authentication = readAuthentication(fields);
		return await test(authentication, asker(this, address, authentication));
	} catch (error) {
		return failed(inWords(error));
	}
}

async function test(
	{ isToken, workspaceId }: Authentication,
	ask: Ask,
): Promise<INodeCredentialTestResult> {
	if (isToken && workspaceId === undefined) return await testWithoutWorkspace(ask);
	const asked = await ask(GET_WORKSPACE, 'workspace');
	if ('refusal' in asked)
		return failed(
			isToken && asked.isWorkspaceRefused
				? await withWorkspaces("The token does not open the workspace under 'Workspace ID'.", ask)
				: asked.refusal,
		);
	const workspace = asked.answer.workspace as WireObject;
	const kind = workspace.is_sandbox === true ? 'sandbox workspace' : 'production workspace';
	return { status: 'OK', message: `Connected to the ${kind} '${String(workspace.name ?? '')}'` };
}

/** A token works if it opens at least one workspace: each node then names its own. */
async function testWithoutWorkspace(ask: Ask): Promise<INodeCredentialTestResult> {
	const asked = await ask(LIST_WORKSPACES, 'workspaces');
	if ('refusal' in asked) return failed(asked.refusal);
	const opened = workspacesIn(asked.answer);
	if (opened === undefined) return failed(NO_WORKSPACE);
	const how = "Choose one in each node under 'Workspace', or enter its ID under 'Workspace ID'.";
	return { status: 'OK', message: `Connected. ${opened} ${how}` };
}

async function withWorkspaces(sentence: string, ask: Ask): Promise<string> {
	const asked = await ask(LIST_WORKSPACES, 'workspaces');
	if ('refusal' in asked) return asked.refusal;
	return `${sentence} ${workspacesIn(asked.answer) ?? NO_WORKSPACE}`;
}

function workspacesIn(answer: WireObject): string | undefined {
	const workspaces = wireObjectsIn(answer.workspaces);
	if (workspaces.length === 0) return undefined;
	const names = workspaces
		.slice(0, MAX_NAMED_WORKSPACES)
		.map(({ name, workspace_id: id }) => `${String(name)} (${String(id)})`);
	const others = workspaces.length - names.length;
	return `The token opens: ${names.join(', ')}${others > 0 ? `, and ${others} more` : ''}.`;
}

/** The only HTTP helper of a credential test takes no signal: its request may outlast the limit. */
function asker(
	{ helpers }: ICredentialTestFunctions,
	address: string,
	authentication: Authentication,
): Ask {
	return async (endpoint, member) => {
		const send = async (): Promise<unknown> =>
			await helpers.request({
				method: 'POST',
				uri: `${address}${endpoint}`,
				body: '{}',
				headers: {
					Authorization: `Bearer ${authentication.secret}`,
					'Content-Type': 'application/json',
					Accept: 'application/json',
					...workspaceHeader(authentication, endpoint),
				},
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: TEST_TIMEOUT_MS,
			});
		return judge(await withTimeLimit(TEST_TIMEOUT_MS, send), authentication, endpoint, member);
	};
}

function judge(
	response: unknown,
	{ isToken }: Authentication,
	endpoint: string,
	member: string,
): Asked {
	const { statusCode, body } = isWireObject(response) ? response : {};
	const status = Number(statusCode);
	const answer = parse(body);
	if (
		status === 200 &&
		answer.ok === true &&
		typeof answer[member] === 'object' &&
		answer[member] !== null
	)
		return { answer };
	const type = isWireObject(answer.error) ? String(answer.error.type ?? '') : '';
	const isWorkspaceRefused = isToken && WORKSPACE_REFUSED.test(type);
	// With these statuses, a gateway in front of the service may refuse without a type.
	const isRefusal = type !== '' || [401, 403, 407, 413, 429].includes(status);
	if (status === 200 || (status === 404 && !isWorkspaceRefused) || (status < 500 && !isRefusal))
		return { refusal: NOT_THIS_SERVICE };
	const hint = findHint(status, type, endpoint, {
		isToken,
		isForeign: isForeign(orText(answer, body)),
	});
	return { refusal: `${hint.message}. ${hint.description}`, isWorkspaceRefused };
}

/** What could not be parsed is judged as the text that it is. */
const orText = (answer: WireObject, body: unknown): unknown =>
	Object.keys(answer).length > 0 ? answer : body;

function parse(body: unknown): WireObject {
	if (isWireObject(body)) return body;
	try {
		const value: unknown = JSON.parse(String(body));
		return isWireObject(value) ? value : {};
	} catch {
		return {};
	}
}

function inWords(error: unknown): string {
	const code = error instanceof InvalidParameterError ? 'UNKNOWN' : readNetworkCode(error);
	if (code !== 'UNKNOWN')
		return NETWORK_SENTENCES[code] ?? `The service could not be reached (${code})`;
	const { message, description } = describeError(error);
	return joinSentences([message, description]);
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
