// Runs in processes of its own: see workers.ts.
import { generate } from './generate';
import { play } from './play';
import { printTest } from './print';
import { shrink } from './shrink';
import { type Found, type Seeds, tallyOf } from './tally';

/** What a worker is asked: to play histories, or to shorten a counterexample to a test. */
export type Work = { play: Seeds } | { shorten: Found };

async function shorten({ seed, violation }: Found): Promise<string> {
	const history = await shrink(generate(seed), violation.rule);
	const { violations } = await play(history);
	const again = violations.find(({ rule }) => rule === violation.rule) ?? violation;
	return printTest(history, again, seed);
}

// Nobody is left to tell.
process.on('disconnect', () => process.exit());

process.on('message', (work: Work) => {
	const done = 'play' in work ? tallyOf(work.play) : shorten(work.shorten);
	done.then(
		(result) => process.send?.({ result }),
		(error: unknown) => process.send?.({ error: String((error as Error).stack ?? error) }),
	);
});
