import { COUNT, SEED } from './ci';
import { runHistories } from './run';

test(`${COUNT} histories hold to every rule, and each dimension occurs`, async () => {
	const { surprising, missing, unjudged, tally, text } = await runHistories({
		count: COUNT,
		seed: SEED,
	});
	const { seconds = 0 } = tally.sums;
	process.stdout.write(`${COUNT} histories took ${seconds.toFixed(1)} s of one core\n`);
	expect(surprising).toEqual([]);
	expect(tally.unplayable).toEqual([]);
	expect(missing).toEqual([]);
	expect(unjudged).toEqual([]);
	expect(text).toContain('Dimensions');
}, 600_000);
