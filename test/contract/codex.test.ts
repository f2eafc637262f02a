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
const codexOf = (node: string) => JSON.parse(readFileSync(resolve(ROOT, `nodes/DeviceAccess/${node}.node.json`), 'utf8')) as Codex;

/** What a person types who does not know the name of the node. */
const SEARCHES = ['pin', 'keypad', 'smart lock', 'door code', 'guest code', 'keycard', 'mobile key', 'check-in', 'vacation rental', 'hotel', 'unlock', 'access code'];

/** Sites where homes are let, and makers of locks, have not approved of this package. */
const BRANDS = /airbnb|booking\.com|vrbo|expedia|august|yale|schlage|kwikset|nuki|salto|igloo|ttlock/i;

describe.each(nodes)('the codex of %s', (node) => {
	const { alias, categories, resources } = codexOf(node);

	it.each(SEARCHES)('is found by %j', (typed) => {
		expect(alias.filter((word) => word.toLowerCase().includes(typed))).not.toEqual([]);
	});

	it('has every word once, and no brand', () => {
		expect(new Set(alias.map((word) => word.toLowerCase())).size).toBe(alias.length);
		expect(alias.filter((word) => BRANDS.test(word))).toEqual([]);
	});

	it('has the words and categories of the other nodes, so that a search shows all three', () => {
		expect({ alias, categories }).toEqual({ alias: codexOf('DeviceAccess').alias, categories: codexOf('DeviceAccess').categories });
	});

	it('links to pages of the reference that are there, in the repository of the package', () => {
		const { homepage = '', repository } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { homepage?: string; repository: { url: string } };
		const address = repository.url.replace(/^git\+|\.git$/g, '');
		expect(homepage === '' || homepage.startsWith(address)).toBe(true);
		const urls = [...Object.values(resources).flat().map(({ url }) => url), new DeviceAccessApi().documentationUrl];
		expect(urls.filter((url) => !url.startsWith(`${address}/blob/main/docs/`) || !existsSync(resolve(ROOT, url.slice(`${address}/blob/main/`.length))))).toEqual([]);
	});
});
