import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes, installPackages, isInstalled } from '../process/installPackages.mjs';
import { runCommand } from '../process/runCommand';
import { SetupError } from '../process/SetupError';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';

const NODE_MODULES = join(N8N_FOLDER, 'node_modules');

/** n8n with its unpacked packages takes 2.3 GiB. The rest is for npm's cache of the packages. */
const FREE_SPACE_NEEDED_BYTES = 3 * 1024 ** 3;

/** Parts of n8n that are not JavaScript. sqlite3 is downloaded prebuilt or compiled; isolated-vm ships prebuilt. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'] as const;

/** Called with one short line of progress. */
export type ReportProgress = (line: string) => void;

/**
 * Installs the pinned n8n and the Node it needs into N8N_FOLDER. Does nothing if all packages are there already, and its
 * native parts load.
 * @throws SetupError if there is no disk space, network or compiler
 */
export async function installN8n(
	report: ReportProgress = () => {},
	signal?: AbortSignal,
): Promise<void> {
	if (!isN8nInstalled()) await installN8nPackages(report, signal);
	if (await nativePartsLoad()) return;
	report('building the native parts');
	await runCommand(
		'npm',
		// Set on the command line, because .npmrc forbids install scripts.
		['rebuild', ...NATIVE_PACKAGES, '--ignore-scripts=false', '--foreground-scripts'],
		// SQLite is one C file: gcc compiles it in 45 seconds with node-gyp's -O3 and in 15 with -O1.
		{ cwd: N8N_FOLDER, env: { ...hostNodeEnvironment(), CFLAGS: '-O1' }, signal },
		'The database driver of n8n (sqlite3) could not be downloaded or compiled. Compiling needs Python 3, make and a C++ compiler (Debian and Ubuntu: "apt-get install python3 make g++"; macOS: "xcode-select --install"; Windows: Visual Studio Build Tools with "Desktop development with C++"), and a folder without spaces and quotes in its path',
	);
	if (!(await nativePartsLoad()))
		throw new SetupError(
			`The native parts of n8n (${NATIVE_PACKAGES.join(', ')}) were built but do not load. Delete ${NODE_MODULES} and run the command again.`,
		);
}

/** True if n8n is installed. Otherwise, installing takes minutes. */
export const isN8nInstalled = (): boolean => isInstalled(N8N_FOLDER);

async function nativePartsLoad(): Promise<boolean> {
	const script = NATIVE_PACKAGES.map((name) => `require('${name}')`).join(';');
	return await runCommand(hostNode().binary, ['-e', script], { cwd: N8N_FOLDER }).then(
		() => true,
		() => false,
	);
}

async function installN8nPackages(report: ReportProgress, signal?: AbortSignal): Promise<void> {
	if (freeBytes(N8N_FOLDER) < FREE_SPACE_NEEDED_BYTES && !existsSync(NODE_MODULES))
		throw new SetupError(
			`Not enough disk space for n8n: about 3 GB are needed in ${N8N_FOLDER}. Free some space and run the command again.`,
		);
	await installPackages([N8N_FOLDER], report, signal).catch((error: Error) => {
		signal?.throwIfAborted();
		throw new SetupError(error.message, { cause: error });
	});
}
