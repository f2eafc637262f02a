// npm run release:check -- v1.2.0: says what the release of this version lacks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReleaseFaults } from './findReleaseFaults';

const ROOT_FOLDER = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT_FOLDER, file), 'utf8');

const { version } = JSON.parse(read('package.json')) as { version: string };
const faults = findReleaseFaults({
	tag: process.argv[2] ?? '',
	version,
	changelog: read('CHANGELOG.md'),
});
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
