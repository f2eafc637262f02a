import got, { type Method } from 'got';
import type { Sandbox } from '../../sandbox/createSandbox';

export interface CallOptions {
	method?: Method;
	/** Null sends no Authorization header. Default: the key of the main workspace, or the token for paths that require it. */
	apiKey?: string | null;
	headers?: Record<string, string>;
	/** Text to send instead of the parameters as JSON. */
	text?: string;
}

export interface CallResult<Body = Record<string, unknown>> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON, or the text if it is not JSON. */
	body: Body;
}

/** Paths that do not accept an API key. */
const TOKEN_ALONE: ReadonlySet<string> = new Set(['/workspaces/create']);

/** Sends a request to the sandbox over real HTTP. Resolves with any answer; rejects only if there is none. */
export async function callSandbox<Body = Record<string, unknown>>(
	sandbox: Sandbox,
	path: string,
	parameters: object = {},
	{
		method = 'POST',
		apiKey = TOKEN_ALONE.has(path) ? sandbox.personalAccessToken : sandbox.apiKey,
		headers = {},
		text,
	}: CallOptions = {},
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
	return {
		status: response.statusCode,
		headers: response.headers,
		body: parse(response.body) as Body,
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
