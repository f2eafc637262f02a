import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from './check';
import { listFiles } from './listFiles';
import { PROJECT_FOLDER } from './paths';
import { runN8nNode } from './runN8nNode';

/** Builds the stage with n8n's builder and compares its dist with the project's, file by file and byte by byte. */
export async function compareBuilds(stageFolder: string): Promise<CheckResult> {
	const check = "n8n's build ships the same files as ours";
	const { exitCode, output } = await runN8nNode('build', stageFolder);
	if (exitCode !== 0) return { check, findings: [output] };
	return {
		check,
		findings: await findDifferences(join(PROJECT_FOLDER, 'dist'), join(stageFolder, 'dist')),
	};
}

async function findDifferences(oursFolder: string, theirsFolder: string): Promise<string[]> {
	const [ours, theirs] = await Promise.all([listFiles(oursFolder), listFiles(theirsFolder)]);
	const shared = ours.filter((file) => theirs.includes(file));
	const isEqual = async (file: string): Promise<boolean> =>
		(await readFile(join(oursFolder, file))).equals(await readFile(join(theirsFolder, file)));
	const equal = await Promise.all(shared.map(isEqual));
	return [
		...ours
			.filter((file) => !theirs.includes(file))
			.map((file) => `dist/${file}: only in our build`),
		...theirs
			.filter((file) => !ours.includes(file))
			.map((file) => `dist/${file}: only in n8n's build`),
		...shared
			.filter((_, index) => !equal[index])
			.map((file) => `dist/${file}: the two builds differ (is dist older than the sources?)`),
	];
}
