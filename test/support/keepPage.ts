import { readFile, writeFile } from 'node:fs/promises';

/**
 * Resolves with what a generated page that is checked in says. Where it differs from what it should say it is written
 * anew, as file snapshots are, except in CI: so the test that compares the two fails once and passes after a look at it.
 */
export async function keepPage(path: string, page: string, { isCi }: { isCi: boolean }): Promise<string> {
	const checkedIn = await readFile(path, 'utf8').catch(() => '');
	if (checkedIn !== page && !isCi) await writeFile(path, page);
	return checkedIn;
}
