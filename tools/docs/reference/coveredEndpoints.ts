import { readPage } from '../page';

/** The text of `docs/coverage.md`. */
export const coveragePage = readPage('coverage.md');

/** Each endpoint of the page, with the operations that its row names (`resource.operation`) and whether the sandbox has it. */
export const coveredEndpoints = [
	...coveragePage.matchAll(/^\| `(\/[^`]+)` \| (.+) \| (yes|no) \|$/gm),
].map(([, path = '', node = '', sandbox]) => ({
	path,
	operations: node.startsWith('Not offered: ') ? [] : node.split(', '),
	isInSandbox: sandbox === 'yes',
}));
