import { OPEN } from './open';
import { runHistories } from './run';

/** An example, not a proof: each night draws others. */
const SEED = 20_300_305;
const COUNT = 300;

test(`${COUNT} histories hold to every rule, and each dimension occurs`, async () => {
	const { found, missing, unjudged, seconds, text } = await runHistories({
		count: COUNT,
		seed: SEED,
		mostShrunk: 0,
	});
	process.stdout.write(`${COUNT} histories took ${seconds.toFixed(1)} s of one core\n`);
	expect(found.filter(({ violation }) => !Object.hasOwn(OPEN, violation.rule))).toEqual([]);
	expect(missing).toEqual([]);
	expect(unjudged).toEqual([]);
	expect(text).toContain('Dimensions');
}, 600_000);
