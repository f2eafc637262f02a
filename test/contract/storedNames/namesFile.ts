import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NameTree } from './storedNames';

const FILE = join(__dirname, 'storedNames.txt');

/** The names that are recorded. */
export const readNamesFile = (): NameTree => fromText(readFileSync(FILE, 'utf8'));

/** Records the names in addition to those that are recorded already. */
export function addToNamesFile(names: NameTree): void {
	writeFileSync(FILE, toText(merged(readNamesFile(), names)));
}

/**
 * The text of the committed file: one line for each node, credential and operation. `findBy(id name)` is a name with what is
 * in it; `findBy=device.get` has the same in it as in that line, which comes before.
 */
function toText(names: NameTree): string {
	const places = new Map<string, string>();
	return sortedEntries(names)
		.map(([line, tree]) => {
			const defined = new Set<string>();
			const write = (inner: NameTree): string =>
				sortedEntries(inner)
					.map(([name, children]) => {
						const content = write(children);
						const place = places.get(`${name}(${content})`);
						if (content === '' || place !== undefined)
							return content === '' ? name : `${name}=${place}`;
						if (!defined.has(name)) places.set(`${name}(${content})`, line);
						defined.add(name);
						return `${name}(${content})`;
					})
					.join(' ');
			return `${line}: ${write(tree)}\n`;
		})
		.join('');
}

const sortedEntries = (tree: NameTree) => Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1));

/** The names in the text of such a file. */
function fromText(text: string): NameTree {
	const known = new Map<string, NameTree>();
	const readLine = (line: string, tokens: string[]): NameTree => {
		const tree: NameTree = {};
		for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
			const [name = '', place] = token.split('=');
			if (tokens[0] === '(') {
				tokens.shift();
				const children = readLine(line, tokens);
				if (!known.has(`${line} ${name}`)) known.set(`${line} ${name}`, children);
				tree[name] = children;
			} else tree[name] = place === undefined ? {} : (known.get(`${place} ${name}`) ?? {});
		}
		return tree;
	};
	return Object.fromEntries(
		text
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => {
				const [name = '', content = ''] = line.split(/: (.*)/s);
				return [name, readLine(name, content.match(/[()]|[^\s()]+/g) ?? [])];
			}),
	);
}

/** Every name of one tree that the other lacks, with the names around it. */
export const namesBeyond = (tree: NameTree, other: NameTree | undefined, path = ''): string[] =>
	Object.entries(tree).flatMap(([name, children]) =>
		other?.[name] ? namesBeyond(children, other[name], `${path}${name} > `) : [`${path}${name}`],
	);

/** All names of both. */
const merged = (tree: NameTree, other: NameTree = {}): NameTree =>
	Object.fromEntries(
		[...new Set([...Object.keys(tree), ...Object.keys(other)])].map((name) => [
			name,
			merged(tree[name] ?? {}, other[name]),
		]),
	);
