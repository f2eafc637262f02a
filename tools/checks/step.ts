import { join, resolve } from 'node:path';

export const ROOT_FOLDER = resolve(__dirname, '..', '..');

/** Folder for the output of steps and the counts of jest; emptied before a run. */
export const RESULTS_FOLDER = join(ROOT_FOLDER, '.tmp', 'checks');

/** One command of a run of checks. */
export interface Step {
	readonly name: string;
	readonly command: readonly string[];
	/** Steps that must succeed before this one. */
	readonly needs?: readonly string[];
	/** Steps that must have ended before this one, because two cores run only two at a time. */
	readonly after?: readonly string[];
	/** Variables added to the environment. */
	readonly env?: Readonly<Record<string, string>>;
}

/** A step that runs jest and counts its tests. */
export const jestStep = (
	name: string,
	parameters: readonly string[],
	options: Omit<Step, 'name' | 'command'> = {},
): Step => ({
	name,
	command: [
		process.execPath,
		join('node_modules', 'jest', 'bin', 'jest.js'),
		...parameters,
		'--json',
		`--outputFile=${countsFile(name)}`,
	],
	...options,
});

export const npmStep = (
	name: string,
	parameters: readonly string[],
	options: Omit<Step, 'name' | 'command'> = {},
): Step => ({ name, command: ['npm', ...parameters], ...options });

/** The file with jest's counts for the step of this name. */
export const countsFile = (name: string): string =>
	join(RESULTS_FOLDER, `${name.replaceAll(/\W+/g, '-')}.json`);
