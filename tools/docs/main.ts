// npm run docs: writes every generated page of docs, and removes pages of the reference about what no longer exists.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedPages } from './generatedPages';
import { DOCS_FOLDER, readPage } from './page';

const pages = generatedPages();

for (const [path, text] of pages) {
	if (readPage(path) === text) continue;
	const file = join(DOCS_FOLDER, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
	console.log(`docs/${path}`);
}

const written = new Set(pages.map(([path]) => path));
for (const name of readdirSync(join(DOCS_FOLDER, 'reference')))
	if (!written.has(`reference/${name}`)) rmSync(join(DOCS_FOLDER, 'reference', name));
