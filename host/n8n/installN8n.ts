import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';
import { CommandFailedError, runCommand } from '../process/runCommand';
import { SetupError } from '../process/SetupError';
import { isNetworkFailure, toSetupError } from '../process/toSetupError';

const NODE_MODULES = join(N8N_FOLDER, 'node_modules');
const STAMP = join(NODE_MODULES, '.installed-for');
const NPM_RECORD = join(NODE_MODULES, '.package-lock.json');
const LOCK_FILE = join(N8N_FOLDER, 'package-lock.json');

/** n8n with its unpacked packages takes 2.3 GiB. The rest is for npm's cache of the packages. */
const FREE_SPACE_NEEDED_BYTES = 3 * 1024 ** 3;
const PROGRESS_INTERVAL_MS = 2_000;

/** Parts of n8n that are not JavaScript. sqlite3 is downloaded prebuilt or compiled; isolated-vm ships prebuilt. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'] as const;

/** Called with one short line of progress. */
export type ReportProgress = (line: string) => void;

/**
 * Installs the pinned n8n and the Node it needs into N8N_FOLDER. Does nothing if the same lock file is
 * installed already and its native parts load.
 * @throws SetupError if there is no disk space, network or compiler
 */
export async function installN8n(report: ReportProgress = () => {}): Promise<void> {
	const wanted = createHash('sha256')
		.update(await readFile(LOCK_FILE))
		.update(process.platform + process.arch)
		.digest('hex');
	const stamp = await installedFor();
	if (stamp === wanted && (await nativePartsLoad())) return;

	await requireFreeSpace();
	await rm(STAMP, { force: true });
	// On a fresh clone, runFromClone.mjs has installed the packages already.
	if (stamp !== undefined || !(await arePackagesInstalled())) await installPackages(report);
	report('building the native parts');
	await buildNativeParts();
	await writeFile(STAMP, wanted);
}

/** True if n8n is installed. Otherwise, installing takes minutes. */
export function isN8nInstalled(): boolean {
	return existsSync(STAMP);
}

async function installedFor(): Promise<string | undefined> {
	return existsSync(STAMP) ? await readFile(STAMP, 'utf8') : undefined;
}

/** Whether npm has installed the packages since the lock file was written; npm writes its own record of them at the end. */
async function arePackagesInstalled(): Promise<boolean> {
	const [record, lock] = await Promise.all(
		[NPM_RECORD, LOCK_FILE].map(async (file) => (await stat(file).catch(() => undefined))?.mtimeMs),
	);
	return record !== undefined && lock !== undefined && record > lock;
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

/**
 * How far the installation is. npm unpacks all packages at once, so in the first minutes, only the disk fills. It
 * still fills once each package has its folder.
 */
export function progressLine(progress: {
	packages: number;
	total: number;
	writtenBytes: number;
	seconds: number;
}): string {
	const { packages, total, writtenBytes, seconds } = progress;
	const megabytes = Math.max(0, Math.round(writtenBytes / 1024 ** 2));
	const done = packages === 0 ? '' : `${Math.min(packages, total)} of ${total} packages, `;
	return `installing n8n: ${done}${megabytes} MB on the disk, ${Math.round(seconds)} s`;
}

async function installPackages(report: ReportProgress): Promise<void> {
	const total = await countLockedFolders();
	const freeBefore = await freeBytes();
	const startedAt = Date.now();
	const progress = setInterval(() => {
		void Promise.all([countInstalledFolders(), freeBytes()]).then(([packages, free]) => {
			const seconds = (Date.now() - startedAt) / 1000;
			report(progressLine({ packages, total, writtenBytes: freeBefore - free, seconds }));
		});
	}, PROGRESS_INTERVAL_MS);
	try {
		await runInstall((await isRegistryReachable()) ? '--prefer-offline' : '--offline');
	} catch (error) {
		throw toSetupError(error, 'n8n could not be installed');
	} finally {
		clearInterval(progress);
	}
}

async function runInstall(
	source: '--prefer-offline' | '--prefer-online' | '--offline',
): Promise<void> {
	try {
		await runCommand('npm', ['ci', source, '--no-audit', '--no-fund', '--loglevel=error'], {
			cwd: N8N_FOLDER,
		});
	} catch (error) {
		const isCacheOutdated =
			source === '--prefer-offline' &&
			error instanceof CommandFailedError &&
			/\bETARGET\b/.test(error.output);
		if (!isCacheOutdated) throw error;
		// npm's cached metadata of a package is older than the version to install.
		await runInstall('--prefer-online');
	}
}

/** Whether npm's registry answers. If it does not, npm would retry each package for many minutes. */
async function isRegistryReachable(): Promise<boolean> {
	try {
		await runCommand(
			'npm',
			['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=10000'],
			{ cwd: N8N_FOLDER },
		);
		return true;
	} catch (error) {
		return !(error instanceof CommandFailedError && isNetworkFailure(error.output));
	}
}

async function buildNativeParts(): Promise<void> {
	try {
		// Set on the command line, because .npmrc forbids install scripts.
		await runCommand(
			'npm',
			['rebuild', ...NATIVE_PACKAGES, '--ignore-scripts=false', '--foreground-scripts'],
			{
				cwd: N8N_FOLDER,
				// SQLite is one C file: gcc compiles it in 45 seconds with node-gyp's -O3 and in 15 with -O1.
				env: { ...hostNodeEnvironment(), CFLAGS: '-O1' },
			},
		);
	} catch (error) {
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

async function countLockedFolders(): Promise<number> {
	const lock: { packages: Record<string, { optional?: boolean }> } = JSON.parse(
		await readFile(LOCK_FILE, 'utf8'),
	);
	return Object.entries(lock.packages).filter(
		([path, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && entry.optional !== true,
	).length;
}

/** Counts the folders with a package.json, because npm creates all folders first and fills them later. */
async function countInstalledFolders(): Promise<number> {
	const names = await readdir(NODE_MODULES).catch(() => []);
	const folders = await Promise.all(
		names.map(async (name) =>
			name.startsWith('@')
				? (await readdir(join(NODE_MODULES, name)).catch(() => [])).map((child) =>
						join(name, child),
					)
				: [name],
		),
	);
	return folders.flat().filter((folder) => existsSync(join(NODE_MODULES, folder, 'package.json')))
		.length;
}
