import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { dependencies as hostDependencies } from '../../host/n8n-2/package.json';
import { exampleFiles, readExample } from '../../host/n8n/readExample';

const ROOT = resolve(__dirname, '..', '..');
const PICTURES = join(ROOT, 'docs', 'pictures');

const PAGES = [
	...filesBelow(join(ROOT, 'docs')),
	...['.', '.github', 'bench', 'sandbox', 'examples', 'test'].flatMap((folder) =>
		readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)),
	),
]
	.filter((file) => file.endsWith('.md'))
	.map((file) => relative(ROOT, file))
	.sort();

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
		join(folder, name),
	);
}

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const withoutCode = (text: string) =>
	text
		.replace(/^ *```[\s\S]*?^ *```/gm, '')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

const targetsOf = (page: string) =>
	[...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

function anchorsOf(page: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading = ''] of read(page)
		.replace(/^ *```[\s\S]*?^ *```/gm, '')
		.matchAll(/^#{1,6} +(.+?) *$/gm)) {
		const slug = heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/ /g, '-');
		let anchor = slug;
		for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
		anchors.add(anchor);
	}
	return anchors;
}

function complaint(page: string, target: string): string | undefined {
	if (/^(https?|mailto):/.test(target)) return undefined;
	const [path = '', anchor] = target.split('#');
	const file =
		path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), decodeURIComponent(path)));
	if (file.startsWith('..')) return `${page}: ${target} leads out of the repository`;
	if (!existsSync(join(ROOT, file))) return `${page}: ${target} does not exist`;
	if (anchor === undefined || statSync(join(ROOT, file)).isDirectory()) return undefined;
	return anchorsOf(file).has(anchor) ? undefined : `${page}: ${target} names no heading of ${file}`;
}

const pictureNames = () => readdirSync(PICTURES).filter((name) => name.endsWith('.png'));

it('every link of every page leads to an existing file and heading', () => {
	const targets = PAGES.flatMap((page) => targetsOf(page).map((target) => ({ page, target })));
	expect(targets.length).toBeGreaterThan(50);
	expect(
		targets.map(({ page, target }) => complaint(page, target)).filter((text) => text !== undefined),
	).toEqual([]);
});

it('every picture is shown on a page, with alternative text', () => {
	const shown = PAGES.flatMap((page) =>
		[...read(page).matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, words = '', target = '']) => ({
			words,
			file: resolve(ROOT, dirname(page), target),
		})),
	);
	expect(shown.filter(({ words }) => words.length < 10)).toEqual([]);
	const files = new Set(shown.map(({ file }) => file));
	expect(pictureNames().filter((name) => !files.has(join(PICTURES, name)))).toEqual([]);
});

it('every picture is taken by a browser test', () => {
	const tests = ['test/e2e/editor', 'test/nightly/editor'].flatMap((folder) =>
		readdirSync(join(ROOT, folder))
			.filter((name) => name.endsWith('.test.ts'))
			.map((name) => read(join(folder, name))),
	);
	const taken = tests.flatMap((text) =>
		[...text.matchAll(/\bpicture\(\s*[\w.]+,\s*'([\w-]+)'/g)].map(([, name]) => `${name}.png`),
	);
	expect(taken.sort()).toEqual(pictureNames().sort());
});

it('every page of the docs can be reached from the README, and every example has a row in the list', () => {
	const reached = new Set<string>();
	const follow = (page: string): void => {
		if (reached.has(page)) return;
		reached.add(page);
		for (const target of targetsOf(page)) {
			if (/^(https?|mailto):|^#/.test(target)) continue;
			const file = relative(ROOT, resolve(ROOT, dirname(page), target.split('#')[0] ?? ''));
			if (file.endsWith('.md') && existsSync(join(ROOT, file))) follow(file);
		}
	};
	follow('README.md');
	expect(PAGES.filter((page) => page.startsWith('docs') && !reached.has(page))).toEqual([]);
	expect(
		exampleFiles().filter((name) => !read('examples/README.md').includes(`| \`${name}\` |`)),
	).toEqual([]);
});

it('"Security" says of each data table that an example creates what it has', () => {
	const tables = exampleFiles().flatMap((file) =>
		readExample(file)
			.nodes.filter(
				({ type, parameters: { resource, operation } }) =>
					[type, resource, operation].join() === 'n8n-nodes-base.dataTable,table,create',
			)
			.map(({ parameters }) => String(parameters.tableName)),
	);
	// The table of 'Each event once' has the ID of the workflow in its name.
	const named = [...new Set(tables)].filter((name) => !name.startsWith('='));
	expect(named.length).toBeGreaterThan(15);
	const page = read('docs/security.md');
	expect(named.filter((name) => !page.includes(`*${name}*`))).toEqual([]);
});

it('the container image of the docs is the tested n8n unless N8N_VERSION says another, and each n8n process may load the package in n8n 3', () => {
	interface Compose {
		services: Record<string, { build?: { args: string[] }; environment: Record<string, string> }>;
	}
	const { services } = parse(read('docs/compose/compose.yaml'), { merge: true }) as Compose;
	const ofN8n = Object.entries(services).filter(([, { build }]) => build !== undefined);

	expect(read('docs/compose/Dockerfile')).toContain(`\nARG N8N_VERSION=${hostDependencies.n8n}\n`);
	expect(ofN8n.map(([name]) => name)).toEqual(['n8n-main', 'n8n-worker', 'n8n-webhook']);
	for (const [, { build, environment }] of ofN8n) {
		expect(build?.args).toEqual([`N8N_VERSION=\${N8N_VERSION:-${hostDependencies.n8n}}`]);
		expect(environment).toMatchObject({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' });
	}
});
