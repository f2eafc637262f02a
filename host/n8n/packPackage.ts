import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../process/runCommand';
import { toSetupError } from '../process/toSetupError';

const ROOT_FOLDER = resolve(__dirname, '..', '..');

/** Compiles the package into dist. @throws SetupError with the compiler's last lines */
export async function buildPackage(signal?: AbortSignal): Promise<void> {
	try {
		await runCommand('npm', ['run', 'build'], { cwd: ROOT_FOLDER, signal });
	} catch (error) {
		throw toSetupError(error, 'The package could not be built');
	}
}

/** Packs the build into .tmp/ as npm would publish it. Returns the tarball's absolute path. */
export async function packPackage(): Promise<string> {
	const destination = join(ROOT_FOLDER, '.tmp');
	await mkdir(destination, { recursive: true });
	try {
		const stdout = await runCommand(
			'npm',
			['pack', '--ignore-scripts', '--json', '--pack-destination', destination],
			{ cwd: ROOT_FOLDER },
		);
		const packed: unknown = JSON.parse(stdout);
		return join(destination, readFileName(packed));
	} catch (error) {
		throw toSetupError(error, 'The package could not be packed');
	}
}

/** npm up to 11 prints an array of packages, npm 12 an object keyed by package name. */
function readFileName(packed: unknown): string {
	const [first] = Object.values(packed as Record<string, { filename: string }>);
	if (first === undefined) throw new Error('npm pack named no file');
	return first.filename;
}
