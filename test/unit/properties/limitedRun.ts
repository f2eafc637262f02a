import * as fc from 'fast-check';
import { ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import {
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	FIRST_RETRY_DELAY_MS,
} from '../../../nodes/DeviceAccess/transport/limits';
import { RequestQueue } from '../../../nodes/DeviceAccess/transport/requestQueue';
import { readRetryAfter, retryDelay } from '../../../nodes/DeviceAccess/transport/retryDelay';
import { manualClock } from '../manualClock';
import { LimitedService, type ServiceLimit } from './limitedService';

export interface LimitedRun {
	limit: ServiceLimit;
	devices: number[];
	requestsInFlight: number;
	/** Whether the service counts requests per device, or all together for requests without a device. */
	countsPer: 'device' | 'workspace';
	answerTimesMs: number[];
	/** When the service counts the request, as a share of the answer time. */
	countedAt: number;
	/** Random number for the jitter of the pauses between tries, 0 to 1. */
	random: number;
}

interface LimitedRunResult {
	givenUp: number[];
	accepted: number;
	refused: number;
	mostInFlight: number;
}

/** Neither has a documented limit (docs/service.md#limits-2). */
const ENDPOINTS = { device: '/access_codes/unmanaged/delete', workspace: '/access_grants/create' };

export async function playLimitedRun(run: LimitedRun): Promise<LimitedRunResult> {
	const time = manualClock();
	const startMs = time.now();
	const service = new LimitedService(run.limit, startMs);
	const queue = new RequestQueue(run.requestsInFlight, time);
	const endpoint = ENDPOINTS[run.countsPer];
	const givenUp: number[] = [];
	let sent = 0;
	let inFlight = 0;
	let mostInFlight = 0;
	const askOnce = async (device: string) => {
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		const answerMs = run.answerTimesMs[sent++ % run.answerTimesMs.length] ?? 0;
		const untilCountedMs = Math.floor(answerMs * run.countedAt);
		await time.sleep(untilCountedMs);
		const answer = service.take(device, time.now());
		await time.sleep(answerMs - untilCountedMs);
		inFlight--;
		return answer;
	};
	const send = async (device: string): Promise<boolean> => {
		const queued = { endpoint, effect: 'write', deviceId: device, mayWait: true } as const;
		for (let earlierTries = 0; ; earlierTries++) {
			await queue.enter(queued);
			const answer = await askOnce(device);
			if (answer.isAccepted) {
				queue.leave(queued);
				return true;
			}
			const retryAfterMs = readRetryAfter(answer.retryAfter, time.now());
			const limited = new ServiceError({
				endpoint,
				effect: 'write',
				status: 429,
				type: '',
				serviceMessage: '',
				retryAfterMs,
			});
			const delayMs = retryDelay(
				limited,
				{
					earlierTries,
					maxRetries: DEFAULT_MAX_RETRIES,
					longestWaitMs: DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
				},
				run.random,
			);
			queue.leave(queued, {
				error: new Error('limited'),
				delayMs: delayMs ?? FIRST_RETRY_DELAY_MS,
				retryAfterMs,
			});
			if (delayMs === undefined) return false;
		}
	};
	await time.play(
		Promise.all(
			run.devices.map(async (device, index) => {
				if (!(await send(run.countsPer === 'device' ? `device ${device}` : '')))
					givenUp.push(index);
			}),
		),
	);
	return {
		givenUp,
		accepted: service.accepted,
		refused: service.refused,
		mostInFlight,
	};
}

/** In whole hundredths, so that a counterexample is readable. */
const share = ({ min = 0, max = 100 } = {}) =>
	fc.integer({ min, max }).map((hundredths) => hundredths / 100);

/** Limits of 1 to 60 requests in a second, ten seconds or a minute, of every kind. */
const serviceLimit = (
	retryAfter: fc.Arbitrary<ServiceLimit['retryAfter']>,
): fc.Arbitrary<ServiceLimit> =>
	fc.record({
		window: fc.constantFrom('sliding' as const, 'fixed' as const),
		windowMs: fc.constantFrom(1_000, 10_000, 60_000),
		maxRequests: fc.integer({ min: 1, max: 60 }),
		retryAfter,
		phase: share({ max: 99 }),
		usedBefore: fc.record({
			share: fc.oneof(fc.constant(0), share()),
			ago: share({ min: 1, max: 99 }),
		}),
	});

export const limitedRun = (
	requests: { min: number; max: number },
	retryAfter: fc.Arbitrary<ServiceLimit['retryAfter']>,
): fc.Arbitrary<LimitedRun> =>
	fc.record({
		limit: serviceLimit(retryAfter),
		devices: fc.integer({ min: 1, max: 6 }).chain((devices) =>
			fc.array(fc.integer({ min: 0, max: devices - 1 }), {
				minLength: requests.min,
				maxLength: requests.max,
				size: 'max',
			}),
		),
		requestsInFlight: fc.integer({ min: 1, max: 50 }),
		countsPer: fc.constant('device' as const),
		answerTimesMs: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
		countedAt: share(),
		random: share(),
	});
