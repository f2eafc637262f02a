import * as fc from 'fast-check';
import {
	DEFAULT_REQUESTS_IN_FLIGHT,
	MAX_REQUESTS_IN_FLIGHT,
} from '../../../nodes/DeviceAccess/transport/limits';
import { RequestQueue } from '../../../nodes/DeviceAccess/transport/requestQueue';
import { propertyRuns } from './propertyRuns';
import { virtualTime } from './virtualTime';

interface SlowRun {
	requests: number;
	requestsInFlight: number;
	/** Time per request; the service handles requests one by one, so that each one waits for all earlier ones. */
	workMs: number;
	roundTripMs: number;
}

/** Runs the requests on its own clock. Returns the longest answer time and the duration of the whole run, in milliseconds. */
async function playSlowRun({ requests, requestsInFlight, workMs, roundTripMs }: SlowRun) {
	const time = virtualTime();
	const startMs = time.now();
	const queue = new RequestQueue(requestsInFlight, time);
	let busyUntilMs = startMs;
	let longestAnswerMs = 0;
	const send = async (index: number) => {
		const queued = {
			endpoint: '/access_codes/unmanaged/convert_to_managed',
			deviceId: `device ${index}`,
			mayWait: true,
		};
		await queue.enter(queued);
		const sentAtMs = time.now();
		await time.sleep(roundTripMs / 2);
		busyUntilMs = Math.max(busyUntilMs, time.now()) + workMs;
		await time.sleep(busyUntilMs - time.now() + roundTripMs / 2);
		longestAnswerMs = Math.max(longestAnswerMs, time.now() - sentAtMs);
		queue.leave(queued, sentAtMs);
	};
	await time.play(Promise.all(Array.from({ length: requests }, (_, index) => send(index))));
	return { longestAnswerMs, durationMs: time.now() - startMs };
}

describe('a service that gets slower with each request in flight', () => {
	const slowRun = fc.record({
		requests: fc.integer({ min: 100, max: 300 }),
		requestsInFlight: fc.constantFrom(1, 10, DEFAULT_REQUESTS_IN_FLIGHT, MAX_REQUESTS_IN_FLIGHT),
		workMs: fc.integer({ min: 10, max: 2_000 }),
		roundTripMs: fc.constantFrom(0, 50, 200),
	});

	it('never has more to do than the requests in flight, however long the run, so that its answers do not get slower and slower', async () => {
		await fc.assert(
			fc.asyncProperty(slowRun, async (run) => {
				const { longestAnswerMs } = await playSlowRun(run);
				expect(longestAnswerMs).toBeLessThanOrEqual(
					run.requestsInFlight * run.workMs + run.roundTripMs,
				);
			}),
			propertyRuns(50),
		);
	});

	it('takes no more time for the default number of requests in flight than for ten', async () => {
		await fc.assert(
			fc.asyncProperty(slowRun, async (run) => {
				const [atTen, atDefault] = [
					await playSlowRun({ ...run, requestsInFlight: 10 }),
					await playSlowRun({ ...run, requestsInFlight: DEFAULT_REQUESTS_IN_FLIGHT }),
				];
				expect(atDefault.durationMs).toBeLessThanOrEqual(atTen.durationMs);
			}),
			propertyRuns(50),
		);
	});
});
