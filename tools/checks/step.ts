import { join, resolve } from 'node:path';

export const ROOT_FOLDER = resolve(__dirname, '..', '..');

/** Where steps leave their output and jest its counts; emptied before a run. */
export const RESULTS_FOLDER = join(ROOT_FOLDER, '.tmp', 'checks');

/** One command of a run of checks. */
export interface Step {
	readonly name: string;
	readonly command: readonly string[];
	/** Steps that must succeed before this one. */
	readonly needs?: readonly string[];
	/** Steps that must have ended before this one, because two cores run two at a time. */
	readonly after?: readonly string[];
	/** Added to the environment. */
	readonly env?: Readonly<Record<string, string>>;
}

/** A step whose tests count. */
export const jest = (name: string, parameters: readonly string[], options: Omit<Step, 'name' | 'command'> = {}): Step => ({
	name,
	command: [process.execPath, join('node_modules', 'jest', 'bin', 'jest.js'), ...parameters, '--json', `--outputFile=${countsFile(name)}`],
	...options,
});

export const npm = (name: string, parameters: readonly string[], options: Omit<Step, 'name' | 'command'> = {}): Step => ({ name, command: ['npm', ...parameters], ...options });

/** What jest has counted in the step of this name. */
export const countsFile = (name: string): string => join(RESULTS_FOLDER, `${name.replaceAll(/\W+/g, '-')}.json`);
