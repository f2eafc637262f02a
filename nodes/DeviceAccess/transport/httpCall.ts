import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	BLOCKED_BY_N8N,
	ConnectionError,
	type FailedCall,
	ServiceError,
	UnexpectedAnswerError,
} from '../errors/errors';
import { secretsIn, hideSecretsIn, hideSecretsInText } from '../errors/maskPins';
import { isText, isWireObject, type WireObject, withoutUndefined } from '../wire/records';
import {
	type ApiContext,
	type ApiCredential,
	CREDENTIAL_TYPE,
	workspaceHeader,
} from './credential';
import { readRetryAfter } from './retryDelay';

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
	const { secret, isToken } = call.credential;
	const secrets = [secret, ...secretsIn(call.body)];
	try {
		const response = await withTimeLimit(
			call.timeoutMs,
			async (signal) => await send(context, call, signal),
			call.cancelled,
		);
		return readResponse({ ...call, isToken }, response, secrets);
	} catch (error) {
		const { endpoint, effect } = call;
		const reason = readReason(error, secrets);
		return { failed: new ConnectionError(endpoint, readNetworkCode(error), effect, reason) };
	}
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

/** An error, and what caused it: n8n wraps a failure once or twice. */
function causesOf(error: unknown): WireObject[] {
	const causes: WireObject[] = [];
	for (let one = error; isWireObject(one) && causes.length < MOST_CAUSES; one = one.cause)
		causes.push(one);
	return causes;
}

const MOST_CAUSES = 5;

/** The code of the innermost cause that has one. */
export function readNetworkCode(error: unknown): string {
	const causes = causesOf(error).reverse();
	if (causes.some(({ name }) => typeof name === 'string' && name.startsWith('SsrfBlocked')))
		return BLOCKED_BY_N8N;
	const codes = causes.flatMap(({ code, httpCode }) => [code ?? httpCode]);
	return codes.find((code): code is string => typeof code === 'string' && code !== '') ?? 'UNKNOWN';
}

/** The innermost cause in n8n's words. */
function readReason(error: unknown, secrets: string[]): string | undefined {
	const text = causesOf(error)
		.reverse()
		.find(({ message }) => isText(message))?.message;
	return isText(text) ? hideSecretsInText(text, secrets) : undefined;
}

type Asked = Pick<HttpCall, 'endpoint' | 'effect' | 'body'> & { isToken?: boolean };

export interface ApiAnswer extends Pick<Asked, 'endpoint' | 'effect'> {
	body: WireObject;
	serverTimeMs?: number;
	tookMs?: number;
	requestId?: string;
}

export type Try = { answer: ApiAnswer } | { failed: FailedCall };

/** Redirects that ask to send the same request to another address. */
const NOT_DONE_HERE = new Set([301, 307, 308]);

/** Hides the `secrets` of the request in a failure: the key or token, and the PINs. */
export function readResponse(
	{ endpoint, effect, body: asked, isToken }: Asked,
	response: unknown,
	secrets: string[] = [],
): Try {
	const { statusCode, headers, body } = isWireObject(response) ? response : {};
	const status = Number(statusCode);
	const headerValues = isWireObject(headers) ? headers : {};
	const requestId = readRequestId(headerValues, body, secrets);
	const unexpected = (sentence: string, mayHaveActed = effect === 'write'): Try => ({
		failed: new UnexpectedAnswerError(
			{ endpoint, effect: mayHaveActed ? effect : 'read', requestId },
			sentence,
		),
	});
	if (status >= 300 && status < 400)
		return unexpected(
			'The service redirects to another address. To protect the credential, the node does not follow the redirect',
			effect === 'write' && !NOT_DONE_HERE.has(status),
		);
	if (status >= 400 || (isWireObject(body) && body.ok === false)) {
		return {
			failed: readServiceError(
				{
					endpoint,
					effect,
					...toSent(asked),
					isToken,
					status,
					requestId,
					isForeign: isForeign(body),
				},
				headerValues,
				body,
				secrets,
			),
		};
	}
	if (!isWireObject(body))
		return unexpected("The service's answer is incomplete or not in the expected form");
	// Another server may answer 200 to anything (docs/service.md#calls-5).
	if (body.ok !== true) return unexpected("The service's answer does not say 'ok'");
	return {
		answer: { endpoint, effect, body, serverTimeMs: readServerTime(headerValues), requestId },
	};
}

function toSent(body: WireObject) {
	const isIdentifier = (entry: [string, unknown]): entry is [string, string] =>
		/_(id|key)$/.test(entry[0]) && typeof entry[1] === 'string';
	return {
		sent: Object.keys(withoutUndefined(body)),
		identifiers: Object.fromEntries(Object.entries(body).filter(isIdentifier)),
	};
}

function readServerTime(headers: WireObject): number | undefined {
	const serverTimeMs = Date.parse(String(headers.date ?? ''));
	return Number.isNaN(serverTimeMs) ? undefined : serverTimeMs;
}

function readServiceError(
	call: Omit<ServiceError['answer'], 'type' | 'serviceMessage'>,
	headers: WireObject,
	body: unknown,
	secrets: string[],
): ServiceError {
	const error = hideSecretsIn(readTold(body), secrets) as WireObject;
	return new ServiceError({
		...call,
		type: textsIn(error.type ?? error.label).join(''),
		serviceMessage: textsIn(error.title, error.message).join(': '),
		deviceId:
			isWireObject(error.data) && typeof error.data.device_id === 'string'
				? error.data.device_id
				: undefined,
		validationErrors: isWireObject(error.validation_errors) ? error.validation_errors : undefined,
		// A date in the header follows the service's clock, not this machine's.
		retryAfterMs: readRetryAfter(headers['retry-after'], readServerTime(headers) ?? Date.now()),
	});
}

/** docs/service.md#calls-2 */
function readTold(body: unknown): WireObject {
	if (!isWireObject(body)) return {};
	return isWireObject(body.error) ? body.error : body;
}

/**
 * True if the body of a failed call has no form that the service uses, such as a web page. An empty
 * one tells nothing.
 */
export const isForeign = (body: unknown): boolean =>
	isText(body) ||
	(isWireObject(body) &&
		!isWireObject(body.error) &&
		!['ok', 'type', 'label', 'title'].some((member) => Object.hasOwn(body, member)));

const textsIn = (...values: unknown[]): string[] =>
	values.filter((value): value is string => typeof value === 'string' && value !== '');

/** docs/service.md#calls-4 */
function readRequestId(headers: WireObject, body: unknown, secrets: string[]): string | undefined {
	const id = headers['seam-request-id'] ?? readTold(body).request_id;
	return typeof id === 'string' && id !== '' ? hideSecretsInText(id, secrets) : undefined;
}

export function takeObject(answer: ApiAnswer, member: string): WireObject {
	const value = answer.body[member];
	if (isWireObject(value)) return value;
	throw new UnexpectedAnswerError(answer, `The service's answer has no '${member}'`);
}

/** Throws UnexpectedAnswerError if the list is missing or has an entry that is not a record. */
export function takeList(answer: ApiAnswer, member: string): WireObject[] {
	const value = answer.body[member];
	if (!Array.isArray(value))
		throw new UnexpectedAnswerError(answer, `The service's answer has no '${member}' list`);
	if (value.every(isWireObject)) return value;
	throw new UnexpectedAnswerError(
		answer,
		`The service's answer has an entry in '${member}' that is not a record`,
	);
}
