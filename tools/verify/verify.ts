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

/** Runs n8n's lint, build and scanner over what would be published; exit code 1 with the findings, 2 when it cannot. */
async function verify(): Promise<number> {
	if (!existsSync(join(PROJECT_FOLDER, 'dist'))) {
		throw new CannotVerifyError('There is no dist to check. Run "npm run build" first.');
	}
	say("Installing n8n's tools into tools/verify (once, some 125 MB)...");
	say((await installTools()) ? 'Installed.' : 'They are there already.');
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
	return [exemptions, lint, build, contents, ...(await scanPackage(stageFolder, tarballFolder, workFolder))];
}

function report(results: readonly CheckResult[]): number {
	for (const { check, findings } of results.filter((result) => result.findings.length > 0)) {
		say(`\n--- ${check}\n${findings.join('\n')}`);
	}
	const width = Math.max(...results.map(({ check }) => check.length));
	say(`\n${'Check'.padEnd(width)}  Result`);
	for (const { check, findings } of results) {
		say(`${check.padEnd(width)}  ${findings.length === 0 ? 'no finding' : 'FINDINGS (above)'}`);
	}
	say(`${'Provenance and repository of the published version'.padEnd(width)}  not run: needs a published version`);
	return results.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

verify().then(
	(exitCode) => {
		process.exitCode = exitCode;
	},
	(error: unknown) => {
		process.stderr.write(`${error instanceof CannotVerifyError ? error.message : String((error as Error).stack ?? error)}\n`);
		process.exitCode = 2;
	},
);
