import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PAGE = 'docs/service.md';

/** Installed packages (`host/n8n-2` and others) are no sources. */
const FOLDERS = [
	...['bench', 'credentials', 'nodes', 'sandbox', 'test', 'tools'],
	...readdirSync(join(ROOT, 'host'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !/^n8n-\d$/.test(entry.name))
		.map(({ name }) => join('host', name)),
];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const sources = FOLDERS.flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(m?js|ts)$/.test(name) && !name.includes('node_modules'))
		.map((name) => join(folder, name)),
).map((path) => ({ path, text: read(path) }));

/** What matches the first group of the pattern, each with the file that has it. */
const citedIn = (pattern: RegExp): Array<{ path: string; cited: string }> =>
	sources.flatMap(({ path, text }) =>
		[...text.matchAll(pattern)].map(([, cited = '']) => ({ path, cited })),
	);

const rows = [...read(PAGE).matchAll(/^\| <a id="([^"]+)"><\/a>(\S+) \|/gm)].map(
	([, anchor = '', number = '']) => ({ anchor, number }),
);
const anchors = new Set(rows.map(({ anchor }) => anchor));

it('docs/service.md has the row of every pointer, each with a number of its own, which is its anchor', () => {
	expect(anchors.size).toBe(rows.length);
	expect(rows.filter(({ anchor, number }) => anchor !== number)).toEqual([]);
	const pointers = citedIn(/docs\/service\.md#([a-z]+-\d+)/g);
	expect(pointers.filter(({ cited }) => !anchors.has(cited))).toEqual([]);
});

it('every page that a source names is in the repository', () => {
	const pages = citedIn(/\b((?:bench|docs|examples|sandbox)\/[\w/-]+\.md)\b/g);
	expect(pages.filter(({ cited }) => !existsSync(join(ROOT, cited)))).toEqual([]);
});
