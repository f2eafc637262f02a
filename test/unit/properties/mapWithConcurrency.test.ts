import * as fc from 'fast-check';
import { mapWithConcurrency } from '../../../nodes/DeviceAccess/transport/mapWithConcurrency';
import { propertyRuns } from './propertyRuns';
import { virtualTime } from './virtualTime';

/** What the work on one item does. Times are in milliseconds from its start. */
interface Work {
	durationMs: number;
	/** When it leaves its place, if it does before it ends. */
	leavesAfterMs?: number;
	fails: boolean;
}

const work = (fails: fc.Arbitrary<boolean>): fc.Arbitrary<Work> =>
	fc.record({
		durationMs: fc.nat({ max: 50 }),
		leavesAfterMs: fc.option(fc.nat({ max: 50 }), { nil: undefined }),
		fails,
	});
const works = (fails: fc.Arbitrary<boolean>) => fc.array(work(fails), { maxLength: 40 });
const limit = fc.integer({ min: 1, max: 12 });

/** Does the work on virtual time, and notes what started, what ended, and how many held a place at once. */
async function doAll(items: Work[], mostAtOnce: number, stopAfterStarts = Infinity) {
	const time = virtualTime();
	const started: number[] = [];
	const ended: number[] = [];
	let places = 0;
	let mostPlaces = 0;
	let results: Array<string | undefined> | undefined;
	let failure: unknown;
	const doOne = async ({ durationMs, leavesAfterMs = Infinity, fails }: Work, index: number, leave: () => void) => {
		started.push(index);
		mostPlaces = Math.max(mostPlaces, ++places);
		const leavesEarly = leavesAfterMs < durationMs;
		if (leavesEarly) {
			await time.sleep(leavesAfterMs);
			places--;
			leave();
		}
		await time.sleep(durationMs - (leavesEarly ? leavesAfterMs : 0));
		if (!leavesEarly) places--;
		ended.push(index);
		if (fails) throw new Error(`work ${index}`);
		return `result ${index}`;
	};
	try {
		results = await time.play(mapWithConcurrency(items, mostAtOnce, doOne, () => started.length >= stopAfterStarts));
	} catch (error) {
		failure = error;
	}
	return { started, ended, mostPlaces, results, failure };
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('work on many items, some of which leave their places', () => {
	it('gives every item one result in its own place, and no more than the limit hold a place at once', async () => {
		await fc.assert(
			fc.asyncProperty(works(fc.constant(false)), limit, async (items, mostAtOnce) => {
				const { started, results, mostPlaces } = await doAll(items, mostAtOnce);
				expect({ started, results }).toEqual({ started: indexes(items.length), results: items.map((_, index) => `result ${index}`) });
				expect(mostPlaces).toBeLessThanOrEqual(mostAtOnce);
			}),
			propertyRuns(200),
		);
	});

	it('rejects only once everything that was started has ended, with a failure of its own', async () => {
		await fc.assert(
			fc.asyncProperty(works(fc.boolean()), limit, async (items, mostAtOnce) => {
				const { started, ended, failure, results } = await doAll(items, mostAtOnce);
				expect([...ended].sort((a, b) => a - b)).toEqual(started);
				expect(started).toEqual(indexes(started.length));
				const firstFailure = ended.find((index) => items[index]?.fails);
				expect({ failure, hasResults: results !== undefined }).toEqual({
					failure: firstFailure === undefined ? undefined : new Error(`work ${firstFailure}`),
					hasResults: firstFailure === undefined,
				});
			}),
			propertyRuns(200),
		);
	});

	it('starts nothing more once it is told to stop, and leaves no hole before what was started', async () => {
		await fc.assert(
			fc.asyncProperty(works(fc.constant(false)), limit, fc.nat({ max: 40 }), async (items, mostAtOnce, stopAfterStarts) => {
				const { started, results } = await doAll(items, mostAtOnce, stopAfterStarts);
				const count = Math.min(items.length, stopAfterStarts);
				expect(started).toEqual(indexes(count));
				expect(results).toEqual(items.map((_, index) => (index < count ? `result ${index}` : undefined)));
			}),
			propertyRuns(200),
		);
	});
});
