import {
	DOCUMENTED_RATE_LIMIT_WINDOWS_MS,
	FIRST_RETRY_DELAY_MS,
	MAX_BACKOFF_DELAY_MS,
	RATE_LIMIT_EXTRA_RETRIES,
} from './limits';

const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504]);

/** Without a connection, the service cannot have carried out a write. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'EAI_AGAIN']);
const PASSING_NETWORK_CODES = new Set([
	...NEVER_CONNECTED,
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'EPIPE',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_NETWORK',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
]);

export interface FailedTry {
	endpoint: string;
	earlierTries: number;
	maxRetries: number;
	/** A write is retried only if the service cannot have carried it out: 429, or no connection. */
	effect: 'read' | 'write';
	status?: number;
	networkCode?: string;
	retryAfterMs?: number;
	maxRetryAfterMs: number;
}

/** `random` is between 0 and 1. */
export function retryDelay(failed: FailedTry, random: number): number | undefined {
	if (failed.earlierTries >= allowedRetries(failed)) return undefined;
	if (!mayTryAgain(failed)) return undefined;
	if (failed.retryAfterMs !== undefined) {
		return failed.retryAfterMs <= failed.maxRetryAfterMs ? failed.retryAfterMs : undefined;
	}
	const windowMs =
		failed.status === 429 ? DOCUMENTED_RATE_LIMIT_WINDOWS_MS[failed.endpoint] : undefined;
	if (windowMs !== undefined) return Math.min(windowMs, failed.maxRetryAfterMs);
	const backoff = Math.min(FIRST_RETRY_DELAY_MS * 2 ** failed.earlierTries, MAX_BACKOFF_DELAY_MS);
	return Math.round(backoff * (0.75 + 0.5 * random));
}

/** Limits count by the minute, so a limited request gets more retries than a failed one. */
function allowedRetries({ maxRetries, status }: FailedTry): number {
	return status === 429 && maxRetries > 0 ? maxRetries + RATE_LIMIT_EXTRA_RETRIES : maxRetries;
}

function mayTryAgain({ effect, status, networkCode }: FailedTry): boolean {
	if (effect === 'write') {
		return status === 429 || (networkCode !== undefined && NEVER_CONNECTED.has(networkCode));
	}
	if (status !== undefined) return RETRYABLE_STATUSES.has(status);
	return networkCode !== undefined && PASSING_NETWORK_CODES.has(networkCode);
}

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const waitMs = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000;
	if (!Number.isFinite(waitMs) || waitMs < 0) return undefined;
	return Math.ceil(waitMs);
}
