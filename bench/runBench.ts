// Must come first: the engine reads these settings when it is loaded.
import '../host/engine/n8nEnvironment.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Listr, type ListrTask } from 'listr2';
import { clientNames } from './clients';
import type { ClientName, Scenario } from './scenarios/scenario';
import { assertTargets } from './assertTargets';
import { rowTables, toReport, verdictTable } from './report';
import type { ScenarioResult } from './results';
import { runScenario } from './runScenario';
import { describeSurroundings } from './surroundings';
import { type Target, targets } from './targets';
import {
	ATTEMPT_DURATION_MS,
	fullScenarios,
	quickScenarios,
	QUICK_ATTEMPT_DURATION_MS,
	ROUND_TRIP_MS,
	warmUpScenario,
} from './scenarios';

const RESULTS_FILE = join(__dirname, 'RESULTS.md');
const ROUNDS = 5;
const QUICK_ROUNDS = 2;

interface CommandLine {
	quick: boolean;
	only?: string[];
	rounds?: number;
	roundTrip: number;
}

function wholeNumber(text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1)
		throw new InvalidArgumentError('Must be a whole number of 1 or more.');
	return number;
}

function readCommandLine(): CommandLine {
	return new Command('npm run bench --')
		.description('Compares this node with the alternatives, and writes bench/RESULTS.md.')
		.option(
			'--quick',
			'small sizes and wide limits; writes nothing, fails if a ratio or count is off',
			false,
		)
		.option(
			'--only <scenarios...>',
			'only these rows, by name; prints their tables, writes nothing',
		)
		.option('--rounds <count>', 'measurements of each client', wholeNumber)
		.option(
			'--round-trip <ms>',
			'round trip to the service in the network rows',
			wholeNumber,
			ROUND_TRIP_MS,
		)
		.parse()
		.opts<CommandLine>();
}

function choose(scenarios: Scenario[], only?: string[]): Scenario[] {
	const unknown = only?.find((name) => scenarios.every((scenario) => scenario.name !== name));
	if (unknown !== undefined)
		throw new Error(
			`There is no row '${unknown}'. Rows: ${scenarios.map(({ name }) => name).join(', ')}`,
		);
	return scenarios.filter(({ name }) => only?.includes(name) ?? true);
}

/** The quick mode measures only the clients that a target needs. */
function neededClients({ name }: Scenario, promised: readonly Target[]): ClientName[] {
	const against = promised
		.filter(({ scenario }) => scenario === name)
		.flatMap((target) => target.against ?? []);
	return clientNames.filter((client) => client === 'deviceAccess' || against.includes(client));
}

async function main(): Promise<void> {
	const {
		quick: isQuick,
		only,
		rounds = isQuick ? QUICK_ROUNDS : ROUNDS,
		roundTrip,
	} = readCommandLine();
	const scenarios = choose(isQuick ? quickScenarios(roundTrip) : fullScenarios(roundTrip), only);
	const promised = targets({
		attemptDurationMs: isQuick ? QUICK_ATTEMPT_DURATION_MS : ATTEMPT_DURATION_MS,
	});
	const results = new Map<string, ScenarioResult>();
	const clientsOf = (scenario: Scenario) =>
		isQuick ? neededClients(scenario, promised) : clientNames;
	const run = async (scenario: Scenario, onProgress: (what: string) => void) =>
		await runScenario(scenario, {
			rounds,
			clients: clientsOf(scenario),
			isMemoryMeasured: !isQuick,
			onProgress,
		});
	await new Listr([
		{
			title: 'Warm up',
			task: async (_context, task) =>
				void (await run(warmUpScenario(), (what) => (task.output = what))),
		},
		...scenarios.map((scenario): ListrTask => ({
			title: scenario.title,
			task: async (_context, task) =>
				void results.set(scenario.name, await run(scenario, (what) => (task.output = what))),
		})),
	]).run();
	const verdicts = assertTargets(promised, results, { isQuick });
	process.stdout.write(`\n${verdictTable(verdicts, results)}\n`);
	if (only) process.stdout.write(`\n${rowTables(results)}\n`);
	if (!isQuick && !only) {
		await writeFile(RESULTS_FILE, toReport(results, verdicts, describeSurroundings()));
	}
	if (isQuick && verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
