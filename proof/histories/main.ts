// Plays histories: npm run histories -- --count 1000 --seed 1
import { Command } from 'commander';
import { runHistories } from './run';

const program = new Command()
	.option('--count <number>', 'how many histories', '1000')
	.option('--seed <number>', 'the first seed; without it, one by the clock')
	.option('--most-shrunk <number>', 'how many counterexamples to shorten', '10')
	.parse();

const options = program.opts<{ count: string; seed?: string; mostShrunk: string }>();
const seed = options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed);

void runHistories({
	count: Number(options.count),
	seed,
	mostShrunk: Number(options.mostShrunk),
}).then(({ text, failed }) => {
	process.stdout.write(`${text}\n`);
	process.exitCode = failed ? 1 : 0;
});
