import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, statfs, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { InstallFailedError, installPackages, isInstalled } from '../process/installPackages.mjs';
import { describeFailure } from '../process/knownCauses.mjs';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';
import { runCommand } from '../process/runCommand';
import { SetupError } from '../process/SetupError';
import { toSetupError } from '../process/toSetupError';

const NODE_MODULES = join(N8N_FOLDER, 'node_modules');
const STAMP = join(NODE_MODULES, '.installed-for');
const LOCK_FILE = join(N8N_FOLDER, 'package-lock.json');

/** n8n with its unpacked packages takes 2.3 GiB. The rest is for npm's cache of the packages. */
const FREE_SPACE_NEEDED_BYTES = 3 * 1024 ** 3;

/** Parts of n8n that are not JavaScript. sqlite3 is downloaded prebuilt or compiled; isolated-vm ships prebuilt. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'] as const;
/** Packages whose files their build reads from beside them. */
const NATIVE_SOURCES = ['node-addon-api'] as const;

/** Called with one short line of progress. */
export type ReportProgress = (line: string) => void;

/**
 * Installs the pinned n8n and the Node it needs into N8N_FOLDER. Does nothing if the same lock file is
 * installed already and its native parts load.
 * @throws SetupError if there is no disk space, network or compiler
 */
export async function installN8n(
	report: ReportProgress = () => {},
	signal?: AbortSignal,
): Promise<void> {
	const wanted = createHash('sha256')
		.update(await readFile(LOCK_FILE))
		.update(process.platform + process.arch)
		.digest('hex');
	const stamp = await installedFor();
	if (stamp === wanted && (await nativePartsLoad())) return;

	await requireFreeSpace();
	await rm(STAMP, { force: true });
	// On a fresh clone, runFromClone.mjs has installed the packages already.
	if (stamp !== undefined || !isInstalled(N8N_FOLDER)) await installN8nPackages(report, signal);
	report('building the native parts');
	await buildNativeParts(signal);
	await writeFile(STAMP, wanted);
}

/** True if n8n is installed. Otherwise, installing takes minutes. */
export function isN8nInstalled(): boolean {
	return existsSync(STAMP);
}

async function installedFor(): Promise<string | undefined> {
	return existsSync(STAMP) ? await readFile(STAMP, 'utf8') : undefined;
}

async function nativePartsLoad(): Promise<boolean> {
	const script = NATIVE_PACKAGES.map((name) => `require('${name}')`).join(';');
	return await runCommand(hostNode().binary, ['-e', script], { cwd: N8N_FOLDER }).then(
		() => true,
		() => false,
	);
}

async function requireFreeSpace(): Promise<void> {
	const free = (await freeBytes()) + (existsSync(NODE_MODULES) ? FREE_SPACE_NEEDED_BYTES : 0);
	if (free >= FREE_SPACE_NEEDED_BYTES) return;
	throw new SetupError(
		`Not enough disk space for n8n: about 3 GB are needed in ${N8N_FOLDER}, ${(free / 1024 ** 3).toFixed(1)} GB are free. Free some space and run the command again.`,
	);
}

async function freeBytes(): Promise<number> {
	const { bavail, bsize } = await statfs(N8N_FOLDER);
	return bavail * bsize;
}

async function installN8nPackages(report: ReportProgress, signal?: AbortSignal): Promise<void> {
	try {
		await installPackages([N8N_FOLDER], { title: 'installing n8n', report, signal });
	} catch (error) {
		if (error instanceof InstallFailedError)
			throw new SetupError(describeFailure(error.output, 'n8n could not be installed'), {
				cause: error,
			});
		throw error;
	}
}

async function buildNativeParts(signal?: AbortSignal): Promise<void> {
	try {
		if (isPathForMake(N8N_FOLDER)) await rebuild(N8N_FOLDER, hostNodeEnvironment(), signal);
		else await buildElsewhere(signal);
	} catch (error) {
		if (signal?.aborted) throw error;
		throw toSetupError(
			error,
			"n8n's database driver (sqlite3) could not be downloaded or compiled",
		);
	}
	if (!(await nativePartsLoad())) {
		throw new SetupError(
			`The native parts of n8n (${NATIVE_PACKAGES.join(', ')}) were built but do not load. Delete ${NODE_MODULES} and run the command again.`,
		);
	}
}

async function rebuild(folder: string, env: NodeJS.ProcessEnv, signal?: AbortSignal) {
	// Set on the command line, because .npmrc forbids install scripts.
	await runCommand(
		'npm',
		['rebuild', ...NATIVE_PACKAGES, '--ignore-scripts=false', '--foreground-scripts'],
		// SQLite is one C file: gcc compiles it in 45 seconds with node-gyp's -O3 and in 15 with -O1.
		{ cwd: folder, env: { ...env, CFLAGS: '-O1' }, signal },
	);
}

/** Whether make, which node-gyp uses, can build in the folder: it knows no spaces and quotes, and shells read brackets. */
export const isPathForMake = (folder: string): boolean =>
	process.platform === 'win32' || /^[\p{L}\p{N}/._@+,-]+$/u.test(folder);

/** Builds copies of the native parts in a folder of the system's, whose path has no spaces, and copies them back. */
async function buildElsewhere(signal?: AbortSignal): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-native-'));
	const copies = join(folder, 'node_modules');
	try {
		for (const name of [...NATIVE_PACKAGES, ...NATIVE_SOURCES])
			await cp(join(NODE_MODULES, name), join(copies, name), {
				recursive: true,
				verbatimSymlinks: true,
			});
		await writeFile(join(folder, 'package.json'), '{}');
		const env = hostNodeEnvironment();
		const { headers } = hostNode();
		if (headers !== undefined) {
			await symlink(headers, join(folder, 'node'));
			env.npm_config_nodedir = join(folder, 'node');
		}
		// What the build runs, such as prebuild-install, stays where it is.
		env.NODE_PATH = NODE_MODULES;
		env.PATH = `${join(NODE_MODULES, '.bin')}${delimiter}${env.PATH ?? ''}`;
		await rebuild(folder, env, signal);
		for (const name of NATIVE_PACKAGES)
			await cp(join(copies, name), join(NODE_MODULES, name), {
				recursive: true,
				filter: (path) => basename(path) !== 'node_modules',
			});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
