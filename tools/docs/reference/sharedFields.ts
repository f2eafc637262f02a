import { slug } from './prose';

export const SHARED_FIELDS = 'Shared fields';

/** A repeated line this short is no longer than a pointer to it. */
const WORTH_SHARING = 90;

/** A field of the list: its line, and the lines below it. */
type Block = readonly string[];

/** What several operations of a page have in common, and each operation's fields without it. */
export interface SharedFields {
	readonly lines: string[];
	readonly without: (fields: readonly string[]) => string[];
}

/** Finds the fields that several operations have with the same text, so that a page says each of them once. */
export function shareFields(operations: ReadonlyArray<readonly string[]>): SharedFields {
	const times = new Map<string, number>();
	for (const lines of operations)
		for (const text of new Set(allBlocks(lines).map(textOf)))
			times.set(text, (times.get(text) ?? 0) + 1);
	const isShared = (block: Block) =>
		textOf(block).length >= WORTH_SHARING && (times.get(textOf(block)) ?? 0) > 1;
	const found = new Map<string, Block>();

	function without(lines: readonly string[]): string[] {
		const blocks = toBlocks(lines);
		const shared = blocks.filter(isShared);
		for (const block of shared) found.set(textOf(block), block);
		const pointer = `- ${shared.map(labelOf).join(', ')}: [below](#${slug(SHARED_FIELDS)})`;
		return blocks.flatMap((block) => {
			if (block === shared[0]) return [pointer];
			if (isShared(block)) return [];
			const [first = '', ...inside] = block;
			return isCollection(block) ? [first, ...indented(without(unindented(inside)))] : [...block];
		});
	}

	operations.forEach(without);
	return { lines: [...found.values()].flat(), without };
}

const textOf = (block: Block): string => block.join('\n');

const toBlocks = (lines: readonly string[]): Block[] =>
	lines.reduce<string[][]>((blocks, line) => {
		if (line.startsWith('-')) return [...blocks, [line]];
		blocks.at(-1)?.push(line);
		return blocks;
	}, []);

/** The fields of an operation and those in its collections. */
const allBlocks = (lines: readonly string[]): Block[] =>
	toBlocks(lines).flatMap((block) => [
		block,
		...(isCollection(block) ? allBlocks(unindented(block.slice(1))) : []),
	]);

/** Whether the lines below are fields that a person adds, not the choices of a field or the fields of a row. */
const isCollection = ([first = '', ...inside]: Block): boolean =>
	inside.length > 0 && !/(One of|One or more of|Each has):$/.test(first);

const unindented = (lines: readonly string[]): string[] => lines.map((line) => line.slice(2));
const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** A field's name, and whether it is required. */
function labelOf([first = '']: Block): string {
	const [, name = '', required] = /^- (\*\*[^*]+\*\*)( \(required)?/.exec(first) ?? [];
	return required ? `${name} (required)` : name;
}
