// Plays histories: npm run histories -- --count 1000 --seed 1
// Ctrl+C ends it, and says what was found so far.
import { Command } from 'commander';
import { runHistories } from './run';

const program = new Command()
	.option('--count <number>', 'how many histories', '1000')
	.option('--seed <number>', 'the first seed; without it, one by the clock')
	.option('--workers <number>', 'how many processes', '1')
	.option('--minutes <number>', 'begin no new history after so many minutes')
	.option('--most-shrunk <number>', 'how many counterexamples to shorten', '10')
	.parse();

const options = program.opts<{
	count: string;
	seed?: string;
	workers: string;
	minutes?: string;
	mostShrunk: string;
}>();

const untilMs = Date.now() + Number(options.minutes ?? Infinity) * 60_000;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.on(signal, () => {
		isStopped = true;
	});

/** Histories between two lines that say how far it is. */
const STEP = 1_000;
let said = 0;

void runHistories({
	count: Number(options.count),
	seed: options.seed === undefined ? Date.now() % 1_000_000_000 : Number(options.seed),
	workers: Number(options.workers),
	goesOn: () => !isStopped && Date.now() < untilMs,
	mostShrunk: Number(options.mostShrunk),
	onProgress: ({ histories, found }) => {
		if (histories < said + STEP) return;
		said += STEP;
		process.stderr.write(`${histories} histories, ${found.length} violations\n`);
	},
}).then(({ text, failed }) => {
	process.stdout.write(`${text}\n`);
	process.exitCode = failed ? 1 : 0;
});
