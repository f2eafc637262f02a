import * as fc from 'fast-check';
import { limitedRun, type LimitedRun, playLimitedRun } from './limitedRun';
import { propertyRuns } from './propertyRuns';

const anyRetryAfter = fc.constantFrom('seconds' as const, 'date' as const, 'none' as const);
const toldRetryAfter = fc.constantFrom('seconds' as const, 'date' as const);

/** A refusal is told in whole seconds, and a first guess costs a window; no client that does not know the limit has less. */
const SMALL_CONSTANT_MS = 3_000;

const isAllOfOurs = ({ limit }: LimitedRun) => Math.floor(limit.usedBefore.share * limit.maxRequests) === 0;
/** Whole seconds are too coarse for a limit per second: each refusal costs up to a window there. */
const hasLongWindow = ({ limit }: LimitedRun) => limit.windowMs >= 10_000;

async function isQuick(run: LimitedRun): Promise<boolean> {
	const { durationMs, leastMs } = await playLimitedRun(run);
	return durationMs <= 1.15 * leastMs + run.limit.windowMs + SMALL_CONSTANT_MS;
}

/** One in ten, and those that were under way when the limit was met first. */
async function isHardlyRefused(run: LimitedRun): Promise<boolean> {
	const { accepted, refused } = await playLimitedRun(run);
	return refused <= 0.1 * (accepted + refused) + run.requestsInFlight;
}

describe('a run against a service that limits requests', () => {
	it('has every request taken once, never more under way than allowed, whatever the limit and whatever a refusal says', async () => {
		await fc.assert(
			fc.asyncProperty(limitedRun({ min: 1, max: 150 }, anyRetryAfter), async (run) => {
				const { givenUp, accepted, mostInFlight } = await playLimitedRun(run);
				expect({ givenUp, accepted }).toEqual({ givenUp: [], accepted: run.devices.length });
				expect(mostInFlight).toBeLessThanOrEqual(run.requestsInFlight);
			}),
			propertyRuns(200),
		);
	});

	it('takes hardly longer than a client that knows the limit, where refusals say when to come back', async () => {
		const runs = limitedRun({ min: 1, max: 200 }, toldRetryAfter).filter((run) => isAllOfOurs(run) && hasLongWindow(run));
		await fc.assert(fc.asyncProperty(runs, isQuick), propertyRuns(250));
	});

	it('takes hardly longer where somebody else had used a part of the limit up', async () => {
		const runs = limitedRun({ min: 1, max: 200 }, toldRetryAfter).filter((run) => !isAllOfOurs(run) && hasLongWindow(run));
		await fc.assert(fc.asyncProperty(runs, isQuick), propertyRuns(250));
	});

	it('has at most one in ten of more than a hundred requests refused, and those under way when the limit was met first', async () => {
		const runs = limitedRun({ min: 101, max: 200 }, toldRetryAfter).filter((run) => isAllOfOurs(run) && hasLongWindow(run));
		await fc.assert(fc.asyncProperty(runs, isHardlyRefused), propertyRuns(250));
	});
});
