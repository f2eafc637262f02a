// Must come first: the engine reads these settings when it is loaded.
import '../test/support/n8nEnvironment.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Listr } from 'listr2';
import { judge } from './judge';
import { toReport, verdictTable } from './report';
import type { WorkResult } from './results';
import { runWork } from './runWork';
import { describeSurroundings } from './surroundings';
import { targets } from './targets';
import { ATTEMPT_DURATION_MS, fullWorks, quickWorks, QUICK_ATTEMPT_DURATION_MS } from './works';
import type { Work } from './works/work';

const RESULTS_FILE = join(__dirname, 'RESULTS.md');
const ROUNDS = 5;
const QUICK_ROUNDS = 3;

interface CommandLine {
	quick: boolean;
	only?: string[];
	rounds?: number;
}

function wholeNumber(text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Not a whole number of 1 or more.');
	return number;
}

function readCommandLine(): CommandLine {
	return new Command('npm run bench --')
		.description('Compares this node with what users would pick instead, and writes bench/RESULTS.md.')
		.option('--quick', 'small sizes, wide ratios; writes nothing, fails when a ratio or a count goes wrong', false)
		.option('--only <works...>', 'only these rows, by name; writes nothing')
		.option('--rounds <count>', 'measurements of each contender', wholeNumber)
		.parse()
		.opts<CommandLine>();
}

function choose(works: Work[], only?: string[]): Work[] {
	const unknown = only?.find((name) => works.every((work) => work.name !== name));
	if (unknown !== undefined) throw new Error(`There is no row '${unknown}'. Rows: ${works.map(({ name }) => name).join(', ')}`);
	return works.filter(({ name }) => only?.includes(name) ?? true);
}

async function main(): Promise<void> {
	const { quick: isQuick, only, rounds = isQuick ? QUICK_ROUNDS : ROUNDS } = readCommandLine();
	const works = choose(isQuick ? quickWorks() : fullWorks(), only);
	const results = new Map<string, WorkResult>();
	await new Listr(
		works.map((work) => ({
			title: work.title,
			task: async (_context, task) => {
				results.set(work.name, await runWork(work, { rounds, isQuick, onProgress: (what) => (task.output = what) }));
			},
		})),
	).run();
	const attemptDurationMs = isQuick ? QUICK_ATTEMPT_DURATION_MS : ATTEMPT_DURATION_MS;
	const verdicts = judge(targets({ attemptDurationMs }), results, { isQuick });
	process.stdout.write(`\n${verdictTable(verdicts, results)}\n`);
	if (!isQuick && !only) {
		await writeFile(RESULTS_FILE, toReport(results, verdicts, describeSurroundings()));
	}
	if (isQuick && verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
