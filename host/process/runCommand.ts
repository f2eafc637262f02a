import { runProgram } from './runProgram.mjs';

export interface RunOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user and group to run as, if this process may change them. */
	readonly uid?: number;
	readonly gid?: number;
	/** Ends the program and all its children. */
	readonly signal?: AbortSignal;
}

/** A command ended with an error; `output` is all its output. */
export class CommandFailedError extends Error {
	override readonly name = 'CommandFailedError';

	constructor(
		command: string,
		readonly output: string,
		options: ErrorOptions = {},
	) {
		super(`${command} failed`, options);
	}
}

/** Runs a program, without a shell except for npm on Windows, and returns its output. @throws CommandFailedError */
export async function runCommand(
	program: string,
	parameters: readonly string[],
	options: RunOptions,
): Promise<string> {
	const command = `${program} ${parameters[0] ?? ''}`;
	const { status, stdout, stderr } = await runProgram(program, parameters, options).catch(
		(error: Error) => {
			options.signal?.throwIfAborted();
			throw new CommandFailedError(command, error.message, { cause: error });
		},
	);
	options.signal?.throwIfAborted();
	if (status !== 0)
		throw new CommandFailedError(command, `${stdout}\n${stderr}`.trim() || `Exit code ${status}`);
	return stdout;
}
