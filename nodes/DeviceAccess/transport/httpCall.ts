import type { IHttpRequestOptions } from 'n8n-workflow';
import { ConnectionError } from '../errors/errors';
import { secretsIn } from '../errors/maskPins';
import { isWireObject, type WireObject } from '../wire/records';
import { withoutUndefined } from '../wire/values';
import {
	type ApiContext,
	type ApiCredential,
	CREDENTIAL_TYPE,
	workspaceHeader,
} from './credential';
import { readResponse, type Try } from './readAnswer';

export interface HttpCall {
	/** The texts of a failed call hide its key or token, and the PINs of the body. */
	credential: ApiCredential;
	endpoint: string;
	body: WireObject;
	/** Decides what may be retried, because reads are POSTs too. */
	effect: 'read' | 'write';
	timeoutMs: number;
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
		// A string, because n8n's helper drops an empty object.
		body: JSON.stringify(body),
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json',
			...workspaceHeader(credential, endpoint),
		},
		abortSignal,
		returnFullResponse: true,
		// Keeps the body of a failed call out of the errors that n8n shows or stores.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** n8n's helper takes the signal from its context. */
function withCancelSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ApiContext;
}

export function onAbort(signal: AbortSignal | undefined, act: () => void): void {
	if (signal?.aborted) act();
	else signal?.addEventListener('abort', act, { once: true });
}

class TimeLimitError extends Error {
	readonly code = 'ECONNABORTED';

	constructor() {
		super('The time limit has passed');
	}
}

/** n8n's own timeout counts between bytes, so an answer that trickles in would never time out. */
export async function withTimeLimit<Result>(
	timeLimitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	cancelled?: AbortSignal,
): Promise<Result> {
	const aborter = new AbortController();
	const cancel = () => aborter.abort();
	const timer = AbortSignal.timeout(Math.ceil(timeLimitMs));
	let giveUp = () => {};
	const timeIsOver = new Promise<never>((_resolve, reject) => {
		giveUp = () => {
			reject(new TimeLimitError());
			aborter.abort();
		};
	});
	timer.addEventListener('abort', giveUp);
	onAbort(cancelled, cancel);
	try {
		return await Promise.race([work(aborter.signal), timeIsOver]);
	} finally {
		// The signal of a run lives long, and a timer's signal is kept as long as it has a listener.
		timer.removeEventListener('abort', giveUp);
		cancelled?.removeEventListener('abort', cancel);
	}
}

/** n8n puts the code on the cause and copies it to httpCode; older versions do not copy it. */
export function readNetworkCode(error: unknown): string {
	if (!isWireObject(error)) return 'UNKNOWN';
	const cause: unknown = error.cause;
	const code = (isWireObject(cause) ? cause.code : undefined) ?? error.code ?? error.httpCode;
	return typeof code === 'string' && code !== '' ? code : 'UNKNOWN';
}
