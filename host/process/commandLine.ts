import type { Command } from 'commander';
import { SetupError } from './SetupError';

const IS_WINDOWS = process.platform === 'win32';

/** The names of options, such as --n8n-port, and their values. */
export type CommandOptions = Readonly<Record<string, string>>;

/**
 * The command that started this script, with these options instead, to copy into a terminal. On Windows, it says npm.cmd,
 * because PowerShell's npm drops the --.
 */
export function commandWith(
	script: string,
	options: CommandOptions,
	given = process.argv.slice(2),
): string {
	const kept = given.filter((part, index) => {
		const isValue = index > 0 && Object.hasOwn(options, given[index - 1] ?? '');
		return !isValue && !Object.hasOwn(options, part.split('=')[0] ?? '');
	});
	const program =
		process.env.npm_lifecycle_event === undefined
			? `node host/${script}/start.mjs`
			: `${IS_WINDOWS ? 'npm.cmd' : 'npm'} run ${script} --`;
	return [program, ...[...kept, ...Object.entries(options).flat()].map(quote)].join(' ');
}

function quote(part: string): string {
	if (/^[\w@%+=:,./\\~-]+$/.test(part)) return part;
	return IS_WINDOWS ? `"${part}"` : `'${part.replaceAll("'", "'\\''")}'`;
}

/** Parses the command line; prints what is wrong with it, and exits. */
export function parseFor(script: string, command: Command): Command {
	try {
		requireOptionsForScript(script, command);
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		command.error(error.message);
	}
	return command.parse();
}

/**
 * npm takes an option before the -- for itself: `npm run demo --n8n-port 5679` starts the script with 5679 alone.
 * @throws SetupError with the whole command
 */
export function requireOptionsForScript(
	script: string,
	{ options }: Pick<Command, 'options'>,
): void {
	const names = options.flatMap(({ long }) => long ?? []);
	const rest = process.argv.slice(2);
	const taken = names.flatMap((name): Array<[string, string]> => {
		const value = process.env[`npm_config_${name.slice(2).replaceAll('-', '_')}`];
		return value === undefined ? [] : [[name, value === 'true' ? (rest.shift() ?? '') : value]];
	});
	if (taken.length === 0) return;
	throw new SetupError(
		`npm took ${taken.map(([name]) => name).join(' and ')} for itself, because the -- before it is missing. Run:\n\n  ${commandWith(script, Object.fromEntries(taken), rest)}`,
	);
}
