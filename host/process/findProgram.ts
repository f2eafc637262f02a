import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './runCommand';
import { SetupError } from './SetupError';
import { toSetupError } from './toSetupError';

export interface WantedProgram {
	/** The name that a person reads. */
	readonly title: string;
	/** Names of the executable, the preferred one first. */
	readonly names: readonly string[];
	/** Folders to search after the PATH. */
	readonly folders?: () => readonly string[];
	/** Environment variable that can hold the path of the executable. */
	readonly variable: string;
	/** The Debian packages that contain it. */
	readonly packages: readonly string[];
	/** Says what needs the program, as a sentence without a period. */
	readonly need: string;
}

/**
 * Finds the executable: the one that the variable names, or one on the path or in the folders. Otherwise, as root on Debian
 * or Ubuntu, installs the Debian packages. @throws SetupError if there is none
 */
export async function findProgram(wanted: WantedProgram): Promise<string> {
	const { title, variable, packages, need } = wanted;
	const found = process.env[variable] || find(wanted);
	if (found) return found;
	const aptGet = lookFor('apt-get');
	if (aptGet === undefined || process.getuid?.() !== 0) {
		throw new SetupError(
			`${need}. Install it ("apt-get install ${packages[0]}"), or set its path in the variable ${variable}.`,
		);
	}
	process.stderr.write(`Installing ${title} with apt-get (once, about a minute)...\n`);
	try {
		await runCommand(aptGet, ['update'], { cwd: '/' });
		await runCommand(aptGet, ['install', '--yes', '--no-install-recommends', ...packages], {
			cwd: '/',
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		});
	} catch (error) {
		throw toSetupError(error, `${title} could not be installed`);
	}
	const installed = find(wanted);
	if (installed === undefined)
		throw new SetupError(
			`apt-get installed ${title}, but it was not found. Set its path in the variable ${variable}.`,
		);
	return installed;
}

function find({ names, folders = () => [] }: WantedProgram): string | undefined {
	const onPath = names.map(lookFor).find((path) => path !== undefined);
	return (
		onPath ??
		folders()
			.flatMap((folder) => names.map((name) => join(folder, name)))
			.find(isExecutable)
	);
}

function lookFor(name: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
