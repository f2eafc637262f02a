import type { IHttpRequestOptions } from 'n8n-workflow';
import { ConnectionError } from '../errors/errors';
import { secretsIn } from '../errors/maskPins';
import type { WireObject } from '../wire/records';
import { withoutUndefined } from '../wire/withoutUndefined';
import { workspaceHeader } from './authentication';
import { withCancelSignal } from './cancelSignal';
import { type ApiContext, type ApiCredential, CREDENTIAL_TYPE } from './credential';
import { readNetworkCode } from './networkCode';
import { readResponse, type Try } from './readAnswer';
import { withTimeLimit } from './timeLimit';

/** One call to the service. */
export interface HttpCall {
	/** The texts of a failed call hide its key or token, and the PINs of the body. */
	credential: ApiCredential;
	/** Path below the base URL, such as /devices/list. */
	endpoint: string;
	body: WireObject;
	/** Reads are POSTs too, so the HTTP method must not decide what may be retried. */
	effect: 'read' | 'write';
	/** Longest time until the whole answer has arrived, in milliseconds. */
	timeoutMs: number;
	/** Aborts the call. */
	cancelled?: AbortSignal;
}

/** The only place that calls the service. Never throws: a failed call is a result. */
export async function callOnce(context: ApiContext, call: HttpCall): Promise<Try> {
	try {
		const response = await withTimeLimit(
			call.timeoutMs,
			async (signal) => await send(context, call, signal),
			call.cancelled,
		);
		const { secret, isToken } = call.credential;
		return readResponse({ ...call, isToken, ...toSent(call.body) }, response, [
			secret,
			...secretsIn(call.body),
		]);
	} catch (error) {
		return { failed: new ConnectionError(call.endpoint, readNetworkCode(error), call.effect) };
	}
}

function toSent(body: WireObject) {
	const isIdentifier = (entry: [string, unknown]): entry is [string, string] =>
		/_(id|key)$/.test(entry[0]) && typeof entry[1] === 'string';
	return {
		sent: Object.keys(withoutUndefined(body)),
		identifiers: Object.fromEntries(Object.entries(body).filter(isIdentifier)),
	};
}

async function send(context: ApiContext, call: HttpCall, signal: AbortSignal): Promise<unknown> {
	const bound = withCancelSignal(context, signal);
	return await bound.helpers.httpRequestWithAuthentication.call(
		bound,
		CREDENTIAL_TYPE,
		httpOptions(call, signal),
	);
}

function httpOptions(
	{ credential, endpoint, body }: HttpCall,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	return {
		method: 'POST',
		url: `${credential.baseUrl}${endpoint}`,
		// A string, because n8n's helper drops an empty object and the service needs a JSON body.
		body: JSON.stringify(body),
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json',
			...workspaceHeader(credential, endpoint),
		},
		abortSignal,
		returnFullResponse: true,
		// Failed calls count as answers, so their bodies never get into an error that n8n shows or
		// stores.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
