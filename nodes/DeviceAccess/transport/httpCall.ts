import type { IHttpRequestOptions } from 'n8n-workflow';
import { ConnectionError } from '../errors/errors';
import type { WireObject } from '../wire/records';
import { withoutUndefined } from '../wire/withoutUndefined';
import { type ApiContext, CREDENTIAL_TYPE } from './credential';
import { readNetworkCode } from './networkCode';
import { readResponse, type Try } from './readAnswer';

/** One call of the service. */
export interface HttpCall {
	baseUrl: string;
	/** Path below the base URL, such as /devices/list. */
	endpoint: string;
	body: WireObject;
	/** What the call does. In this interface reads are POSTs too, so the verb must not decide what may be retried. */
	effect: 'read' | 'write';
	/** Longest time it may take, milliseconds. */
	timeoutMs: number;
}

/** The one place that calls the service. Never throws: a call that failed is an outcome. */
export async function callOnce(context: ApiContext, call: HttpCall): Promise<Try> {
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, httpOptions(call));
		return readResponse({ ...call, sent: Object.keys(withoutUndefined(call.body)) }, response);
	} catch (error) {
		return { failed: new ConnectionError(call.endpoint, readNetworkCode(error), call.effect) };
	}
}

function httpOptions({ baseUrl, endpoint, body, timeoutMs }: HttpCall): IHttpRequestOptions {
	return {
		method: 'POST',
		url: `${baseUrl}${endpoint}`,
		// A string, because n8n's helper drops an object without keys and the service then misses its JSON body.
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		timeout: timeoutMs,
		returnFullResponse: true,
		// Failed calls come back as answers, so that their bodies never enter an error that n8n shows or stores.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
