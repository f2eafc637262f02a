import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** npm prints one line for each package with --foreground-scripts and a compiler's output: more than Node's default. */
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

export interface RunOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user and group to run as, where this process may change them. */
	readonly uid?: number;
	readonly gid?: number;
}

/** A command ended with an error; `output` is all that it printed. */
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

/** Runs a program without a shell and returns what it printed. @throws CommandFailedError */
export async function runCommand(program: string, parameters: readonly string[], { cwd, env = process.env, uid, gid }: RunOptions): Promise<string> {
	try {
		// npm is a .cmd file on Windows, which only a shell starts.
		const shell = process.platform === 'win32' && program === 'npm';
		const { stdout } = await execFileAsync(program, [...parameters], { cwd, env, uid, gid, shell, maxBuffer: MAX_OUTPUT_BYTES });
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
		throw new CommandFailedError(`${program} ${parameters[0] ?? ''}`, `${stderr}\n${stdout}`.trim() || message, { cause: error });
	}
}
