const NETWORK_FAILURE =
	/\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b|network (timeout|connectivity)/i;

/** Lines of a download that was only tried: if it fails, the part is compiled, and the cause is what the compiler says. */
const TRIED_DOWNLOAD = /\bprebuild-install\b/;

/** Output of npm and node-gyp for causes that a person can fix. The first match wins. */
const KNOWN_CAUSES = [
	{
		pattern: /\bENOSPC\b|no space left on device/i,
		advice: 'The disk is full. Free about 5 GB and run the command again.',
	},
	{
		pattern:
			/Could not find any Python|not found: make|make: not found|no acceptable C\+\+|(g\+\+|c\+\+|gcc|cc): (Command )?(not found|No such)|Could not find any Visual Studio|xcode-select/i,
		advice:
			'Compiling needs Python 3, make and a C++ compiler. Debian and Ubuntu: "apt-get install python3 make g++"; macOS: "xcode-select --install"; Windows: Visual Studio Build Tools with "Desktop development with C++". Then run the command again.',
	},
	{
		// Node's headers, which node-gyp downloads, are network too.
		pattern: NETWORK_FAILURE,
		advice:
			"The npm registry cannot be reached. Check the network connection (and npm's proxy and registry settings) and run the command again.",
	},
	{
		pattern: /\b(EACCES|EPERM)\b/,
		advice: 'Files cannot be written there. Check who owns the folder and run the command again.',
	},
];

/** What a compiler, make and node-gyp say about the cause. */
const COMPILER_ERROR = /\berror: |\*\*\* |^gyp ERR! (stack Error|configure error)/;
const LINES_SHOWN = 8;

/**
 * True if a command's output blames the network.
 * @param {string} output
 */
export const isNetworkFailure = (output) => NETWORK_FAILURE.test(output);

/**
 * One message about a failed command: what failed, and what to do if the cause is known.
 * @param {string} output
 * @param {string} whatFailed
 */
export function describeFailure(output, whatFailed) {
	const lines = output
		.split('\n')
		.filter((line) => line.trim() !== '' && !TRIED_DOWNLOAD.test(line));
	const known = KNOWN_CAUSES.find(({ pattern }) => pattern.test(lines.join('\n')));
	return known === undefined
		? `${whatFailed}:\n${tellingLines(lines).join('\n')}`
		: `${whatFailed}. ${known.advice}`;
}

/** The lines that show the cause. npm prints its advice after the cause; other programs print the cause last. */
function tellingLines(lines) {
	const ofCompiler = lines.filter((line) => COMPILER_ERROR.test(line));
	const ofNpm = lines.filter((line) => line.startsWith('npm error'));
	const first = [ofCompiler, ofNpm].find(({ length }) => length > 0);
	return first === undefined ? lines.slice(-LINES_SHOWN) : first.slice(0, LINES_SHOWN);
}
