// Uses only Node, because it installs everything else.
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isNetworkFailure } from './knownCauses.mjs';
import { runProgram } from './runProgram.mjs';

const PROGRESS_INTERVAL_MS = 1_000;

/** npm could not install the packages of a folder; `output` is all its output. */
export class InstallFailedError extends Error {
	name = 'InstallFailedError';

	/** @param {string} folder @param {string} output */
	constructor(folder, output) {
		super(`npm could not install the packages of ${folder}`);
		this.folder = folder;
		this.output = output;
	}
}

/**
 * Whether all packages of the folder's lock file are there. npm writes its record of them at the end, so an interrupted
 * installation has none, or that of an earlier one.
 * @param {string} folder
 */
export function isInstalled(folder) {
	if (!existsSync(recordOf(folder))) return false;
	const wanted = readPackages(join(folder, 'package-lock.json'));
	const installed = readPackages(recordOf(folder));
	return Object.entries(wanted).every(
		([path, entry]) =>
			path === '' ||
			entry.optional === true ||
			entry.peer === true ||
			(installed[path]?.version === entry.version &&
				existsSync(join(folder, path, 'package.json'))),
	);
}

const recordOf = (folder) => join(folder, 'node_modules', '.package-lock.json');
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Installs exactly what the lock files name: all folders at the same time, because npm uses a single core for half of the
 * time. Starts over if an installation was interrupted. The signal ends npm and everything it started.
 *
 * @param {readonly string[]} folders
 * @param {{ title: string, report?: (line: string) => void, signal?: AbortSignal }} options
 * @throws InstallFailedError
 */
export async function installPackages(folders, { title, report = () => {}, signal }) {
	const stopReporting = reportProgress(folders, title, report);
	try {
		const source = (await isRegistryReachable(folders[0], signal))
			? '--prefer-offline'
			: '--offline';
		const ends = await Promise.allSettled(
			folders.map(async (folder) => await installFolder(folder, source, signal)),
		);
		const failed = ends.find(({ status }) => status === 'rejected');
		if (failed !== undefined) throw failed.reason;
	} finally {
		stopReporting();
	}
}

async function installFolder(folder, source, signal) {
	// npm would do it too, but fails if something still writes there.
	await rm(join(folder, 'node_modules'), {
		recursive: true,
		force: true,
		maxRetries: 5,
		retryDelay: 200,
	});
	const { status, stdout, stderr } = await runProgram(
		'npm',
		['ci', source, '--no-audit', '--no-fund', '--loglevel=error'],
		{ cwd: folder, signal },
	);
	signal?.throwIfAborted();
	if (status === 0) return;
	const output = `${stdout}\n${stderr}`.trim();
	// npm's cached metadata of a package is older than the version to install.
	if (source === '--prefer-offline' && /\bETARGET\b/.test(output))
		await installFolder(folder, '--prefer-online', signal);
	else throw new InstallFailedError(folder, output);
}

/** Whether npm's registry answers. If it does not, npm would retry each package for many minutes. */
async function isRegistryReachable(folder, signal) {
	const { status, stderr } = await runProgram(
		'npm',
		['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=10000'],
		{ cwd: folder, signal },
	);
	return status === 0 || !isNetworkFailure(stderr);
}

function reportProgress(folders, title, report) {
	const total = folders.reduce((sum, folder) => sum + countLockedFolders(folder), 0);
	const freeBefore = freeBytes(folders[0]);
	const startedAt = Date.now();
	const say = async () => {
		const counts = await Promise.all(folders.map(countInstalledFolders));
		const writtenBytes = freeBefore - freeBytes(folders[0]);
		const packages = counts.reduce((sum, count) => sum + count, 0);
		if (timer !== undefined)
			report(
				progressLine({
					title,
					packages,
					total,
					writtenBytes,
					seconds: (Date.now() - startedAt) / 1000,
				}),
			);
	};
	report(progressLine({ title, packages: 0, total, writtenBytes: 0, seconds: 0 }));
	let timer = setInterval(() => void say(), PROGRESS_INTERVAL_MS);
	return () => {
		clearInterval(timer);
		timer = undefined;
	};
}

/**
 * How far the installation is. npm unpacks all packages at once, so in the first minutes, only the disk fills. It
 * still fills once each package has its folder.
 *
 * @param {{ title: string, packages: number, total: number, writtenBytes: number, seconds: number }} progress
 */
export function progressLine({ title, packages, total, writtenBytes, seconds }) {
	const megabytes = Math.max(0, Math.round(writtenBytes / 1024 ** 2));
	return `${title}: ${Math.min(packages, total)} of ${total} packages, ${megabytes} MB on the disk, ${Math.round(seconds)} s`;
}

function freeBytes(folder) {
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize;
}

function countLockedFolders(folder) {
	return Object.entries(readPackages(join(folder, 'package-lock.json'))).filter(
		([path, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && entry.optional !== true,
	).length;
}

/** Counts the folders with a package.json, because npm creates all folders first and fills them later. */
async function countInstalledFolders(folder) {
	const parent = join(folder, 'node_modules');
	const names = await readdir(parent).catch(() => []);
	const paths = await Promise.all(
		names.map(async (name) =>
			name.startsWith('@')
				? (await readdir(join(parent, name)).catch(() => [])).map((child) => join(name, child))
				: [name],
		),
	);
	return paths
		.flat()
		.filter(
			(path) => !basename(path).startsWith('.') && existsSync(join(parent, path, 'package.json')),
		).length;
}
