import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jestStep, npmStep, ROOT_FOLDER, type Step } from './step';

/** Steps that print their output at their end, or steps that run one after another and print it live. */
export interface Plan {
	readonly steps: readonly Step[];
	readonly isSequential?: boolean;
	/** What the plan should try and cannot, each with its reason: a run that says nothing would seem to have tried it. */
	readonly notTried?: readonly string[];
}

const BUILD = npmStep('build', ['run', 'build']);

/** The tests of the engine, some of which have time limits, wait until CI has linted; `npm test` does not lint. */
const TEST: readonly Step[] = [
	{ ...BUILD, after: ['types'] },
	jestStep(
		'unit, contract, sandbox and histories',
		['--selectProjects', 'unit', 'contract', 'sandbox', 'histories'],
		{ needs: ['build'] },
	),
	jestStep('engine', ['--selectProjects', 'engine'], {
		needs: ['build'],
		after: ['lint', 'unit, contract, sandbox and histories'],
	}),
];

const TYPES = npmStep('types', ['run', 'types']);

/** Checks the types too. */
const LINT = npmStep('lint', ['run', 'lint']);

/** n8n's own checks of the package, and the tests in a real n8n. */
const OF_N8N: readonly Step[] = [
	npmStep('verify', ['run', 'verify'], { needs: ['build'], after: ['lint'] }),
	npmStep('n8n install', ['exec', 'tsx', 'host/n8n/install.ts']),
	jestStep('e2e', ['--selectProjects', 'e2e', 'ownN8n'], {
		needs: ['n8n install', 'build'],
		after: ['engine', 'verify'],
	}),
	jestStep('cluster smoke', ['--selectProjects', 'queueMode'], {
		needs: ['n8n install', 'build'],
		after: ['e2e'],
	}),
];

const NOT_TRIED = [
	'n8n 3 (n8n publishes it only as a container image, and this run installs n8n from npm)',
];

const PICTURES = jestStep(
	'pictures',
	['--selectProjects', 'e2e', 'nightlyN8n', '--testPathPatterns', '/editor/'],
	{ needs: ['build'], env: { TAKE_PICTURES: '1' } },
);

const OBSERVED_PAGES = jestStep(
	'observed pages',
	['--selectProjects', 'engine', '--runTestsByPath', 'test/engine/replaceWithManaged.test.ts'],
	{ needs: ['build'], env: { WRITE_DOCS: '1' } },
);

/** Sets the clock of a process, and of each test file before it sets its own. */
const IN_2040 = join(ROOT_FOLDER, 'test', 'support', 'clock', 'in2040.js');

/** All test files with a property, so that each night varies every one of them. */
const filesWithProperties = (): string[] =>
	['test', 'examples']
		.flatMap((folder) =>
			readdirSync(join(ROOT_FOLDER, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
				join(folder, file),
			),
		)
		.filter(
			(file) =>
				file.endsWith('.test.ts') &&
				readFileSync(join(ROOT_FOLDER, file), 'utf8').includes('assertProperty('),
		)
		.sort();

function nightly(isFull: boolean): readonly Step[] {
	const clusterFiles = readdirSync(join(ROOT_FOLDER, 'test', 'nightly', 'cluster')).sort();
	// Other cases in each night. To repeat a failure, set PROPERTY_SEED to the seed in the name of the step.
	const seed = String(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000));
	return [
		BUILD,
		jestStep(
			`properties with seed ${seed}`,
			['--selectProjects', 'unit', 'engine', '--runTestsByPath', ...filesWithProperties()],
			{ needs: ['build'], env: { PROPERTY_SEED: seed, RUNS: isFull ? '200' : '40' } },
		),
		jestStep(
			'tests on a machine in 2040',
			['--selectProjects', 'unit', 'contract', 'sandbox', 'engine'],
			{
				needs: ['build'],
				env: { MACHINE_CLOCK: IN_2040, NODE_OPTIONS: `--require "${IN_2040}"` },
			},
		),
		npmStep(`histories from seed ${seed}`, [
			'run',
			'histories',
			'--',
			'--seed',
			seed,
			'--count',
			isFull ? '100000' : '2000',
			'--workers',
			'2',
		]),
		jestStep('restarts and the editor', ['--selectProjects', 'nightlyN8n'], { needs: ['build'] }),
		jestStep('amounts', ['--selectProjects', 'nightly'], { needs: ['build'] }),
		jestStep(
			'all operations and the demo once more',
			[
				'--selectProjects',
				'e2e',
				'ownN8n',
				'--runTestsByPath',
				'test/e2e/api/operations.test.ts',
				'test/e2e/demo.test.ts',
			],
			{ needs: ['build'], env: { ALL: '1' } },
		),
		...clusterFiles.map((file) =>
			jestStep(
				`cluster ${file.replace('.test.ts', '')}`,
				[
					'--selectProjects',
					'cluster',
					'--testTimeout=3600000',
					'--testPathPatterns',
					`cluster/${file}`,
				],
				{
					needs: ['build'],
					env: isFull ? {} : { CLUSTER_SIZE: 'small' },
				},
			),
		),
		npmStep('bench', ['run', 'bench', '--', ...(isFull ? [] : ['--quick'])]),
		npmStep('soak', ['run', 'soak', '--', ...(isFull ? [] : ['--items', '10000'])]),
	];
}

/** All plans, by the names in the scripts of package.json. */
export const plans = {
	test: () => ({
		steps: [TYPES, ...TEST],
		notTried: [`${[LINT, ...OF_N8N].map(({ name }) => name).join(', ')} (.ci/run does, as CI)`],
	}),
	ci: () => ({ steps: [LINT, ...TEST, ...OF_N8N] }),
	observedPages: () => ({ steps: [BUILD, OBSERVED_PAGES], isSequential: true }),
	pictures: () => ({ steps: [BUILD, PICTURES], isSequential: true }),
	nightly: ({ isFull }: { isFull: boolean }) => ({
		steps: nightly(isFull),
		isSequential: true,
		notTried: NOT_TRIED,
	}),
} satisfies Record<string, (options: { isFull: boolean }) => Plan>;
