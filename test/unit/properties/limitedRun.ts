import * as fc from 'fast-check';
import { ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import {
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	FIRST_RETRY_DELAY_MS,
} from '../../../nodes/DeviceAccess/transport/limits';
import { RequestQueue } from '../../../nodes/DeviceAccess/transport/requestQueue';
import { readRetryAfter, retryDelay } from '../../../nodes/DeviceAccess/transport/retryDelay';
import { manualClock, START_MS } from '../manualClock';
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

export interface LimitedRunResult {
	givenUp: number[];
	accepted: number;
	refused: number;
	mostInFlight: number;
	durationMs: number;
	leastMs: number;
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
		const queued = { endpoint, deviceId: device, mayWait: true };
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
		durationMs: time.now() - startMs,
		leastMs: leastDurationMs(run),
	};
}

export function leastDurationMs({
	limit,
	devices,
	requestsInFlight,
	answerTimesMs,
	countedAt,
}: LimitedRun): number {
	const startMs = START_MS;
	const service = new LimitedService(limit, startMs);
	const left = new Map<number, number>();
	for (const device of devices) left.set(device, (left.get(device) ?? 0) + 1);
	const placesFreeAtMs = new Array<number>(requestsInFlight).fill(startMs);
	let endMs = startMs;
	for (let sent = 0; sent < devices.length; sent++) {
		const answerMs = answerTimesMs[sent % answerTimesMs.length] ?? 0;
		const untilCountedMs = Math.floor(answerMs * countedAt);
		const place = placesFreeAtMs.indexOf(Math.min(...placesFreeAtMs));
		const nowMs = (placesFreeAtMs[place] ?? startMs) + untilCountedMs;
		const [device, freeAtMs] = [...left.keys()]
			.map((candidate): [number, number] => [
				candidate,
				service.freeAtMs(`device ${candidate}`, nowMs),
			])
			// Of the devices that are free at the same time, chooses the one with the most work left.
			.sort(([a, aMs], [b, bMs]) => aMs - bMs || (left.get(b) ?? 0) - (left.get(a) ?? 0))[0] ?? [
			0,
			nowMs,
		];
		service.take(`device ${device}`, freeAtMs);
		const remaining = (left.get(device) ?? 0) - 1;
		if (remaining > 0) left.set(device, remaining);
		else left.delete(device);
		placesFreeAtMs[place] = freeAtMs + answerMs - untilCountedMs;
		endMs = Math.max(endMs, freeAtMs + answerMs - untilCountedMs);
	}
	return endMs - startMs;
}

/** In whole hundredths, so that a counterexample is readable. */
const share = ({ min = 0, max = 100 } = {}) =>
	fc.integer({ min, max }).map((hundredths) => hundredths / 100);

/** Limits of 1 to 60 requests in a second, ten seconds or a minute, of every kind. */
export const serviceLimit = (
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
