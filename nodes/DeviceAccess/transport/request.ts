import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { normalizeBaseUrl } from './baseUrl';
import { type Clock, systemClock } from './clock';
import { CancelledError, ConnectionError, InvalidParameterError, NotStartedError, ServiceError, type UnexpectedAnswerError } from '../errors/errors';
import {
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	DEFAULT_REQUEST_TIMEOUT_MS,
	DEFAULT_REQUESTS_IN_FLIGHT,
	FIRST_RETRY_DELAY_MS,
	REFUSED_KEYS_BEFORE_GIVING_UP,
} from './limits';
import { HIDDEN } from '../errors/maskPins';
import { type Refusal, RequestQueue } from './requestQueue';
import { type ApiAnswer, readResponse, type Try } from './readAnswer';
import { retryDelay } from './retryDelay';
import { isWireObject, type WireObject } from '../wire/records';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

/** The n8n functions that can send a request with the credential. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

export interface ApiRequest {
	/** Path below the base URL, such as /devices/list. */
	endpoint: string;
	body: WireObject;
	/** What the call does. In this interface reads are POSTs too, so the verb must not decide what may be retried. */
	effect: 'read' | 'write';
	/** For look-ups that are repeated anyway: tries after the first one, in place of the run's. */
	maxRetries?: number;
	/** Longest time one try may take, milliseconds, where less is left than the run's. */
	timeoutMs?: number;
	/** Requests of one key (a device) wait for each other when the service limits one of them. */
	pacingKey?: string;
	/**
	 * Sent even after Stop, after the failure of another item, or when the key has been refused to others: for what must
	 * follow a step that cannot be taken back.
	 */
	outlivesStop?: boolean;
	/** Told when the request has to wait for a limit of the service, and may do so for long. */
	onLimited?: () => void;
}

/** What the node needs of the credential; the key is empty where none is set. */
export interface ApiCredential {
	baseUrl: string;
	apiKey: string;
}

export interface RequestLimits {
	/** Longest time one try may take, milliseconds. */
	timeoutMs?: number;
	/** Tries after the first one. */
	maxRetries?: number;
	/** Requests under way at once. */
	requestsInFlight?: number;
	/** Longest wait that the service may ask for, milliseconds. */
	maxRateLimitWaitMs?: number;
	/** Once aborted, what has not been sent is not sent any more: NotStartedError. */
	stopSignal?: AbortSignal;
	/** What `readCredential` gave, where the caller has read it already. */
	credential?: ApiCredential;
	clock?: Clock;
}

/**
 * Sends one request and resolves with its answer; tries again where that is safe. Throws ServiceError,
 * ConnectionError, UnexpectedAnswerError, CancelledError once the workflow is cancelled, or NotStartedError.
 */
export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

/** Binds the credential and the limits once for a whole run. Throws InvalidParameterError for a base URL that is none. */
export async function createSendRequest(context: ApiContext, limits: RequestLimits = {}): Promise<SendRequest> {
	const {
		timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
		maxRetries = DEFAULT_MAX_RETRIES,
		maxRateLimitWaitMs = DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
		clock = systemClock,
	} = limits;
	const { baseUrl, apiKey } = limits.credential ?? (await readCredential(context));
	const cancelled = cancelSignal(context);
	const queue = new RequestQueue(limits.requestsInFlight ?? DEFAULT_REQUESTS_IN_FLIGHT, clock);
	onAbort(cancelled, () => queue.close(() => new CancelledError()));
	onAbort(limits.stopSignal, () => queue.close(() => new NotStartedError()));
	const ended = AbortSignal.any([cancelled, limits.stopSignal].filter((signal) => signal !== undefined));
	const unstoppable = withoutCancelSignal(context);
	let refusedKeys = 0;

	return async (request) => {
		const queued = {
			endpoint: request.endpoint,
			key: request.pacingKey ?? '',
			mayWait: request.maxRetries !== 0,
			outlivesClosing: request.outlivesStop,
			onLimited: request.onLimited,
		};
		for (let earlierTries = 0; ; earlierTries++) {
			await queue.enter(queued);
			const sentAtMs = clock.now();
			const outcome = await tryOnce(request.outlivesStop ? unstoppable : context, baseUrl, request, Math.min(request.timeoutMs ?? timeoutMs, timeoutMs));
			if ('answer' in outcome) {
				refusedKeys = 0;
				queue.leave(queued, sentAtMs);
				return { ...outcome.answer, answerTimeMs: Math.max(clock.now() - sentAtMs, 0) };
			}
			const { failed } = outcome;
			if (failed instanceof ServiceError) hideKey(failed, apiKey);
			const tried = { earlierTries, maxRetries: request.maxRetries ?? maxRetries, maxRetryAfterMs: maxRateLimitWaitMs };
			const delayMs = retryDelay({ ...tried, effect: request.effect, ...retryFacts(failed) }, Math.random());
			noteLongWait(failed, maxRateLimitWaitMs);
			const refusal = refusalOf(failed, delayMs, tried);
			queue.leave(queued, sentAtMs, refusal);
			if (isStatus(failed, 401) && ++refusedKeys >= REFUSED_KEYS_BEFORE_GIVING_UP) queue.close(() => heldBack(failed));
			if (cancelled?.aborted && !request.outlivesStop) throw new CancelledError();
			if (delayMs === undefined) throw failed;
			// A limit concerns other requests, too, so it is waited for in the queue.
			if (!refusal) await clock.sleep(delayMs, request.outlivesStop ? undefined : ended);
		}
	};
}

function onAbort(signal: AbortSignal | undefined, act: () => void): void {
	if (signal?.aborted) act();
	else signal?.addEventListener('abort', act, { once: true });
}

/** The signal that n8n aborts when a person stops the workflow; triggers and pickers have none. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The same context for requests that Stop must not cut: n8n's helper binds each request to the signal of its context. */
function withoutCancelSignal(context: ApiContext): ApiContext {
	return 'getExecutionCancelSignal' in context ? Object.create(context, { getExecutionCancelSignal: { value: () => undefined } }) as ApiContext : context;
}

/** The credential of the node. Throws InvalidParameterError for a base URL that is none. */
export async function readCredential(context: ApiContext): Promise<ApiCredential> {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl?: unknown; apiKey?: unknown }>(CREDENTIAL_TYPE);
	try {
		return { baseUrl: normalizeBaseUrl(baseUrl), apiKey: typeof apiKey === 'string' ? apiKey.trim() : '' };
	} catch (error) {
		return await Promise.reject(new InvalidParameterError((error as Error).message));
	}
}

/** A service may repeat the key that it refuses; it must not get any further than here. */
function hideKey({ answer }: ServiceError, apiKey: string): void {
	if (apiKey === '') return;
	const hide = (text: string) => text.split(apiKey).join(HIDDEN);
	answer.serviceMessage = hide(answer.serviceMessage);
	if (answer.validationErrors) answer.validationErrors = JSON.parse(hide(JSON.stringify(answer.validationErrors))) as WireObject;
}

function httpOptions(baseUrl: string, request: ApiRequest, timeoutMs: number): IHttpRequestOptions {
	return {
		method: 'POST',
		url: `${baseUrl}${request.endpoint}`,
		// A string, because n8n's helper drops an object without keys and the service then misses its JSON body.
		body: JSON.stringify(request.body),
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		timeout: timeoutMs,
		returnFullResponse: true,
		// Failed calls come back as answers, so that their bodies never enter an error that n8n shows or stores.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

async function tryOnce(context: ApiContext, baseUrl: string, request: ApiRequest, timeoutMs: number): Promise<Try> {
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			httpOptions(baseUrl, request, timeoutMs),
		);
		return readResponse(request, response);
	} catch (error) {
		return { failed: new ConnectionError(request.endpoint, readNetworkCode(error), request.effect) };
	}
}

/** n8n puts the network's code on the cause and copies it to httpCode; both are tried, for older versions do not. */
export function readNetworkCode(error: unknown): string {
	if (!isWireObject(error)) return 'UNKNOWN';
	const cause: unknown = error.cause;
	const code = (isWireObject(cause) ? cause.code : undefined) ?? error.code ?? error.httpCode;
	return typeof code === 'string' && code !== '' ? code : 'UNKNOWN';
}

function retryFacts(failed: ServiceError | ConnectionError | UnexpectedAnswerError) {
	if (failed instanceof ServiceError) {
		return { status: failed.answer.status, retryAfterMs: failed.answer.retryAfterMs };
	}
	return failed instanceof ConnectionError ? { networkCode: failed.networkCode } : {};
}

function isStatus(failed: unknown, status: number): failed is ServiceError {
	return failed instanceof ServiceError && failed.answer.status === status;
}

/** So that the error can say why the wait was not followed. */
function noteLongWait(failed: unknown, longestWaitMs: number): void {
	if (failed instanceof ServiceError && (failed.answer.retryAfterMs ?? 0) > longestWaitMs) failed.answer.longestWaitMs = longestWaitMs;
}

/** What a 429 means for the other requests of its lane; undefined for any other failure. */
function refusalOf(
	failed: unknown,
	delayMs: number | undefined,
	{ earlierTries }: { earlierTries: number },
): Refusal | undefined {
	if (!isStatus(failed, 429)) return undefined;
	const { retryAfterMs, longestWaitMs, deviceId } = failed.answer;
	// Once it has been waited for in vain, the others of the lane need not wait in vain one after the other.
	const isGivenUp = delayMs === undefined && (longestWaitMs !== undefined || earlierTries > 0);
	return {
		error: heldBack(failed),
		delayMs: isGivenUp ? undefined : (delayMs ?? retryAfterMs ?? FIRST_RETRY_DELAY_MS),
		retryAfterMs,
		key: deviceId,
	};
}

/** The same failure for a request that was not sent because of it. */
function heldBack({ answer }: ServiceError): ServiceError {
	return new ServiceError({ ...answer, requestId: undefined, isHeldBack: true });
}

/** A wire record as n8n's item type; both are JSON objects, only n8n's type is narrower. */
export const toItemJson = (record: WireObject): IDataObject => record as IDataObject;
