import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { runCommand } from '../process/runCommand';
import { toSetupError } from '../process/toSetupError';

const ROOT_FOLDER = resolve(__dirname, '..', '..');

/** Inputs of the build and its output folder; a build is needed if one of them is newer than the stamp. */
const BUILT_FROM = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
];
const BUILT_FOLDER = 'dist';
const BUILD_STAMP = join(ROOT_FOLDER, '.tmp', 'built');

/** Whether `buildPackage` made dist and no source has changed since. */
export async function isPackageBuilt(): Promise<boolean> {
	const builtAtMs = await modifiedAtMs(BUILD_STAMP).catch(() => 0);
	const times = await Promise.all([
		modifiedAtMs(join(ROOT_FOLDER, BUILT_FOLDER)),
		...BUILT_FROM.map((path) => newestAtMs(join(ROOT_FOLDER, path))),
	]).catch(() => [Infinity]);
	return Math.max(...times) <= builtAtMs;
}

const modifiedAtMs = async (path: string) => (await stat(path)).mtimeMs;

/** The latest modification time of the path and everything in it. A folder's own time shows whether files were removed. */
async function newestAtMs(path: string): Promise<number> {
	const isFolder = (await stat(path)).isDirectory();
	const children = isFolder ? await readdir(path, { recursive: true }) : [];
	return Math.max(
		await modifiedAtMs(path),
		...(await Promise.all(children.map(async (child) => await modifiedAtMs(join(path, child))))),
	);
}

/** Compiles the package into dist. @throws SetupError with the compiler's last lines */
export async function buildPackage(): Promise<void> {
	try {
		await runCommand('npm', ['run', 'build'], { cwd: ROOT_FOLDER });
		await mkdir(dirname(BUILD_STAMP), { recursive: true });
		await writeFile(BUILD_STAMP, '');
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
