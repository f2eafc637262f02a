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
import { CancelledError, ConnectionError, InvalidParameterError, ServiceError, UnexpectedAnswerError } from './errors';
import { inFlightLimit } from './inFlightLimit';
import { DEFAULT_MAX_RETRIES, DEFAULT_REQUEST_TIMEOUT_MS, DEFAULT_REQUESTS_IN_FLIGHT } from './limits';
import { HIDDEN } from './maskPins';
import { readRetryAfter, retryDelay } from './retryDelay';
import { isWireObject, type WireObject } from './types';

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
	/** Requests of one key (a device) wait for each other when the service limits one of them. */
	pacingKey?: string;
}

export interface RequestLimits {
	/** Longest time one try may take, milliseconds. */
	timeoutMs?: number;
	/** Tries after the first one. */
	maxRetries?: number;
	/** Requests under way at once. */
	requestsInFlight?: number;
	clock?: Clock;
}

/** The body of an answer that the service calls a success, and the service's own time where it tells it. */
export interface ApiAnswer {
	body: WireObject;
	serverTimeMs?: number;
}

/**
 * Sends one request and resolves with its answer; tries again where that is safe. Throws ServiceError,
 * ConnectionError, UnexpectedAnswerError, or CancelledError once the workflow is cancelled.
 */
export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

type Try = { answer: ApiAnswer } | { failed: ServiceError | ConnectionError | UnexpectedAnswerError };

/** Binds the credential and the limits once for a whole run. Throws InvalidParameterError for a base URL that is none. */
export async function createSendRequest(context: ApiContext, limits: RequestLimits = {}): Promise<SendRequest> {
	const { timeoutMs = DEFAULT_REQUEST_TIMEOUT_MS, maxRetries = DEFAULT_MAX_RETRIES, clock = systemClock } = limits;
	const inTurn = inFlightLimit(limits.requestsInFlight ?? DEFAULT_REQUESTS_IN_FLIGHT);
	const { baseUrl, apiKey } = await readCredential(context);
	const signal = cancelSignal(context);
	const notBeforeMs = new Map<string, number>();

	return async (request) => {
		for (let earlierTries = 0; ; earlierTries++) {
			if (request.pacingKey) {
				await clock.sleep((notBeforeMs.get(request.pacingKey) ?? 0) - clock.now(), signal);
			}
			if (signal?.aborted) throw new CancelledError();
			const outcome = await inTurn(async () => await tryOnce(context, baseUrl, request, timeoutMs));
			if ('failed' in outcome && outcome.failed instanceof ServiceError) hideKey(outcome.failed, apiKey);
			if ('answer' in outcome) return outcome.answer;
			if (signal?.aborted) throw new CancelledError();
			const delayMs = retryDelay(
				{ earlierTries, maxRetries: request.maxRetries ?? maxRetries, effect: request.effect, ...retryFacts(outcome.failed) },
				Math.random(),
			);
			if (delayMs === undefined) throw outcome.failed;
			if (request.pacingKey && isRateLimit(outcome.failed)) {
				notBeforeMs.set(request.pacingKey, clock.now() + delayMs);
			}
			await clock.sleep(delayMs, signal);
		}
	};
}

/** The signal that n8n aborts when a person stops the workflow; triggers and pickers have none. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

async function readCredential(context: ApiContext): Promise<{ baseUrl: string; apiKey: string }> {
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

function readResponse({ endpoint, effect }: ApiRequest, response: unknown): Try {
	const { statusCode, headers, body } = isWireObject(response) ? response : {};
	const status = Number(statusCode);
	const headerValues = isWireObject(headers) ? headers : {};
	const requestId = readRequestId(headerValues, body);
	if (status >= 300 && status < 400) {
		const what = 'was a redirect to another address, which is not followed so that the API key stays with the service';
		return { failed: new UnexpectedAnswerError(endpoint, what, requestId) };
	}
	if (status >= 400 || (isWireObject(body) && body.ok === false)) {
		return { failed: readServiceError({ endpoint, effect, status, requestId }, headerValues, body) };
	}
	if (!isWireObject(body)) {
		return { failed: new UnexpectedAnswerError(endpoint, 'was not JSON', requestId, effect) };
	}
	// Every success says so (specification, Errors 2); another server may answer 200 to anything.
	if (body.ok !== true) {
		return { failed: new UnexpectedAnswerError(endpoint, "does not say 'ok'", requestId, effect) };
	}
	const serverTimeMs = Date.parse(String(headerValues.date ?? ''));
	return { answer: { body, serverTimeMs: Number.isNaN(serverTimeMs) ? undefined : serverTimeMs } };
}

function readServiceError(
	call: Pick<ServiceError['answer'], 'endpoint' | 'effect' | 'status' | 'requestId'>,
	headers: WireObject,
	body: unknown,
): ServiceError {
	const error = isWireObject(body) && isWireObject(body.error) ? body.error : {};
	return new ServiceError({
		...call,
		type: typeof error.type === 'string' ? error.type : '',
		serviceMessage: typeof error.message === 'string' ? error.message : '',
		deviceId: isWireObject(error.data) && typeof error.data.device_id === 'string' ? error.data.device_id : undefined,
		validationErrors: isWireObject(error.validation_errors) ? error.validation_errors : undefined,
		retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
	});
}

/** The header comes first, the body's member is what older answers carried (facts 1). */
function readRequestId(headers: WireObject, body: unknown): string | undefined {
	const error = isWireObject(body) && isWireObject(body.error) ? body.error : {};
	const id = headers['seam-request-id'] ?? error.request_id;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

function retryFacts(failed: ServiceError | ConnectionError | UnexpectedAnswerError) {
	if (failed instanceof ServiceError) {
		return { status: failed.answer.status, retryAfterMs: failed.answer.retryAfterMs };
	}
	return failed instanceof ConnectionError ? { networkCode: failed.networkCode } : {};
}

function isRateLimit(failed: ServiceError | ConnectionError | UnexpectedAnswerError): boolean {
	return failed instanceof ServiceError && failed.answer.status === 429;
}

/** The member that holds the result; throws UnexpectedAnswerError when the answer lacks it. */
export function takeObject(endpoint: string, body: WireObject, member: string): WireObject {
	const value = body[member];
	if (!isWireObject(value)) throw new UnexpectedAnswerError(endpoint, `has no '${member}'`);
	return value;
}

/** The list under the member; throws UnexpectedAnswerError when it is missing or holds something that is no record. */
export function takeList(endpoint: string, body: WireObject, member: string): WireObject[] {
	const value = body[member];
	if (!Array.isArray(value)) throw new UnexpectedAnswerError(endpoint, `has no '${member}' list`);
	if (!value.every(isWireObject)) {
		throw new UnexpectedAnswerError(endpoint, `has an entry in '${member}' that is no record`);
	}
	return value;
}

/** A wire record as n8n's item type; both are JSON objects, only n8n's type is narrower. */
export const toItemJson = (record: WireObject): IDataObject => record as IDataObject;
