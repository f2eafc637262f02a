import * as fc from 'fast-check';
import { limitedRun, type LimitedRun, playLimitedRun } from './limitedRun';
import { propertyRuns } from './propertyRuns';

const anyRetryAfter = fc.constantFrom('seconds' as const, 'date' as const, 'none' as const);
const toldRetryAfter = fc.constantFrom('seconds' as const, 'date' as const);

/** Whole seconds are too coarse for a limit per second: each refusal costs up to a window there. */
const hasLongWindow = ({ limit }: LimitedRun) => limit.windowMs >= 10_000;

/** Where somebody else has left next to nothing, the first limit learned is next to nothing, too, and grows request by request. */
const isNotUsedUp = ({ limit }: LimitedRun) => limit.usedBefore.share <= 0.8;

/**
 * What a client pays for not knowing the limit beforehand: a wrong first guess, most of all where somebody else has used
 * a part of the limit up, and waits that are told in whole seconds.
 */
const WINDOWS_TO_LEARN = 4;
const LONGEST_DETOUR_MS = 3_000;
const REFUSALS_TO_LEARN = 10;

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
		await fc.assert(
			fc.asyncProperty(limitedRun({ min: 1, max: 200 }, toldRetryAfter).filter((run) => hasLongWindow(run) && isNotUsedUp(run)), async (run) => {
				const { durationMs, leastMs } = await playLimitedRun(run);
				return durationMs <= 1.15 * leastMs + WINDOWS_TO_LEARN * run.limit.windowMs + LONGEST_DETOUR_MS;
			}),
			propertyRuns(400),
		);
	});

	it('has at most one in ten of many requests refused, but for those under way when a limit was met and what it takes to learn it', async () => {
		await fc.assert(
			fc.asyncProperty(limitedRun({ min: 101, max: 200 }, toldRetryAfter).filter(hasLongWindow), async (run) => {
				const { accepted, refused } = await playLimitedRun(run);
				const devices = new Set(run.devices).size;
				return refused <= 0.1 * (accepted + refused) + run.requestsInFlight + REFUSALS_TO_LEARN * devices;
			}),
			propertyRuns(400),
		);
	});
});
