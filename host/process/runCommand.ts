import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { SetupError } from './SetupError';

const LINES_SHOWN = 25;

/** Runs a program and returns its output. @throws SetupError that says what failed, with the end of the program's output */
export async function runCommand(
	program: string,
	parameters: readonly string[],
	options: Pick<ExecFileOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'signal'>,
	failure = `${program} failed`,
): Promise<string> {
	try {
		const { stdout } = await promisify(execFile)(program, [...parameters], {
			...options,
			maxBuffer: Infinity,
			// On Windows, npm is a .cmd file, which only a shell can start.
			shell: process.platform === 'win32' && program === 'npm',
		});
		return stdout;
	} catch (error) {
		options.signal?.throwIfAborted();
		const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
		const lines = `${stdout}\n${stderr}`.trim() || message;
		throw new SetupError(`${failure}:\n${lines.split('\n').slice(-LINES_SHOWN).join('\n')}`, {
			cause: error,
		});
	}
}
