import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../../../host/runCommand';
import { SetupError } from '../../../host/SetupError';
import { toSetupError } from '../../../host/toSetupError';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium or Chrome of the machine: the one named by the variable CHROMIUM, else one on the path, else, as root on
 * Debian or Ubuntu, Debian's package, which is installed then. @throws SetupError where there is none
 */
export async function findChromium(): Promise<string> {
	const found = process.env.CHROMIUM || findOnPath();
	if (found) return found;
	const aptGet = lookFor('apt-get');
	if (aptGet === undefined || process.getuid?.() !== 0) {
		throw new SetupError('The browser tests need Chromium or Chrome. Install one ("apt-get install chromium"), or name it in the variable CHROMIUM.');
	}
	process.stderr.write('Installing Chromium with apt-get (once, about a minute)...\n');
	try {
		await runCommand(aptGet, ['update'], { cwd: '/' });
		await runCommand(aptGet, ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
			cwd: '/',
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		});
	} catch (error) {
		throw toSetupError(error, 'Chromium could not be installed');
	}
	const installed = findOnPath();
	if (installed === undefined) throw new SetupError('apt-get installed Chromium, and it is not on the path. Name it in the variable CHROMIUM.');
	return installed;
}

const findOnPath = () => NAMES.map(lookFor).find((path) => path !== undefined);

function lookFor(name: string): string | undefined {
	return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
