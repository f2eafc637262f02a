// Says which mutations the histories find: npm run mutants
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import type { Plugin } from 'esbuild';
import { COUNT, SEED } from '../histories/ci';
import { runHistories } from '../histories/run';
import { type Mutation, MUTATIONS } from './mutations';

const NODES = join(__dirname, '../../nodes/DeviceAccess');

const program = new Command()
	.option('--only <text>', 'mutations whose name has this text', '')
	.option('--workers <number>', 'how many processes', '1')
	.parse();
const { only, workers } = program.opts<{ only: string; workers: string }>();

/** Throws if the text is not there exactly once: a mutation that changes nothing is none. */
function mutated({ file, from, to, name }: Mutation): string {
	const source = readFileSync(join(NODES, file), 'utf8');
	if (source.split(from).length !== 2)
		throw new Error(`${file} must have this text exactly once, for '${name}':\n${from}`);
	return source.replace(from, () => to);
}

function pluginOf(mutation: Mutation): Plugin {
	const contents = mutated(mutation);
	return {
		name: 'mutation',
		setup: ({ onLoad }) =>
			onLoad({ filter: /\.ts$/ }, ({ path }) =>
				relative(NODES, path) === mutation.file ? { contents, loader: 'ts' } : undefined,
			),
	};
}

async function main(): Promise<void> {
	const chosen = MUTATIONS.filter(({ name }) => name.includes(only));
	// All texts are looked for before the first run.
	const plugins = chosen.map(pluginOf);
	let killed = 0;
	for (const [index, { name, file }] of chosen.entries()) {
		const { found, unplayable, histories } = await runHistories({
			count: COUNT,
			seed: SEED,
			workers: Number(workers),
			plugins: plugins.slice(index, index + 1),
			stopsAtFirst: true,
		}).then(({ tally }) => tally);
		const [first] = found;
		const isKilled = first !== undefined || unplayable.length > 0;
		if (isKilled) killed++;
		const by = first ? `${first.violation.rule}, seed ${first.seed}` : 'cannot be played';
		process.stdout.write(
			`${isKilled ? 'killed  ' : 'SURVIVED'}  ${file}: ${name}${isKilled ? ` (${by}, within ${histories})` : ''}\n`,
		);
	}
	process.stdout.write(`${killed} of ${chosen.length} mutations are found by the histories\n`);
	process.exitCode = killed === chosen.length ? 0 : 1;
}

void main();
