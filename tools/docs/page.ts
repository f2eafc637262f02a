import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The path of a page in `docs`, and its text. */
export type Page = readonly [path: string, text: string];

export const DOCS_FOLDER = resolve(__dirname, '../../docs');

/** The text of a page as it is in `docs`; empty if there is none. */
export function readPage(path: string): string {
	const file = join(DOCS_FOLDER, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
