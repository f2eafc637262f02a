import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The path of a page in `docs`, and its text. */
export type Page = readonly [path: string, text: string];

/** A table or a list in Markdown, one line each. */
export type Block = readonly string[];

export const DOCS_FOLDER = resolve(__dirname, '../../docs');

/** The text of a page as it is in `docs`; empty if there is none. */
export function readPage(path: string): string {
	const file = join(DOCS_FOLDER, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const toRow = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** A table with these columns and rows. */
export const toTable = (
	columns: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
): Block => [columns, columns.map(() => '---'), ...rows].map(toRow);

/**
 * The page in `docs`, which people write, with another block in place of the first one under each heading, such as `Lists`.
 * Throws if the page has no such heading or no block there.
 */
export function withBlocks(path: string, blocks: ReadonlyMap<string, Block>): string {
	const lines = readPage(path).split('\n');
	for (const [heading, block] of blocks) {
		const headingAt = lines.findIndex((line) => line.replace(/^#+ /, '') === heading);
		const begin = lines.findIndex((line, index) => index > headingAt && /^(\||- )/.test(line));
		const next = lines.findIndex((line, index) => index > headingAt && line.startsWith('#'));
		if (headingAt < 0 || begin < 0 || (next >= 0 && next < begin))
			throw new Error(`docs/${path} has no table or list under the heading "${heading}"`);
		const end = lines.findIndex((line, index) => index > begin && !/^(\||- | {2})/.test(line));
		lines.splice(begin, end - begin, ...block);
	}
	return lines.join('\n');
}
