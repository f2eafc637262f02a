// Starts from a bare clone: uses only Node until the dependencies are installed, then runs a TypeScript file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freeBytes, installPackages, isInstalled } from './installPackages.mjs';

const ROOT_FOLDER = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The same folder as in n8n/hostNode.ts, which needs the dependencies. */
const N8N_FOLDER = join(ROOT_FOLDER, 'host', process.env.DEVICE_ACCESS_HOST ?? 'n8n-2');
const NODE_NEEDED = [20, 19];
const GIBIBYTE = 1024 ** 3;
const PARENT_CHECK_MS = 500;

function stopWith(message, code = 1) {
	console.error(`\n${message}`);
	process.exit(code);
}

/**
 * Calls `end` when this process is told to end. A signal to npm only ends npm and its shell, which this process can notice
 * only by the change of its parent.
 */
function onEnd(end) {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
	const parent = process.ppid;
	setInterval(() => {
		if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) end('SIGTERM');
	}, PARENT_CHECK_MS).unref();
}

async function installDependencies() {
	const missing = [ROOT_FOLDER, N8N_FOLDER].filter((folder) => !isInstalled(folder));
	if (freeBytes(ROOT_FOLDER) < (missing.includes(N8N_FOLDER) ? 5.5 : 2) * GIBIBYTE)
		stopWith('Not enough disk space: about 6 GB are needed, most of it for n8n.');
	console.log(
		'Installing what is missing, with n8n, takes three to four minutes. Ctrl-C stops it; the same command continues.',
	);
	const interruption = new AbortController();
	onEnd(() => interruption.abort());
	const show = (line) => process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
	try {
		await installPackages(missing, show, interruption.signal);
	} catch (error) {
		// 130: a program that Ctrl-C has ended.
		if (interruption.signal.aborted) stopWith('Stopped. The same command continues.', 130);
		stopWith(error.message);
	}
	console.log();
}

/**
 * Installs the dependencies if they are missing, and runs host/`script` with the parameters of the command line.
 * @param {string} script
 */
export async function runFromClone(script) {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major < NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor < NODE_NEEDED[1]))
		stopWith(
			`Node ${NODE_NEEDED.join('.')} or newer is required. You have ${process.versions.node}.`,
		);
	if (!isInstalled(ROOT_FOLDER)) await installDependencies();
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join('host', script), ...process.argv.slice(2)],
		{ cwd: ROOT_FOLDER, stdio: 'inherit' },
	);
	// The script stops everything in order, and this process waits for it. Ctrl-C reaches the script twice, which does no harm.
	onEnd((signal) => child.kill(signal));
	const [code] = await once(child, 'exit');
	process.exit(code ?? 1);
}
