import got, { type Method } from 'got';
import type { Sandbox } from '../../sandbox/createSandbox';

export interface CallOptions {
	method?: Method;
	/** Null sends no Authorization header; without it, the key of the main workspace, or the token where only that will do. */
	apiKey?: string | null;
	headers?: Record<string, string>;
	/** Sent as it is, instead of the parameters as JSON. */
	text?: string;
}

export interface CallResult<Body = Record<string, unknown>> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON, or the text where it is none. */
	body: Body;
}

/** Paths that take no API key. */
const TOKEN_ALONE: ReadonlySet<string> = new Set(['/workspaces/create']);

/** A request to the sandbox over real HTTP, answered with whatever comes back; rejects only when no answer comes. */
export async function callSandbox<Body = Record<string, unknown>>(
	sandbox: Sandbox,
	path: string,
	parameters: object = {},
	{ method = 'POST', apiKey = TOKEN_ALONE.has(path) ? sandbox.personalAccessToken : sandbox.apiKey, headers = {}, text }: CallOptions = {},
): Promise<CallResult<Body>> {
	const hasBody = method !== 'GET';
	const response = await got(`${sandbox.url}${path}`, {
		method,
		headers: {
			...(hasBody ? { 'content-type': 'application/json' } : {}),
			...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
			...headers,
		},
		...(hasBody ? { body: text ?? JSON.stringify(parameters) } : {}),
		throwHttpErrors: false,
		followRedirect: false,
		retry: { limit: 0 },
	});
	return { status: response.statusCode, headers: response.headers, body: parse(response.body) as Body };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
