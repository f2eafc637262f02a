import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../process/runCommand';

const ROOT_FOLDER = resolve(__dirname, '..', '..');

/** Compiles the package into dist. @throws SetupError with the compiler's last lines */
export async function buildPackage(signal?: AbortSignal): Promise<void> {
	await runCommand(
		'npm',
		['run', 'build'],
		{ cwd: ROOT_FOLDER, signal },
		'The package could not be built',
	);
}

/** Packs the build into .tmp/ as npm would publish it. Returns the tarball's absolute path. */
export async function packPackage(): Promise<string> {
	const destination = join(ROOT_FOLDER, '.tmp');
	await mkdir(destination, { recursive: true });
	const stdout = await runCommand(
		'npm',
		['pack', '--ignore-scripts', '--json', '--pack-destination', destination],
		{ cwd: ROOT_FOLDER },
		'The package could not be packed',
	);
	// npm up to 11 prints an array of packages, npm 12 an object keyed by package name.
	const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
	if (packed === undefined) throw new Error('npm pack named no file');
	return join(destination, packed.filename);
}
