// Must come first: the engine reads these settings when it is loaded.
import '../test/support/n8nEnvironment.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Listr, type ListrTask } from 'listr2';
import { contenderNames } from './contenders';
import type { ContenderName } from './contenders/contender';
import { judge } from './judge';
import { toReport, verdictTable } from './report';
import type { WorkResult } from './results';
import { runWork } from './runWork';
import { describeSurroundings } from './surroundings';
import { type Target, targets } from './targets';
import { ATTEMPT_DURATION_MS, fullWorks, quickWorks, QUICK_ATTEMPT_DURATION_MS, warmUpWork } from './works';
import type { Work } from './works/work';

const RESULTS_FILE = join(__dirname, 'RESULTS.md');
const ROUNDS = 5;
const QUICK_ROUNDS = 2;

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

/** The quick mode measures only what a target looks at. */
function neededContenders({ name }: Work, promised: readonly Target[]): ContenderName[] {
	const against = promised.filter(({ work }) => work === name).flatMap((target) => target.against ?? []);
	return contenderNames.filter((contender) => contender === 'deviceAccess' || against.includes(contender));
}

async function main(): Promise<void> {
	const { quick: isQuick, only, rounds = isQuick ? QUICK_ROUNDS : ROUNDS } = readCommandLine();
	const works = choose(isQuick ? quickWorks() : fullWorks(), only);
	const promised = targets({ attemptDurationMs: isQuick ? QUICK_ATTEMPT_DURATION_MS : ATTEMPT_DURATION_MS });
	const results = new Map<string, WorkResult>();
	const contendersOf = (work: Work) => (isQuick ? neededContenders(work, promised) : contenderNames);
	const run = async (work: Work, onProgress: (what: string) => void) =>
		await runWork(work, { rounds, contenders: contendersOf(work), isMemoryMeasured: !isQuick, onProgress });
	await new Listr([
		{
			title: 'Warm up',
			task: async (_context, task) => void (await run(warmUpWork(), (what) => (task.output = what))),
		},
		...works.map((work): ListrTask => ({
			title: work.title,
			task: async (_context, task) => void results.set(work.name, await run(work, (what) => (task.output = what))),
		})),
	]).run();
	const verdicts = judge(promised, results, { isQuick });
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
