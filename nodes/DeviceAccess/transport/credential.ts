import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { isUuid } from '../wire/records';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

export type ApiContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export interface ApiCredential extends Authentication {
	baseUrl: string;
}

export const accountOf = ({ baseUrl, secret, workspaceId = secret }: ApiCredential): string =>
	`${baseUrl} ${workspaceId}`;

export async function readCredential(context: ApiContext): Promise<ApiCredential> {
	const fields = await context.getCredentials<Record<string, unknown>>(CREDENTIAL_TYPE);
	return { baseUrl: normalizeBaseUrl(fields.baseUrl), ...readAuthentication(fields) };
}

export const DEFAULT_BASE_URL = 'https://connect.getseam.com';

export function normalizeBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const address = URL.canParse(text) ? new URL(text) : undefined;
	if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
		throw new InvalidParameterError(
			"The 'Base URL' of the credential must start with https:// or http://, such as https://connect.getseam.com",
		);
	}
	if (address.username || address.password || address.search || address.hash) {
		throw new InvalidParameterError(
			"The 'Base URL' of the credential must be only an address, without a user name, '?' or '#'",
		);
	}
	return `${address.origin}${address.pathname}`.replace(/\/+$/, '');
}

/** Values of the field Authentication, which credentials store. */
export const API_KEY = 'apiKey';
export const PERSONAL_ACCESS_TOKEN = 'personalAccessToken';

export interface Authentication {
	/** Sent as a bearer token. An API key may be empty. */
	secret: string;
	/** A personal access token opens several workspaces, so each request names one. */
	isToken: boolean;
	workspaceId?: string;
}

/** docs/service.md#keys-1 */
const WORKSPACE_HEADER = 'seam-workspace';

/** Every personal access token begins with this, and no API key does. */
const TOKEN_PREFIX = 'seam_at';

/** Requests about all workspaces of a token name none (OpenAPI: `pat_without_workspace`). */
const ENDPOINTS_OF_ALL_WORKSPACES = ['/workspaces/create', '/workspaces/list'];

export const takesNoWorkspace = (path: string | undefined): boolean =>
	path === undefined || ENDPOINTS_OF_ALL_WORKSPACES.some((endpoint) => path.endsWith(endpoint));

export function readAuthentication(fields: Readonly<Record<string, unknown>>): Authentication {
	return fields.authentication === PERSONAL_ACCESS_TOKEN ? readToken(fields) : readApiKey(fields);
}

export function workspaceHeader(
	{ isToken, workspaceId }: Authentication,
	path: string,
): Record<string, string> {
	return isToken && workspaceId !== undefined && !takesNoWorkspace(path)
		? { [WORKSPACE_HEADER]: workspaceId }
		: {};
}

function readApiKey({ apiKey }: Readonly<Record<string, unknown>>): Authentication {
	const secret = toText(apiKey);
	if (!secret.startsWith(TOKEN_PREFIX)) return { secret, isToken: false };
	throw new InvalidParameterError(
		"The 'API Key' of the credential is a personal access token",
		"Set 'Authentication' of the credential to 'Personal Access Token', and enter the token there.",
	);
}

function readToken({
	personalAccessToken,
	workspaceId,
}: Readonly<Record<string, unknown>>): Authentication {
	const secret = toText(personalAccessToken);
	if (!secret.startsWith(TOKEN_PREFIX)) {
		throw new InvalidParameterError(
			`The 'Personal Access Token' of the credential ${secret === '' ? 'is empty' : 'is not a personal access token'}`,
			`Enter a token that begins with ${TOKEN_PREFIX}. For an API key, set 'Authentication' of the credential to 'API Key'.`,
		);
	}
	const id = toText(workspaceId).toLowerCase();
	if (id === '' || isUuid(id)) return { secret, isToken: true, workspaceId: id || undefined };
	throw new InvalidParameterError(
		"The 'Workspace ID' of the credential is not an ID",
		"An ID has the form 00000000-0000-0000-0000-000000000000. To see the IDs of your workspaces, leave the field empty, and open 'Workspace' under Options in a node.",
	);
}

const UNPRINTABLE = /[^\x21-\x7e]+/g;

const BEARER = /^[^\x21-\x7e]*Bearer[^\x21-\x7e]+/i;

/** Exactly what is sent, because only that is hidden in messages. A copied key can hold more. */
const toText = (value: unknown): string =>
	typeof value === 'string' ? value.replace(BEARER, '').replace(UNPRINTABLE, '') : '';
