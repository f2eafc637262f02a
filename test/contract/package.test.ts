import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

const PROJECT = resolve(__dirname, '../..');

const N8N_CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

const INSTALL_SCRIPTS = [
	'prepare',
	'preinstall',
	'install',
	'postinstall',
	'prepublish',
	'preprepare',
	'postprepare',
];

/** Sections of the README that n8n's command-line tool writes for a new package. */
const TEMPLATE_HEADINGS = [
	'Installation',
	'Operations',
	'Credentials',
	'Compatibility',
	'Usage',
	'Resources',
	'Version history',
];

interface Manifest {
	readonly name: string;
	readonly license: string;
	readonly keywords: readonly string[];
	readonly files: readonly string[];
	readonly scripts: Readonly<Record<string, string>>;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly overrides?: unknown;
	readonly peerDependencies: Readonly<Record<string, string>>;
	readonly n8n: {
		readonly n8nNodesApiVersion: number;
		readonly strict: boolean;
		readonly nodes: readonly string[];
		readonly credentials: readonly string[];
	};
}

interface Codex {
	readonly node: string;
	readonly nodeVersion: string;
	readonly codexVersion: string;
	readonly categories: readonly string[];
	readonly resources: {
		readonly primaryDocumentation: ReadonlyArray<{ readonly url: string }>;
		readonly credentialDocumentation: ReadonlyArray<{ readonly url: string }>;
	};
}

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const readJson = <Content>(path: string): Content => JSON.parse(read(path)) as Content;

const manifest = readJson<Manifest>('package.json');

const listSources = (folder: string, ending: string): string[] =>
	readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file}`)
		.sort();

const toCompiled = (source: string): string => `dist/${source.replace(/\.ts$/, '.js')}`;

function instantiate<Type>(compiled: string): Type {
	const exported = jest.requireActual<Record<string, new () => Type>>(join(PROJECT, compiled));
	const className = compiled.split('/').pop()?.split('.')[0] ?? '';
	const Class = exported[className];
	if (!Class) throw new Error(`${compiled} does not export ${className}`);
	return new Class();
}

const nodeSources = listSources('nodes', '.node.ts');
const credentialSources = listSources('credentials', '.credentials.ts');

describe('The manifest', () => {
	it('has no dependencies at run time, and accepts any version of n8n-workflow', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.overrides).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('runs nothing during installation', () => {
		expect(
			Object.keys(manifest.scripts).filter((script) => INSTALL_SCRIPTS.includes(script)),
		).toEqual([]);
	});

	it('is found as a community node, under the license of the LICENSE file', () => {
		expect(manifest.name).toBe('n8n-nodes-device-access');
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
		expect(read('LICENSE')).toMatch(/^MIT License/);
	});

	it('publishes dist and the changelog; npm adds the rest', () => {
		expect(manifest.files).toEqual(['dist', 'CHANGELOG.md']);
	});

	it('follows the strict rules of n8n Cloud', () => {
		expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
		expect(read('eslint.config.mjs')).toBe(
			"import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n",
		);
	});

	it("has the scripts, the workflow that publishes, and the headings of the README of n8n's template", () => {
		const scripts = ['build', 'dev', 'lint', 'lint:fix', 'release'];
		expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
		const workflow = read('.github/workflows/publish.yml');
		expect(workflow).toMatch(/^ +id-token: write\b/m);
		expect(workflow).toMatch(/^ +- run: npm run release$/m);
		expect(manifest.scripts.release).toMatch(/\bnpm publish --provenance\b/);
		const headings = [...read('README.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
		expect(headings).toEqual(expect.arrayContaining(TEMPLATE_HEADINGS));
	});

	it('registers every node and every credential of the sources', () => {
		expect([...manifest.n8n.nodes].sort()).toEqual(nodeSources.map(toCompiled));
		expect([...manifest.n8n.credentials].sort()).toEqual(credentialSources.map(toCompiled));
		expect(nodeSources).not.toEqual([]);
		expect(credentialSources).not.toEqual([]);
	});

	it('names only files that the build creates', () => {
		const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		expect(named.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
	});
});

describe.each(nodeSources)('The node of %s', (source) => {
	const compiled = toCompiled(source);
	const { description } = instantiate<INodeType>(compiled);

	it('has a codex file that the node panel understands, in the sources and in the build', () => {
		const codexFile = source.replace(/\.ts$/, '.json');
		const codex = readJson<Codex>(codexFile);
		expect(codex).toMatchObject({
			node: `${manifest.name}.${description.name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
		});
		expect(codex.categories).not.toEqual([]);
		expect(codex.categories.filter((category) => !N8N_CATEGORIES.includes(category))).toEqual([]);
		const links = [
			...codex.resources.primaryDocumentation,
			...codex.resources.credentialDocumentation,
		];
		expect(links.filter(({ url }) => !URL.canParse(url))).toEqual([]);
		expect(links.length).toBeGreaterThanOrEqual(2);
		expect(readJson<Codex>(compiled.replace(/\.js$/, '.json'))).toEqual(codex);
	});

	it('uses only credentials of this package', () => {
		const own = manifest.n8n.credentials.map((file) => instantiate<ICredentialType>(file).name);
		expect(
			(description.credentials ?? []).map(({ name }) => name).filter((name) => !own.includes(name)),
		).toEqual([]);
	});
});

describe.each([...nodeSources, ...credentialSources])('The icon of %s', (source) => {
	it('exists for light and for dark, as two different SVG files of the build', () => {
		const compiled = toCompiled(source);
		const loaded = instantiate<INodeType | ICredentialType>(compiled);
		const { icon } = 'description' in loaded ? loaded.description : loaded;
		if (typeof icon !== 'object') throw new Error(`${source} declares no light and dark icon`);
		const toFile = (path: string): string =>
			join(PROJECT, compiled, '..', path.replace(/^file:/, ''));
		const [light, dark] = [icon.light, icon.dark].map((path) => readFileSync(toFile(path), 'utf8'));
		expect(light).toMatch(/<svg[\s>]/);
		expect(dark).toMatch(/<svg[\s>]/);
		expect(light).not.toBe(dark);
	});
});
