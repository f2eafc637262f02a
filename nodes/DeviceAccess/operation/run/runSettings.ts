import type { IDataObject } from 'n8n-workflow';
import {
	DEFAULT_MAX_PAGES,
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	DEFAULT_REQUEST_TIMEOUT_MS,
	DEFAULT_REQUESTS_IN_FLIGHT,
	DEFAULT_WAIT_TIMEOUT_MS,
	FIRST_POLL_INTERVAL_MS,
	MAX_POLL_INTERVAL_MS,
	MAX_REQUESTS_IN_FLIGHT,
} from '../../transport/limits';
import type { WaitLimits } from '../../waiting/awaitOutcomes';
import type { RunSettings } from '../types';

/**
 * Node.js timers allow at most 24.8 days. Also the limit of the counts, which stay far below it.
 */
const MAX_SECONDS = 2_000_000;

/** The settings in Options, read from the first item for the whole run. */
export function readRunSettings(options: IDataObject): RunSettings {
	const number = (name: string, fallback: number, min: number, max = MAX_SECONDS) => {
		const value = options[name] === '' ? NaN : Number(options[name] ?? fallback);
		return Number.isNaN(value) ? fallback : Math.min(Math.max(value, min), max);
	};
	return {
		requestsInFlight: Math.floor(
			number('requestsInFlight', DEFAULT_REQUESTS_IN_FLIGHT, 1, MAX_REQUESTS_IN_FLIGHT),
		),
		timeoutMs: number('timeout', DEFAULT_REQUEST_TIMEOUT_MS / 1000, 0.1) * 1000,
		maxRetries: Math.floor(number('maxRetries', DEFAULT_MAX_RETRIES, 0, 10)),
		maxRateLimitWaitMs: number('maxRateLimitWait', DEFAULT_MAX_RATE_LIMIT_WAIT_MS / 1000, 0) * 1000,
		maxPages: number('maxPages', DEFAULT_MAX_PAGES, 1),
		waitTimeoutMs: number('waitTimeout', DEFAULT_WAIT_TIMEOUT_MS / 1000, 0) * 1000,
		firstPollIntervalMs: number('pollInterval', FIRST_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
		maxPollIntervalMs: number('maxPollInterval', MAX_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
	};
}

/** How long to wait for completion, and how often to check. */
export const waitLimits = ({
	waitTimeoutMs,
	firstPollIntervalMs,
	maxPollIntervalMs,
}: RunSettings): WaitLimits => ({
	timeoutMs: waitTimeoutMs,
	firstIntervalMs: firstPollIntervalMs,
	maxIntervalMs: maxPollIntervalMs,
});
