import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from './check';
import { listFiles } from './listFiles';

/** `eslint-disable...`, and comments that set a rule: n8n's scanner ignores both, but n8n's lint obeys them. */
const EXEMPTION = /eslint-disable|eslint-enable|\/\*\s*eslint\s|@ts-nocheck|@ts-ignore/;

/** Checks that no comment in nodes/ or credentials/ disables the lint or the compiler. */
export async function findExemptions(stageFolder: string): Promise<CheckResult> {
	const files = (await listFiles(stageFolder)).filter((file) =>
		/^(nodes|credentials)\//.test(file),
	);
	const findings = await Promise.all(files.map((file) => findInFile(stageFolder, file)));
	return { check: 'No lint exemption in nodes/ and credentials/', findings: findings.flat() };
}

async function findInFile(stageFolder: string, file: string): Promise<string[]> {
	const lines = (await readFile(join(stageFolder, file), 'utf8')).split('\n');
	return lines.flatMap((line, index) =>
		EXEMPTION.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
	);
}
