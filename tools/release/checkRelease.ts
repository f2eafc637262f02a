// npm run release:check -- v1.2.0: says what the release of this version lacks.
import { readFileSync } from 'node:fs';
import { version } from '../../package.json';
import { findReleaseFaults } from './findReleaseFaults';

const faults = findReleaseFaults(
	process.argv[2] ?? '',
	version,
	readFileSync('CHANGELOG.md', 'utf8'),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
