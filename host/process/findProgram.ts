import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './runCommand';
import { SetupError } from './SetupError';

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

/** With this variable, a person or CI asks for missing programs to be installed. */
const ASKED_BY = 'INSTALL_PROGRAMS';

/**
 * Finds the executable: the one that the variable names, or one on the path or in the folders. Installs the Debian packages
 * only where INSTALL_PROGRAMS=1 asks for it, as root on Debian or Ubuntu. @throws SetupError if there is none
 */
export async function findProgram(wanted: WantedProgram): Promise<string> {
	const { title, variable, packages, need } = wanted;
	const found = process.env[variable] || find(wanted);
	if (found) return found;
	const mayInstall = lookFor('apt-get') !== undefined && process.getuid?.() === 0;
	if (process.env[ASKED_BY] !== '1' || !mayInstall) {
		throw new SetupError(
			`${need}. Install it ("apt-get install ${packages[0]}"${mayInstall ? `, or set ${ASKED_BY}=1` : ''}), or set its path in the variable ${variable}.`,
		);
	}
	process.stderr.write(`Installing ${title} with apt-get (once, about a minute)...\n`);
	// Test files that run at the same time ask at the same time, and apt-get does not wait.
	await runCommand(
		'flock',
		[join(tmpdir(), 'device-access-apt-get.lock'), 'sh', '-c', INSTALL, 'sh', ...packages],
		{ cwd: '/', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
		`${title} could not be installed`,
	);
	const installed = find(wanted);
	if (installed === undefined)
		throw new SetupError(
			`apt-get installed ${title}, but it was not found. Set its path in the variable ${variable}.`,
		);
	return installed;
}

const INSTALL =
	'dpkg -s "$@" > /dev/null 2>&1 || { apt-get update && apt-get install --yes --no-install-recommends "$@"; }';

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
