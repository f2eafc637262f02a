// npm run schemas: writes all output schemas, and removes those of operations that no longer exist.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { outputSchemas, SCHEMA_FOLDER } from './outputSchemas';

async function main(): Promise<void> {
	const folder = resolve(__dirname, '../..', SCHEMA_FOLDER);
	await rm(folder, { recursive: true, force: true });
	for (const [path, text] of outputSchemas()) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
}

void main();
