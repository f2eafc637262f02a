import {
	ConnectionError,
	type FailedCall,
	ServiceError,
	UnexpectedAnswerError,
} from '../../../nodes/DeviceAccess/errors/errors';
import {
	FIRST_RETRY_DELAY_MS,
	MAX_BACKOFF_DELAY_MS,
} from '../../../nodes/DeviceAccess/transport/limits';
import {
	readRetryAfter,
	retryDelay as delayOf,
} from '../../../nodes/DeviceAccess/transport/retryDelay';

const MAX_RETRY_AFTER_MS = 120_000;

interface Failed {
	endpoint: string;
	effect: 'read' | 'write';
	status?: number;
	networkCode?: string;
	retryAfterMs?: number;
	earlierTries: number;
	maxRetries: number;
	longestWaitMs: number;
}

const FIRST_READ: Failed = {
	endpoint: '/devices/get',
	effect: 'read',
	earlierTries: 0,
	maxRetries: 3,
	longestWaitMs: MAX_RETRY_AFTER_MS,
};
const FIRST_WRITE: Failed = { ...FIRST_READ, effect: 'write' };

function errorOf({ endpoint, effect, status, networkCode, retryAfterMs }: Failed): FailedCall {
	if (networkCode !== undefined) return new ConnectionError(endpoint, networkCode, effect);
	if (status === undefined) return new UnexpectedAnswerError({ endpoint, effect }, '');
	return new ServiceError({
		endpoint,
		effect,
		status,
		type: '',
		serviceMessage: '',
		retryAfterMs,
	});
}

const retryDelay = (failed: Failed, random: number) => delayOf(errorOf(failed), failed, random);

/** The middle of the jitter, at which the delay is the plain backoff. */
const MIDDLE = 0.5;

describe('retryDelay', () => {
	it.each([408, 429, 500, 503, 522])('tries a read again after HTTP %d', (status) => {
		expect(retryDelay({ ...FIRST_READ, status }, MIDDLE)).toBe(FIRST_RETRY_DELAY_MS);
	});

	it.each([200, 400, 401, 501])('does not try a read again after HTTP %d', (status) => {
		expect(retryDelay({ ...FIRST_READ, status }, MIDDLE)).toBeUndefined();
	});

	it.each([
		'ECONNREFUSED',
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'ERR_NETWORK',
		'ERR_BAD_RESPONSE',
		'ERR_SOCKET_CONNECTION_TIMEOUT',
	])('tries a read again after %s', (networkCode) => {
		expect(retryDelay({ ...FIRST_READ, networkCode }, MIDDLE)).toBe(FIRST_RETRY_DELAY_MS);
	});

	it.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'UNKNOWN'])(
		'does not try a read again after %s, which does not pass by itself',
		(networkCode) => {
			expect(retryDelay({ ...FIRST_READ, networkCode }, MIDDLE)).toBeUndefined();
		},
	);

	it('does not try again when neither a status nor a network code is known', () => {
		expect(retryDelay(FIRST_READ, MIDDLE)).toBeUndefined();
	});

	it('tries a write again after HTTP 429, because the service did not accept it', () => {
		expect(retryDelay({ ...FIRST_WRITE, status: 429 }, MIDDLE)).toBe(FIRST_RETRY_DELAY_MS);
	});

	it.each(['ECONNREFUSED', 'EAI_AGAIN'])(
		'tries a write again after %s, because no connection was made',
		(networkCode) => {
			expect(retryDelay({ ...FIRST_WRITE, networkCode }, MIDDLE)).toBe(FIRST_RETRY_DELAY_MS);
		},
	);

	it.each([408, 500, 503])(
		'does not repeat a write after HTTP %d, because it may have been carried out',
		(status) => {
			const failed = { ...FIRST_WRITE, status, retryAfterMs: 1_000 };
			expect(retryDelay(failed, MIDDLE)).toBeUndefined();
		},
	);

	it.each(['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH'])(
		'does not repeat a write after %s, because it may have been carried out',
		(networkCode) => {
			expect(retryDelay({ ...FIRST_WRITE, networkCode }, MIDDLE)).toBeUndefined();
		},
	);

	it('doubles the delay from try to try up to the longest one', () => {
		const delays = Array.from({ length: 9 }, (_, earlierTries) =>
			retryDelay({ ...FIRST_READ, earlierTries, maxRetries: 9, status: 503 }, MIDDLE),
		);
		expect(delays).toEqual([
			500,
			1_000,
			2_000,
			4_000,
			8_000,
			16_000,
			MAX_BACKOFF_DELAY_MS,
			MAX_BACKOFF_DELAY_MS,
			MAX_BACKOFF_DELAY_MS,
		]);
	});

	it('does not use up its retries at once if the service asks for no wait again and again', () => {
		const delays = [0, 1, 2].map((earlierTries) =>
			retryDelay({ ...FIRST_WRITE, status: 429, retryAfterMs: 0, earlierTries }, MIDDLE),
		);
		expect(delays).toEqual([0, 1_000, 2_000]);
	});

	it('spreads the delay by a quarter to either side, so that many clients do not come back at the same time', () => {
		const failed: Failed = { ...FIRST_READ, status: 503 };
		expect([retryDelay(failed, 0), retryDelay(failed, 1)]).toEqual([375, 625]);
	});

	it.each([
		{ maxRetries: 3, earlierTries: 2, expected: 2_000 },
		{ maxRetries: 3, earlierTries: 3, expected: undefined },
	])(
		'with $maxRetries retries allowed waits $expected ms after $earlierTries earlier tries',
		({ maxRetries, earlierTries, expected }) => {
			expect(retryDelay({ ...FIRST_READ, status: 503, maxRetries, earlierTries }, MIDDLE)).toBe(
				expected,
			);
		},
	);

	it.each([
		{ maxRetries: 4, earlierTries: 4 + 5, isTried: true },
		{ maxRetries: 4, earlierTries: 4 + 6, isTried: false },
		{ maxRetries: 0, earlierTries: 0, isTried: false },
	])(
		'tries what a rate limit refused six times more, unless retries are off ($maxRetries, $earlierTries)',
		({ isTried, ...tries }) => {
			const delayMs = retryDelay({ ...FIRST_READ, status: 429, ...tries }, MIDDLE);
			expect(delayMs !== undefined).toBe(isTried);
		},
	);

	it.each([0, MAX_RETRY_AFTER_MS])(
		'waits exactly the %d ms that the service asks for',
		(retryAfterMs) => {
			expect(retryDelay({ ...FIRST_READ, status: 429, retryAfterMs }, 0)).toBe(retryAfterMs);
			expect(retryDelay({ ...FIRST_WRITE, status: 429, retryAfterMs }, 1)).toBe(retryAfterMs);
		},
	);

	it.each([MAX_RETRY_AFTER_MS + 1])(
		'gives up when the service asks for %d ms, longer than a run should stand still',
		(retryAfterMs) => {
			expect(retryDelay({ ...FIRST_READ, status: 503, retryAfterMs }, MIDDLE)).toBeUndefined();
		},
	);

	it.each([
		{ endpoint: '/devices/get', earlierTries: 2, longestWaitMs: 2_000, expected: 2_000 },
		{ endpoint: '/devices/get', earlierTries: 3, longestWaitMs: 2_000, expected: undefined },
		{ endpoint: '/access_codes/create', earlierTries: 0, longestWaitMs: 0, expected: undefined },
	])(
		'waits $expected ms, never longer than $longestWaitMs, after $earlierTries earlier tries if a limit of $endpoint names no wait',
		({ expected, ...limited }) => {
			expect(retryDelay({ ...FIRST_WRITE, status: 429, ...limited }, MIDDLE)).toBe(expected);
		},
	);

	it('waits for the window of a documented limit if the service names no wait, but no longer than it may', () => {
		const limited = { ...FIRST_WRITE, endpoint: '/access_codes/create', status: 429 };
		expect(retryDelay({ ...limited, longestWaitMs: 10_000 }, MIDDLE)).toBe(10_000);
	});

	it.each([
		'/access_codes/create',
		'/access_codes/update',
		'/access_codes/delete',
		'/locks/lock_door',
		'/locks/unlock_door',
	])('knows the window of %s, which is limited for each device', (endpoint) => {
		expect(retryDelay({ ...FIRST_WRITE, endpoint, status: 429 }, MIDDLE)).toBe(60_000);
	});
});

describe('readRetryAfter', () => {
	const nowMs = Date.parse('2030-01-31T12:00:00Z');

	it.each([
		{ header: '0', expected: 0 },
		{ header: ' 7 ', expected: 7_000 },
		{ header: '0.0001', expected: 1 },
		{ header: 'Thu, 31 Jan 2030 12:00:30 GMT', expected: 30_000 },
		{ header: 'Thu, 31 Jan 2030 12:00:00 GMT', expected: 0 },
	])('reads "$header" as $expected ms', ({ header, expected }) => {
		expect(readRetryAfter(header, nowMs)).toBe(expected);
	});

	it.each([
		{ header: undefined, why: 'no header' },
		{ header: '   ', why: 'whitespace' },
		{ header: '-5', why: 'a negative number' },
		{ header: 'Thu, 31 Jan 2030 11:59:59 GMT', why: 'a date that has passed' },
		{ header: 'soon', why: 'a word' },
		{ header: 'Infinity', why: 'no end' },
	])('ignores $why', ({ header }) => {
		expect(readRetryAfter(header, nowMs)).toBeUndefined();
	});
});
