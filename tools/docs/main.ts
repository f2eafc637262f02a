// npm run docs: writes the pages of the reference, and the lists and tables in pages that people write.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS_FOLDER, readPage } from './page';
import { referencePages } from './reference/referencePages';

const pages = referencePages();

for (const [path, text] of pages) {
	if (readPage(path) === text) continue;
	writeFileSync(join(DOCS_FOLDER, path), text);
	console.log(`docs/${path}`);
}

const written = new Set(pages.map(([path]) => path));
for (const name of readdirSync(join(DOCS_FOLDER, 'reference')))
	if (!written.has(`reference/${name}`)) rmSync(join(DOCS_FOLDER, 'reference', name));
