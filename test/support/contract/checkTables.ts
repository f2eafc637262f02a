import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS_FOLDER, readPage } from '../../../tools/docs/page';
import { type Table, withTables } from '../../../tools/docs/observed/tables';

/**
 * Fails unless the page in `docs` has these tables under these headings. With WRITE_DOCS, as in
 * `npm run docs:observed`, writes them first.
 */
export function checkTables(path: string, tables: ReadonlyMap<string, Table>): void {
	const page = readPage(path);
	const upToDate = withTables(page, tables);
	if (process.env.WRITE_DOCS) writeFileSync(join(DOCS_FOLDER, path), upToDate);
	else expect(page).toBe(upToDate);
}
