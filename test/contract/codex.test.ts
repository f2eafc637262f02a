import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';

const ROOT = resolve(__dirname, '../..');

interface Codex {
	categories: string[];
	alias: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

const nodes = ['DeviceAccess', 'DeviceAccessTrigger', 'DeviceAccessPollingTrigger'];
const readJson = <Content>(path: string): Content =>
	JSON.parse(readFileSync(resolve(ROOT, path), 'utf8')) as Content;
const codexOf = (node: string) => readJson<Codex>(`nodes/DeviceAccess/${node}.node.json`);

it('the three nodes are found by the same words, each listed once', () => {
	const [first, ...others] = nodes
		.map((node) => codexOf(node))
		.map(({ alias, categories }) => ({ alias, categories }));
	expect(others).toEqual([first, first]);
	expect(new Set(first?.alias.map((word) => word.toLowerCase())).size).toBe(first?.alias.length);
	expect(first?.alias.map((word) => word.toLowerCase())).toEqual(
		expect.arrayContaining(['pin', 'smart lock', 'unlock']),
	);
});

it('every documentation link of the editor leads to a page of this repository', () => {
	const address = `${readJson<{ repository: { url: string } }>('package.json').repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;
	const urls = [
		...nodes.flatMap((node) =>
			Object.values(codexOf(node).resources)
				.flat()
				.map(({ url }) => url),
		),
		new DeviceAccessApi().documentationUrl,
	];
	expect(
		urls.filter(
			(url) =>
				!url.startsWith(`${address}docs/`) || !existsSync(resolve(ROOT, url.slice(address.length))),
		),
	).toEqual([]);
});
