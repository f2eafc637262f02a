import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DEFAULT_KEYS, sublimeSearch } from '@n8n/utils/search/sublime-search';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';
import { FORMATS } from '../../nodes/DeviceAccess/reservations/bookings/formats';

const ROOT = resolve(__dirname, '../..');

interface Codex {
	node: string;
	categories: string[];
	alias: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

const nodes = ['DeviceAccess', 'DeviceAccessTrigger', 'DeviceAccessPollingTrigger'];
const readJson = <Content>(path: string): Content =>
	JSON.parse(readFileSync(resolve(ROOT, path), 'utf8')) as Content;
const codexOf = (node: string) => readJson<Codex>(`nodes/DeviceAccess/${node}.node.json`);

it('the three nodes are found by the same words, as n8n finds them', () => {
	const [first, ...others] = nodes
		.map((node) => codexOf(node))
		.map(({ alias, categories }) => ({ alias, categories }));
	expect(others).toEqual([first, first]);
	const names = nodes.map(
		(node) => `n8n-nodes-device-access.${node[0]?.toLowerCase()}${node.slice(1)}`,
	);
	expect(nodes.map((node) => codexOf(node).node)).toEqual(names);
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

describe('the search of the node panel', () => {
	const n8nNodes = dirname(require.resolve('n8n-nodes-base/package.json'));
	const known = JSON.parse(
		readFileSync(resolve(n8nNodes, 'dist/known/nodes.json'), 'utf8'),
	) as Record<string, { sourcePath: string }>;
	const displayNames = new Map(
		(
			JSON.parse(readFileSync(resolve(n8nNodes, 'dist/types/nodes.json'), 'utf8')) as Array<{
				name: string;
				displayName: string;
			}>
		).map(({ name, displayName }) => [name, displayName]),
	);
	const toEntry = (displayName: string, alias: string[] = []) => ({
		properties: { displayName, codex: { alias } },
	});
	const entries = [
		...Object.entries(known).flatMap(([name, { sourcePath }]) => {
			const displayName = displayNames.get(name);
			const codex = resolve(n8nNodes, sourcePath.replace(/\.js$/, '.json'));
			if (displayName === undefined || !existsSync(codex)) return [];
			return [toEntry(displayName, (JSON.parse(readFileSync(codex, 'utf8')) as Codex).alias)];
		}),
		toEntry('Device Access', codexOf('DeviceAccess').alias),
	];
	const placeOf = (words: string) =>
		[
			...new Set(
				sublimeSearch(words.toLowerCase(), entries, DEFAULT_KEYS).map(({ item }) =>
					item.properties.displayName.replace(/ Trigger$/, ''),
				),
			),
		].indexOf('Device Access') + 1;

	it.each([
		...['lock', 'smart lock', 'pin', 'key card', 'check-in', 'cleaner', 'guest', 'reservation'],
		...['booking', 'hotel', 'access code', 'create reservation', 'front desk', 'device offline'],
		...FORMATS.map(({ system }) => system.replace(/ \(.*| calendar$/i, '')),
	])('has this package first or second for %s', (words) => {
		expect([1, 2]).toContain(placeOf(words));
	});
});
