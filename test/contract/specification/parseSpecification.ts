/** What the specification says in one place: a row of a table, or a rule in words. */
export interface SpecificationRow {
	/** Headings from the outside in; a second table under a heading has its own name at the end. */
	readonly heading: string;
	/** The row with its marks of Markdown. */
	readonly text: string;
}

const nameOfTable = (paragraph: string) => paragraph.split(/ \(|,/, 1)[0] ?? '';

/** The rows of the tables, items of lists and paragraphs of the specification, in its order, without headings. */
export function parseSpecification(markdown: string): SpecificationRow[] {
	const rows: SpecificationRow[] = [];
	let headings: string[] = [];
	let tablesHere = 0;
	let paragraph = '';
	const lines = markdown.split('\n').map((line) => line.trim());
	lines.forEach((line, index) => {
		const level = /^#+(?= )/.exec(line)?.[0].length;
		if (level !== undefined) {
			headings = [...headings.slice(0, Math.max(level - 2, 0)), ...(level > 1 ? [line.slice(level + 1)] : [])];
			tablesHere = 0;
		} else if (line.startsWith('|---')) {
			tablesHere += 1;
		} else if (line.startsWith('|')) {
			const isHead = lines[index + 1]?.startsWith('|---') ?? false;
			if (!isHead) rows.push({ heading: [...headings, ...(tablesHere > 1 ? [nameOfTable(paragraph)] : [])].join(' > '), text: line });
		} else if (line !== '') {
			paragraph = line;
			rows.push({ heading: headings.join(' > '), text: line });
		}
	});
	return rows;
}

/** How a row is named: the first cell of a table's row, else the whole text; without marks of code. */
export function nameOfRow({ text }: SpecificationRow): string {
	const words = text.startsWith('|') ? (text.split('|')[1] ?? '').trim() : text.replace(/^(-|\d+\.) /, '');
	return words.replaceAll('`', '');
}
