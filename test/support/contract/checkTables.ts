import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, DOCS_FOLDER, readPage, withBlocks } from '../../../tools/docs/page';

/**
 * Fails unless the page in `docs` has these tables under these headings. With WRITE_DOCS, as in
 * `npm run docs:observed`, writes them first.
 */
export function checkTables(path: string, tables: ReadonlyMap<string, Block>): void {
	const upToDate = withBlocks(path, tables);
	if (process.env.WRITE_DOCS) writeFileSync(join(DOCS_FOLDER, path), upToDate);
	else expect(readPage(path)).toBe(upToDate);
}
