// npm run verify: runs n8n's own checks of the package. Exit code 1: findings; 2: the checks could not run.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { isInstalled } from '../../host/process/installPackages.mjs';
import { buildAsN8n, findForeignFiles, lintAsN8n, pack, scanAsN8n } from './checks';
import { PROJECT_FOLDER, TOOLS_FOLDER, TOOLS_MODULES } from './paths';

/** The sources that n8n reviews. Tests, sandbox and tools are not published and can use Node's modules. */
const PUBLISHED_SOURCES = [
	'package.json',
	'tsconfig.json',
	'eslint.config.mjs',
	'README.md',
	'CHANGELOG.md',
	'LICENSE',
	'nodes',
	'credentials',
	'icons',
];

const WORK_FOLDER = join(PROJECT_FOLDER, '.tmp', 'verify');

async function verify(): Promise<boolean> {
	if (!existsSync(join(PROJECT_FOLDER, 'dist')))
		throw new Error('There is no dist to check. Run "npm run build" first.');
	if (!isInstalled(TOOLS_FOLDER)) {
		console.log("Installing n8n's tools into tools/verify (once, some 125 MB)...");
		await execa(
			'npm',
			['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
			{
				cwd: TOOLS_FOLDER,
			},
		);
	}
	await mkdir(WORK_FOLDER, { recursive: true });
	const workFolder = await mkdtemp(join(WORK_FOLDER, 'run-'));
	try {
		return await runChecks(workFolder);
	} finally {
		await rm(workFolder, { recursive: true, force: true });
	}
}

/** Runs the checks one after another, and prints what each one finds. */
async function runChecks(workFolder: string): Promise<boolean> {
	const sources = join(workFolder, 'sources');
	await stageSources(sources);
	const { folder: tarball, files } = await pack(join(workFolder, 'tarball'));
	process.env.TMPDIR = workFolder; // n8n's scanner creates a temporary folder when it is loaded, and does not remove it
	const checks: Record<string, () => Promise<string>> = {
		"n8n's strict lint over the published sources": async () => await lintAsN8n(sources),
		"n8n's build ships the same files as ours": async () => await buildAsN8n(sources),
		'Contents of the tarball': async () => await Promise.resolve(findForeignFiles(files)),
		"n8n's scanner over the published sources": async () => await scanAsN8n(sources),
		"n8n's scanner over the tarball": async () =>
			// What the scanner itself checks in a published tarball.
			await scanAsN8n(tarball, ['**/*.js', 'package.json']),
	};
	let isClean = true;
	for (const [name, check] of Object.entries(checks)) {
		const findings = await check();
		console.log(`${name}: ${findings === '' ? 'no finding' : `FINDINGS\n${findings}`}`);
		if (findings !== '') isClean = false;
	}
	console.log(
		'Provenance and repository on the registry: not run, because it needs the network and a published version',
	);
	return isClean;
}

/**
 * Copies the published sources into a folder like a package of n8n's own template: the tools are its
 * node_modules. n8n-workflow and the type packages resolve to the project's, further up.
 */
async function stageSources(folder: string): Promise<void> {
	await mkdir(folder);
	for (const entry of PUBLISHED_SOURCES)
		await cp(join(PROJECT_FOLDER, entry), join(folder, entry), { recursive: true });
	await symlink(TOOLS_MODULES, join(folder, 'node_modules'), 'junction');
}

verify().then(
	(isClean) => {
		process.exitCode = isClean ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 2;
	},
);
