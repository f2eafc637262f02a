import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { isUuid } from '../wire/values';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

/** The n8n functions that can send a request with the credential. */
export type ApiContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/**
 * The parts of the credential that the node needs: the address of the service, and how to sign in.
 */
export interface ApiCredential extends Authentication {
	baseUrl: string;
}

export async function readCredential(context: ApiContext): Promise<ApiCredential> {
	const fields = await context.getCredentials<Record<string, unknown>>(CREDENTIAL_TYPE);
	return { baseUrl: normalizeBaseUrl(fields.baseUrl), ...readAuthentication(fields) };
}

/** The public service with this API. */
export const DEFAULT_BASE_URL = 'https://connect.getseam.com';

/** The base URL without surrounding whitespace or trailing slashes. */
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

/** Values of the credential's field Authentication, stored in credentials. */
export const API_KEY = 'apiKey';
export const PERSONAL_ACCESS_TOKEN = 'personalAccessToken';

export interface Authentication {
	/** The API key or the personal access token, sent as a bearer token. An API key may be empty. */
	secret: string;
	/**
	 * True for a personal access token, which opens several workspaces: each request names one. An
	 * API key belongs to one.
	 */
	isToken: boolean;
	/** The workspace that the requests of a token name; none for an API key. */
	workspaceId?: string;
}

/** The header that names the workspace for a token (docs/service.md#keys-1). */
const WORKSPACE_HEADER = 'seam-workspace';

/** Every personal access token begins with this, and no API key does. */
const TOKEN_PREFIX = 'seam_at';

/**
 * Endpoints that are about all workspaces of a token, so their requests name none (OpenAPI:
 * `pat_without_workspace`).
 */
const ENDPOINTS_OF_ALL_WORKSPACES = ['/workspaces/create', '/workspaces/list'];

/**
 * True for a path that ends with one of these endpoints, whose requests name no workspace, and for
 * no path.
 */
export const takesNoWorkspace = (path: string | undefined): boolean =>
	path === undefined || ENDPOINTS_OF_ALL_WORKSPACES.some((endpoint) => path.endsWith(endpoint));

export function readAuthentication(fields: Readonly<Record<string, unknown>>): Authentication {
	return fields.authentication === PERSONAL_ACCESS_TOKEN ? readToken(fields) : readApiKey(fields);
}

/**
 * The header that names the workspace; none for an API key, a token without a workspace, or an
 * endpoint that takes none.
 */
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

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
