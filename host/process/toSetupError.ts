import { CommandFailedError } from './runCommand';
import { SetupError } from './SetupError';

interface KnownCause {
	readonly pattern: RegExp;
	readonly advice: string;
}

/** ENOTCACHED: npm runs offline and does not have the package in its cache. */
const NETWORK_FAILURE =
	/\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b|network (timeout|connectivity)/i;

/** True if a command's output blames the network. */
export const isNetworkFailure = (output: string): boolean => NETWORK_FAILURE.test(output);

/** Output of npm and node-gyp for causes that a person can fix. The first match wins. */
const KNOWN_CAUSES: readonly KnownCause[] = [
	{
		pattern: /\bENOSPC\b|no space left on device/i,
		advice: 'The disk is full. Free about 3 GB and run the command again.',
	},
	{
		pattern:
			/Could not find any Python|not found: make|make: not found|no acceptable C\+\+|g\+\+: (not found|No such)|c\+\+: (not found|No such)|Could not find any Visual Studio|xcode-select/i,
		advice:
			'Compiling needs Python 3, make and a C++ compiler. Debian and Ubuntu: "apt-get install python3 make g++"; macOS: "xcode-select --install"; Windows: Visual Studio Build Tools with "Desktop development with C++". Then run the command again.',
	},
	{
		pattern: NETWORK_FAILURE,
		advice:
			"The npm registry cannot be reached. Check the network connection (and npm's proxy and registry settings) and run the command again.",
	},
	{
		pattern: /\b(EACCES|EPERM)\b/,
		advice: 'Files cannot be written there. Check who owns the folder and run the command again.',
	},
];

const LINES_SHOWN = 8;

/** Turns a failed command into one message: what failed, and what to do if the cause is known. */
export function toSetupError(error: unknown, whatFailed: string): SetupError {
	const output = error instanceof CommandFailedError ? error.output : String(error);
	const known = KNOWN_CAUSES.find(({ pattern }) => pattern.test(output));
	if (known !== undefined)
		return new SetupError(`${whatFailed}. ${known.advice}`, { cause: error });
	return new SetupError(`${whatFailed}:\n${tellingLines(output).join('\n')}`, { cause: error });
}

/** The lines that show the cause. npm prints its advice after the cause; compilers print the cause last. */
function tellingLines(output: string): readonly string[] {
	const lines = output.split('\n').filter((line) => line.trim() !== '');
	const npmErrors = lines.filter((line) => line.startsWith('npm error'));
	return npmErrors.length > 0 ? npmErrors.slice(0, LINES_SHOWN) : lines.slice(-LINES_SHOWN);
}
