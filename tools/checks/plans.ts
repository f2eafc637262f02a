import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest, npm, ROOT_FOLDER, type Step } from './step';

/** Steps that print their output at their end, or steps that run one after another and print it live. */
export interface Plan {
	readonly steps: readonly Step[];
	readonly isSequential?: boolean;
}

const BUILD = npm('build', ['run', 'build']);

/** The tests of the engine, some of which have time limits, wait until CI has linted; `npm test` does not lint. */
const TEST: readonly Step[] = [
	npm('types', ['run', 'types']),
	{ ...BUILD, after: ['types'] },
	jest('unit, contract and sandbox', ['--selectProjects', 'unit', 'contract', 'sandbox'], {
		needs: ['build'],
	}),
	jest('engine', ['--selectProjects', 'engine'], {
		needs: ['build'],
		after: ['lint', 'unit, contract and sandbox'],
	}),
];

const LINT = npm('lint', ['run', 'lint']);

/** n8n's own checks of the package, and the tests in a real n8n. */
const OF_N8N: readonly Step[] = [
	npm('verify', ['run', 'verify'], { needs: ['build'], after: ['lint'] }),
	npm('n8n install', ['exec', 'tsx', 'host/n8n/install.ts']),
	jest('e2e', ['--selectProjects', 'e2e', 'ownN8n'], {
		needs: ['n8n install', 'build'],
		after: ['engine', 'verify'],
	}),
	jest('cluster smoke', ['--selectProjects', 'queueMode'], {
		needs: ['n8n install', 'build'],
		after: ['e2e'],
	}),
];

/** Tests that also run in n8n 1, whose editor and data tables differ from n8n 2. */
const COMPATIBLE_FILES =
	'test/e2e/(api/(credential|examples|failures|operations|package|triggers)|restart)';

const COMPATIBILITY = jest(
	'n8n 1.123',
	['--selectProjects', 'e2e', 'ownN8n', '--testPathPatterns', COMPATIBLE_FILES],
	{
		needs: ['build'],
		env: { DEVICE_ACCESS_HOST: process.env.DEVICE_ACCESS_HOST ?? 'n8n-1' },
	},
);

const PICTURES = jest(
	'pictures',
	['--selectProjects', 'e2e', '--testPathPatterns', 'test/e2e/editor'],
	{ needs: ['build'], env: { TAKE_PICTURES: '1' } },
);

const OBSERVED_PAGES = jest(
	'observed pages',
	['--selectProjects', 'engine', '--testPathPatterns', 'test/engine/(faults|replaceWithManaged)'],
	{ needs: ['build'], env: { WRITE_DOCS: '1' } },
);

function nightly(isFull: boolean): readonly Step[] {
	const clusterFiles = readdirSync(join(ROOT_FOLDER, 'test', 'nightly', 'cluster')).sort();
	return [
		BUILD,
		jest('amounts', ['--selectProjects', 'nightly'], {
			needs: ['build'],
			env: isFull ? {} : { SEASON_SIZE: 'small' },
		}),
		jest(
			'all operations and search words',
			['--selectProjects', 'e2e', '--testPathPatterns', 'api/operations|editor/(panels|actions)'],
			{ needs: ['build'], env: { ALL_OPERATIONS: '1' } },
		),
		COMPATIBILITY,
		...clusterFiles.map((file) =>
			jest(
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
		npm('bench', ['run', 'bench', '--', ...(isFull ? [] : ['--quick'])]),
		npm('soak', ['run', 'soak', '--', ...(isFull ? [] : ['--items', '10000'])]),
	];
}

/** All plans, by the names in the scripts of package.json. */
export const plans = {
	test: () => ({ steps: TEST }),
	ci: () => ({ steps: [LINT, ...TEST, ...OF_N8N] }),
	compatibility: () => ({ steps: [BUILD, COMPATIBILITY], isSequential: true }),
	observedPages: () => ({ steps: [BUILD, OBSERVED_PAGES], isSequential: true }),
	pictures: () => ({ steps: [BUILD, PICTURES], isSequential: true }),
	nightly: ({ isFull }: { isFull: boolean }) => ({ steps: nightly(isFull), isSequential: true }),
} satisfies Record<string, (options: { isFull: boolean }) => Plan>;
