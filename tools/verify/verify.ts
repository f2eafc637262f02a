// npm run verify: runs n8n's own checks of the package.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotVerifyError, type CheckResult } from './check';
import { checkTarballFiles } from './checkTarballFiles';
import { compareBuilds } from './compareBuilds';
import { findExemptions } from './findExemptions';
import { installTools } from './installTools';
import { lintSources } from './lintSources';
import { packTarball } from './packTarball';
import { PROJECT_FOLDER, WORK_FOLDER } from './paths';
import { scanPackage } from './scanPackage';
import { stageSources } from './stageSources';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs n8n's lint, build and scanner over the files to publish; exit code 1 with the findings, 2 if it cannot run. */
async function verify(): Promise<number> {
	if (!existsSync(join(PROJECT_FOLDER, 'dist'))) {
		throw new CannotVerifyError('There is no dist to check. Run "npm run build" first.');
	}
	await installTools(say);
	await mkdir(WORK_FOLDER, { recursive: true });
	const workFolder = await mkdtemp(join(WORK_FOLDER, 'run-'));
	try {
		return report(await runChecks(workFolder));
	} finally {
		await rm(workFolder, { recursive: true, force: true });
	}
}

async function runChecks(workFolder: string): Promise<CheckResult[]> {
	const stageFolder = join(workFolder, 'sources');
	await stageSources(stageFolder);
	const exemptions = await findExemptions(stageFolder);
	say('Linting the published sources...');
	const lint = await lintSources(stageFolder);
	say("Building with n8n's builder...");
	const build = await compareBuilds(stageFolder);
	say('Packing and scanning...');
	const tarballFolder = await packTarball(join(workFolder, 'tarball'));
	const contents = await checkTarballFiles(tarballFolder);
	return [
		exemptions,
		lint,
		build,
		contents,
		...(await scanPackage(stageFolder, tarballFolder, workFolder)),
	];
}

function report(results: readonly CheckResult[]): number {
	for (const { check, findings } of results.filter((result) => result.findings.length > 0)) {
		say(`\n--- ${check}\n${findings.join('\n')}`);
	}
	const rows = [
		['Check', 'Result'],
		...results.map(({ check, findings }) => [
			check,
			findings.length === 0 ? 'no finding' : 'FINDINGS (above)',
		]),
		[
			'Provenance and repository on the registry',
			'not run: needs the network and a published version',
		],
	] as const;
	const width = Math.max(...rows.map(([check]) => check.length));
	say(`\n${rows.map(([check, result]) => `${check.padEnd(width)}  ${result}`).join('\n')}`);
	return results.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

verify().then(
	(exitCode) => {
		process.exitCode = exitCode;
	},
	(error: unknown) => {
		process.stderr.write(
			`${error instanceof CannotVerifyError ? error.message : String((error as Error).stack ?? error)}\n`,
		);
		process.exitCode = 2;
	},
);
