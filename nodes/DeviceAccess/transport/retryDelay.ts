import { ConnectionError, type FailedCall, ServiceError } from '../errors/errors';
import {
	DOCUMENTED_RATE_LIMIT_WINDOWS_MS,
	FIRST_RETRY_DELAY_MS,
	MAX_BACKOFF_DELAY_MS,
	RATE_LIMIT_EXTRA_RETRIES,
} from './limits';

/** A gateway has further statuses for a service that it cannot reach, such as 522. */
const isPassingStatus = (status: number): boolean =>
	status === 408 || status === 429 || (status >= 500 && status !== 501);

const PASSING_NETWORK_CODES = new Set([
	'ECONNREFUSED',
	'EAI_AGAIN',
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'EPIPE',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_NETWORK',
	'ERR_BAD_RESPONSE',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
]);

/** `random` is between 0 and 1. */
export function retryDelay(
	failed: FailedCall,
	{
		earlierTries,
		maxRetries,
		longestWaitMs,
	}: { earlierTries: number; maxRetries: number; longestWaitMs: number },
	random: number,
): number | undefined {
	const answer = failed instanceof ServiceError ? failed.answer : undefined;
	const isLimited = answer?.status === 429;
	// Limits count by the minute, so a limited request gets more retries than a failed one.
	const retries = isLimited && maxRetries > 0 ? maxRetries + RATE_LIMIT_EXTRA_RETRIES : maxRetries;
	if (earlierTries >= retries || failed.mayHaveActed || !isPassing(failed)) return undefined;
	const retryAfterMs = answer?.retryAfterMs;
	// No wait, asked for again and again, would use up all retries within a moment.
	const isTold = retryAfterMs !== undefined && (retryAfterMs > 0 || earlierTries === 0);
	if (isTold) return retryAfterMs <= longestWaitMs ? retryAfterMs : undefined;
	const windowMs = isLimited ? DOCUMENTED_RATE_LIMIT_WINDOWS_MS[answer.endpoint] : undefined;
	if (windowMs !== undefined && longestWaitMs > 0) return Math.min(windowMs, longestWaitMs);
	const backoff = Math.min(FIRST_RETRY_DELAY_MS * 2 ** earlierTries, MAX_BACKOFF_DELAY_MS);
	const delayMs = Math.round(backoff * (0.75 + 0.5 * random));
	return isLimited && delayMs > longestWaitMs ? undefined : delayMs;
}

function isPassing(failed: FailedCall): boolean {
	if (failed instanceof ServiceError) return isPassingStatus(failed.answer.status);
	return failed instanceof ConnectionError && PASSING_NETWORK_CODES.has(failed.networkCode);
}

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const waitMs = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000;
	if (!Number.isFinite(waitMs) || waitMs < 0) return undefined;
	return Math.ceil(waitMs);
}
