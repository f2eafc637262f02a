// Must come first: the engine reads these settings when it is loaded.
import '../host/engine/n8nEnvironment.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { checkMemory } from './soak/checkMemory';
import { runSoak } from './soak/runSoak';
import { toSoakReport } from './soak/soakReport';
import { FULL_SOAK } from './soak/soakSetup';
import { describeSurroundings } from './surroundings';

const REPORT_FILE = join(__dirname, 'SOAK.md');
const FULL_SIZE = 50_000;
const SMALLER_BY = 5;
/** Fewest items for the memory check: with fewer, the engine's own memory hides what an item takes. */
const LEAST_FOR_MEMORY = 10_000;

function wholeNumber(text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1)
		throw new InvalidArgumentError('Must be a whole number of 1 or more.');
	return number;
}

async function main(): Promise<void> {
	const { items, seed } = new Command('npm run soak --')
		.description(
			'Converts thousands of codes with faults, compares every item with what the service knows, and writes bench/SOAK.md at full size.',
		)
		.option('--items <count>', 'codes to convert', wholeNumber, FULL_SIZE)
		.option('--seed <number>', 'seed that assigns faults to requests', wholeNumber, FULL_SOAK.seed)
		.parse()
		.opts<{ items: number; seed: number }>();
	const setup = { ...FULL_SOAK, items, seed };
	const isLarge = items >= LEAST_FOR_MEMORY;
	const small = isLarge
		? await runSoak({ ...setup, items: Math.ceil(items / SMALLER_BY) })
		: undefined;
	const result = await runSoak(setup);
	const memory = small && checkMemory(small, result);
	const report = toSoakReport(result, memory, describeSurroundings());
	process.stdout.write(`${report}\n`);
	if (items === FULL_SIZE) await writeFile(REPORT_FILE, report);
	const isExact = [small, result].every((run) => !run || run.comparison.discrepancies.length === 0);
	if (!isExact || memory?.isFlat === false) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(
		`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
	);
	process.exitCode = 1;
});
