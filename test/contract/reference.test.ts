import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from '../../tools/docs/reference/referencePages';
import { DOCS_FOLDER, readPage } from '../../tools/docs/page';

const pages = referencePages();

it.each(pages)('docs/%s is up to date; if not, `npm run generate` writes it', (path, text) => {
	expect(readPage(path)).toBe(text);
});

it('the reference folder contains no page about something that no longer exists', () => {
	const generated = pages.map(([path]) => path).filter((path) => path.startsWith('reference/'));
	const names = readdirSync(join(DOCS_FOLDER, 'reference'));
	expect(names.map((name) => `reference/${name}`).sort()).toEqual(generated.sort());
});
