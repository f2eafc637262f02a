import { readFile, writeFile } from 'node:fs/promises';

/**
 * Resolves with the text of a committed generated page. Outside CI, rewrites the page if it differs, like a file
 * snapshot: the test fails once, and passes after you check and commit the page.
 */
export async function keepPage(
	path: string,
	page: string,
	{ isCi }: { isCi: boolean },
): Promise<string> {
	const checkedIn = await readFile(path, 'utf8').catch(() => '');
	if (checkedIn !== page && !isCi) await writeFile(path, page);
	return checkedIn;
}
