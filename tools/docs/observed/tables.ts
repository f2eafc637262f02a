/** A table in Markdown, one line each. */
export type Table = readonly string[];

const toRow = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** A table with these columns and rows. */
export const toTable = (
	columns: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
): Table => [columns, columns.map(() => '---'), ...rows].map(toRow);

/** The page with another table under each heading, such as `Lists`. Throws if the page has no such heading or no table there. */
export function withTables(page: string, tables: ReadonlyMap<string, Table>): string {
	const lines = page.split('\n');
	for (const [heading, table] of tables) {
		const isTableLine = (line: string) => line.startsWith('|');
		const headingAt = lines.findIndex((line) => line.replace(/^#+ /, '') === heading);
		const begin = lines.findIndex((line, index) => index > headingAt && isTableLine(line));
		const next = lines.findIndex((line, index) => index > headingAt && line.startsWith('#'));
		if (headingAt < 0 || begin < 0 || (next >= 0 && next < begin))
			throw new Error(`The page has no table under the heading "${heading}"`);
		const end = lines.findIndex((line, index) => index > begin && !isTableLine(line));
		lines.splice(begin, end - begin, ...table);
	}
	return lines.join('\n');
}
