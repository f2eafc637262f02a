import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../..');
const FOLDER = '.github/workflows';

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly with?: Readonly<Record<string, string | boolean>>;
}

interface Job {
	readonly uses?: string;
	readonly needs?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly strategy?: { readonly matrix: { readonly node?: readonly string[]; readonly include?: ReadonlyArray<Readonly<Record<string, string>>> } };
	readonly steps?: readonly Step[];
}

interface Workflow {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions: unknown;
	readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean | string };
	readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { engines: { node: string }; scripts: Record<string, string> };
const workflows = readdirSync(join(ROOT, FOLDER)).sort().map((name) => ({ name, text: read(`${FOLDER}/${name}`), workflow: parse(read(`${FOLDER}/${name}`)) as Workflow }));

const ofName = (name: string): Workflow => {
	const found = workflows.find((file) => file.name === name);
	if (!found) throw new Error(`There is no ${name}`);
	return found.workflow;
};
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const commandsOf = (workflow: Workflow): string[] => stepsOf(workflow).flatMap(({ run = '' }) => run.split('\n')).filter((line) => line !== '');

/** Scripts of package.json that the commands run; npm cit is ci and test. */
const scriptsOf = (commands: readonly string[]): string[] =>
	commands.flatMap((command) => (command === 'npm cit' ? ['test'] : [...command.matchAll(/^npm run (\S+)/g)].map(([, script = '']) => script)));

/** Files and folders of the repository that the text names, without those that a step of it makes. */
function pathsOf(text: string): string[] {
	const made = [...text.matchAll(/\bmkdir (\S+)/g)].map(([, folder = '']) => folder);
	const named = [...text.matchAll(/(?<![\w/@.-])(?:\.\/)?((?:\.github|host|test|tools|docs|nodes|examples)\/[\w./-]+|[\w-]+\.(?:json|md|js|mjs))/g)].map(([, path = '']) => path);
	return named.filter((path) => !made.some((folder) => path === folder || path.startsWith(`${folder}/`)));
}

it('are those for every change and for a release', () => {
	expect(workflows.map(({ name, workflow }) => [name, Object.keys(workflow.on)])).toEqual([
		['ci.yml', ['push', 'pull_request', 'workflow_call', 'schedule']],
		['release.yml', ['push']],
	]);
	expect(ofName('release.yml').on).toEqual({ push: { tags: ['v*'] } });
});

describe.each(workflows)('$name', ({ text, workflow }) => {
	it('runs only scripts that package.json has', () => {
		const scripts = scriptsOf(commandsOf(workflow));
		expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
		expect(scripts.length).toBeGreaterThan(0);
	});

	it('names only files that exist', () => {
		expect(pathsOf(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
		expect(pathsOf(text)).not.toEqual([]);
	});

	it('may read the repository and nothing else; only what publishes may sign', () => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
		const further = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
		expect(further.map(([name, { permissions }]) => [name, permissions])).toEqual('publish' in workflow.jobs ? [['publish', { contents: 'read', 'id-token': 'write' }]] : []);
		for (const { with: settings } of stepsOf(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
			expect(settings).toEqual({ 'persist-credentials': false });
		}
	});

	it('pins each action to a commit, and says which version that is', () => {
		const lines = text.split('\n').filter((line) => /\buses:/.test(line) && !/uses: \.\//.test(line));
		expect(lines.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
		expect(lines.length).toBe(stepsOf(workflow).filter(({ uses }) => uses !== undefined).length);
	});

	it('takes nothing from outside into a command, and no secret', () => {
		expect(commandsOf(workflow).filter((command) => command.includes('${{') || /\becho\b/.test(command))).toEqual([]);
	});

	it('has a group, so that two runs do not stand in each other\'s way', () => {
		expect(workflow.concurrency.group).not.toBe('');
	});
});

it('would find a script, a file and a line that are not there', () => {
	expect(scriptsOf(['npm run nothing -- --all', 'npm cit']).filter((script) => !(script in manifest.scripts))).toEqual(['nothing']);
	expect(pathsOf('cp host/n8n/nothing.json host/new/package.json\nmkdir host/new').filter((path) => !existsSync(join(ROOT, path)))).toEqual(['host/n8n/nothing.json']);
});

describe('ci.yml', () => {
	const { jobs } = ofName('ci.yml');
	const nodes = jobs.test?.strategy?.matrix.node ?? [];

	it('runs everything from the oldest Node that engines allows, and on those that README names', () => {
		expect(nodes).toEqual(['20.19', '22', '24']);
		expect(manifest.engines.node).toBe(`>=${nodes[0]}`);
		expect(read('README.md')).toContain('on Node 20.19, 22 and 24');
		expect(jobs.test?.steps?.map(({ run }) => run)).toContain('npm cit');
	});

	it('runs the tests in each n8n that README names, and in the newest', () => {
		const pinned = (folder: string) => (JSON.parse(read(`host/${folder}/package.json`)) as { dependencies: { n8n: string } }).dependencies.n8n;
		expect(jobs.e2e?.steps?.map(({ run }) => run)).toContain('npm run e2e');
		expect(jobs.compatibility?.strategy?.matrix.include).toEqual([{ n8n: pinned('n8n-1'), folder: 'n8n-1' }, { n8n: 'newest', folder: 'n8n-newest' }]);
		expect(jobs.compatibility?.steps?.at(-1)).toEqual({ run: 'npm run e2e:compat', env: { DEVICE_ACCESS_HOST: '${{ matrix.folder }}' } });
		expect(read('README.md')).toContain(`n8n ${pinned('n8n')} and ${pinned('n8n-1')}`);
	});
});

describe('release.yml', () => {
	const { checks, publish } = ofName('release.yml').jobs;

	it('publishes only what has passed all checks, and only the version that the tag and the changelog name', () => {
		expect(checks).toEqual({ uses: './.github/workflows/ci.yml' });
		expect(publish?.needs).toBe('checks');
		expect(publish?.steps?.flatMap(({ run }) => run ?? [])).toEqual([
			'npm ci',
			'npm run release:check -- "$GITHUB_REF_NAME"',
			'npm run build',
			'npm run verify',
			'npm publish --provenance --access public',
		]);
	});

	it('stores no secret: npm knows the workflow by its identity', () => {
		expect(JSON.stringify(publish)).not.toContain('secrets.');
		expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
	});
});
