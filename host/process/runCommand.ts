import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Larger than Node's default, because with --foreground-scripts, npm prints a line for each package and the compiler's output. */
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

export interface RunOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user and group to run as, if this process may change them. */
	readonly uid?: number;
	readonly gid?: number;
}

/** A command ended with an error; `output` is all its output. */
export class CommandFailedError extends Error {
	override readonly name = 'CommandFailedError';

	constructor(
		command: string,
		readonly output: string,
		options: ErrorOptions,
	) {
		super(`${command} failed`, options);
	}
}

/** Runs a program, without a shell except for npm on Windows, and returns its output. @throws CommandFailedError */
export async function runCommand(
	program: string,
	parameters: readonly string[],
	{ cwd, env = process.env, uid, gid }: RunOptions,
): Promise<string> {
	try {
		// On Windows, npm is a .cmd file, which only a shell can start.
		const shell = process.platform === 'win32' && program === 'npm';
		const { stdout } = await execFileAsync(program, [...parameters], {
			cwd,
			env,
			uid,
			gid,
			shell,
			maxBuffer: MAX_OUTPUT_BYTES,
		});
		return stdout;
	} catch (error) {
		const {
			stdout = '',
			stderr = '',
			message,
		} = error as { stdout?: string; stderr?: string; message: string };
		throw new CommandFailedError(
			`${program} ${parameters[0] ?? ''}`,
			`${stderr}\n${stdout}`.trim() || message,
			{ cause: error },
		);
	}
}
