import * as fc from 'fast-check';
import {
	MAX_BACKOFF_DELAY_MS,
	RATE_LIMIT_EXTRA_RETRIES,
} from '../../../nodes/DeviceAccess/transport/limits';
import {
	type FailedTry,
	readRetryAfter,
	retryDelay,
} from '../../../nodes/DeviceAccess/transport/retryDelay';
import { propertyRuns } from './propertyRuns';

const NOW_MS = Date.parse('2030-01-31T10:00:00Z');
const RUNS = propertyRuns(3_000);
/** Its limit is documented. */
const CREATE = '/access_codes/create';

/** Everything that a service or a proxy may write into the header, and many invalid values. */
const retryAfterHeader: fc.Arbitrary<unknown> = fc.oneof(
	fc.integer({ min: -10, max: 200_000 }).map(String),
	fc.double().map(String),
	fc
		.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
		.map((date) => date.toUTCString()),
	fc
		.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
		.map((date) => date.toISOString()),
	fc.constantFrom(
		'',
		' ',
		' 5 ',
		'+5',
		'5s',
		'5, 10',
		'0x10',
		'1e3',
		'1e999',
		'-0',
		'Infinity',
		'-Infinity',
		'NaN',
		'now',
		'0',
		'Thu, 31 Feb 2030 10:00:00 GMT',
	),
	fc.string(),
	fc.anything(),
);

const networkCode = fc.constantFrom(
	'ECONNREFUSED',
	'EAI_AGAIN',
	'ENOTFOUND',
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'EPIPE',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_NETWORK',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	'EPROTO',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNKNOWN',
);

/** How a try can fail: by an answer, by no answer, or by an answer that makes no sense. */
const failure: fc.Arbitrary<Pick<FailedTry, 'status' | 'networkCode'>> = fc.oneof(
	fc.record({
		status: fc.oneof(
			fc.constantFrom(200, 400, 401, 403, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504),
			fc.integer({ min: 100, max: 999 }),
		),
	}),
	fc.record({ networkCode: fc.oneof(networkCode, fc.string()) }),
	fc.constant({}),
);

const endpoint = fc.constantFrom(CREATE, '/access_codes/unmanaged/delete');

const failedTry = (
	effect: fc.Arbitrary<FailedTry['effect']> = fc.constantFrom('read', 'write'),
): fc.Arbitrary<FailedTry> =>
	fc
		.tuple(
			failure,
			fc.record({
				endpoint,
				effect,
				earlierTries: fc.nat({ max: 20 }),
				maxRetries: fc.nat({ max: 10 }),
				maxRetryAfterMs: fc.nat({ max: 300_000 }),
			}),
			retryAfterHeader,
		)
		.map(([failed, limits, header]) => ({
			...failed,
			...limits,
			retryAfterMs: readRetryAfter(header, NOW_MS),
		}));

/** Within 0 to 1, as Math.random() gives it. */
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a pause before the next try', () => {
	it('is read from a Retry-After of any kind as a whole number of milliseconds, never negative, or not at all', () => {
		fc.assert(
			fc.property(retryAfterHeader, (header) => {
				const waitMs = readRetryAfter(header, NOW_MS);
				return waitMs === undefined || (Number.isInteger(waitMs) && waitMs >= 0);
			}),
			RUNS,
		);
	});

	it('is never below 0, and never above the limit or the longest pause of our own', () => {
		fc.assert(
			fc.property(failedTry(), random, (failed, chance) => {
				const delayMs = retryDelay(failed, chance);
				if (delayMs === undefined) return true;
				const isBackoff =
					failed.retryAfterMs === undefined &&
					(failed.status !== 429 || failed.endpoint !== CREATE);
				const longestMs = isBackoff ? 1.25 * MAX_BACKOFF_DELAY_MS : failed.maxRetryAfterMs;
				return delayMs >= 0 && delayMs <= longestMs;
			}),
			RUNS,
		);
	});

	it('is given at most as many times as allowed', () => {
		fc.assert(
			fc.property(failedTry(), random, (failed, chance) => {
				let tries = 1;
				while (
					tries <= 100 &&
					retryDelay({ ...failed, earlierTries: tries - 1 }, chance) !== undefined
				)
					tries++;
				return (
					tries <= 1 + failed.maxRetries + (failed.status === 429 ? RATE_LIMIT_EXTRA_RETRIES : 0)
				);
			}),
			RUNS,
		);
	});

	it('is never given when retries are switched off', () => {
		fc.assert(
			fc.property(
				failedTry(),
				random,
				(failed, chance) => retryDelay({ ...failed, maxRetries: 0 }, chance) === undefined,
			),
			RUNS,
		);
	});

	it('is given for a write only if the service refused it because of its limit, or was never reached', () => {
		fc.assert(
			fc.property(failedTry(fc.constant('write')), random, (failed, chance) => {
				const hasNotActed =
					failed.status === 429 || ['ECONNREFUSED', 'EAI_AGAIN'].includes(failed.networkCode ?? '');
				return hasNotActed || retryDelay(failed, chance) === undefined;
			}),
			RUNS,
		);
	});
});
