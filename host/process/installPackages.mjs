// Uses only Node, because it installs everything else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const LINES_SHOWN = 25;

/**
 * Whether all packages of the folder's lock file are there. npm writes its record of them at the end, so an interrupted
 * installation has none, or that of an earlier one.
 * @param {string} folder
 */
export function isInstalled(folder) {
	const record = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const wanted = readPackages(join(folder, 'package-lock.json'));
	const installed = readPackages(record);
	return Object.entries(wanted).every(
		([path, entry]) =>
			!path.startsWith('node_modules/') ||
			entry.optional === true ||
			entry.peer === true ||
			(installed[path]?.version === entry.version &&
				existsSync(join(folder, path, 'package.json'))),
	);
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Installs exactly what the lock files name: all folders at the same time, because npm uses a single core for half of the
 * time. Says every second how much is on the disk, or every 15 seconds in a log. The signal ends npm.
 *
 * @param {readonly string[]} folders
 * @param {(line: string) => void} report
 * @param {AbortSignal} [signal]
 * @throws Error with the end of npm's output
 */
export async function installPackages(folders, report, signal) {
	const freeAtFirst = freeBytes(folders[0]);
	const say = () => {
		const written = Math.max(0, freeAtFirst - freeBytes(folders[0]));
		report(`${Math.round(written / 1024 ** 2)} MB on the disk`);
	};
	say();
	const progress = setInterval(say, process.stdout.isTTY ? 1_000 : 15_000);
	const ends = await Promise.allSettled(
		folders.map((folder) => install(folder, '--prefer-offline', signal)),
	);
	clearInterval(progress);
	const failed = ends.find(({ status }) => status === 'rejected');
	if (failed) throw failed.reason;
}

async function install(folder, source, signal) {
	// npm would do it too, but fails if something still writes there.
	await rm(join(folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
	const child = spawn('npm', ['ci', source, '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
		// On Windows, npm is a .cmd file, which only a shell can start.
		shell: process.platform === 'win32',
		signal,
		// After other signals, npm goes on until its requests are answered.
		killSignal: 'SIGKILL',
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	const [code] = await once(child, 'close');
	if (code === 0) return;
	// npm's cached metadata of a package is older than the version to install.
	if (source === '--prefer-offline' && output.includes('ETARGET'))
		await install(folder, '--prefer-online', signal);
	else
		throw new Error(
			`npm could not install the packages of ${folder}:\n${output.split('\n').slice(-LINES_SHOWN).join('\n')}`,
		);
}

/** @param {string} folder */
export function freeBytes(folder) {
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize;
}
