// Starts from a bare clone: uses only Node until the dependencies are installed, then runs a TypeScript file.
import { spawn } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InstallFailedError, installPackages, isInstalled } from './installPackages.mjs';
import { describeFailure } from './knownCauses.mjs';
import { showProgress } from './showProgress.mjs';

const ROOT_FOLDER = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The same folder as in n8n/hostNode.ts, which needs the dependencies. */
const N8N_FOLDER = join(ROOT_FOLDER, 'host', process.env.DEVICE_ACCESS_HOST ?? 'n8n-2');
const NODE_NEEDED = [20, 19];
const GIBIBYTE = 1024 ** 3;
const STARTED_BY_NPM = process.env.npm_lifecycle_event !== undefined;
const PARENT = process.ppid;
const PARENT_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

function stopWith(message) {
	console.error(`\n${message}`);
	process.exit(1);
}

function requireNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor >= NODE_NEEDED[1])) return;
	stopWith(
		`Node ${NODE_NEEDED.join('.')} or newer is required. You have ${process.versions.node}.`,
	);
}

/**
 * Calls `end` when this process is told to end. A signal to npm only ends npm and its shell, which this process can notice
 * only by the change of its parent. Returns a function that stops watching.
 */
function onEnd(end) {
	for (const signal of SIGNALS) process.on(signal, end);
	const watch = setInterval(
		() => STARTED_BY_NPM && process.ppid !== PARENT && end('SIGTERM'),
		PARENT_CHECK_MS,
	);
	return () => {
		for (const signal of SIGNALS) process.off(signal, end);
		clearInterval(watch);
	};
}

async function installDependencies() {
	const isN8nMissing =
		!existsSync(join(N8N_FOLDER, 'node_modules', '.installed-for')) && !isInstalled(N8N_FOLDER);
	const { bavail, bsize } = statfsSync(ROOT_FOLDER);
	if (bavail * bsize < (isN8nMissing ? 5.5 : 2) * GIBIBYTE)
		stopWith(
			"Not enough disk space: about 6 GB are needed, most of it for n8n, its dependencies and npm's cache.",
		);

	const what = isN8nMissing ? 'n8n and the dependencies' : 'the dependencies';
	const minutes = isN8nMissing ? 'three to four minutes' : 'about a minute';
	console.log(`Installing ${what} takes ${minutes}. Ctrl-C stops it; the same command continues.`);
	const interruption = new AbortController();
	const stopWatching = onEnd(() => interruption.abort());
	const progress = showProgress();
	try {
		await installPackages(isN8nMissing ? [ROOT_FOLDER, N8N_FOLDER] : [ROOT_FOLDER], {
			title: `Installing ${what}`,
			report: progress.show,
			signal: interruption.signal,
		});
	} catch (error) {
		progress.end();
		if (interruption.signal.aborted) {
			console.log('Stopped. The same command continues.');
			process.exit(INTERRUPTED);
		}
		if (!(error instanceof InstallFailedError)) throw error;
		const part = error.folder === ROOT_FOLDER ? 'The dependencies' : 'n8n';
		stopWith(describeFailure(error.output, `${part} could not be installed`));
	}
	progress.end();
	stopWatching();
}

function handOver(script) {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join('host', script), ...process.argv.slice(2)],
		{ cwd: ROOT_FOLDER, stdio: 'inherit' },
	);
	// The script stops everything in order, and this process waits for it. Ctrl-C reaches the script twice, which does no harm.
	onEnd((signal) => child.kill(signal));
	child.on('exit', (code) => process.exit(code ?? 1));
}

/** Says which ports are taken before minutes of installation. The script itself names what uses them, and free ones. */
async function requireFreePorts(ports) {
	const given = process.argv.slice(2).join(' ');
	for (const [option, preset] of Object.entries(ports)) {
		const port = Number(new RegExp(`${option}[= ](\\d+)`).exec(given)?.[1] ?? preset);
		const server = createServer();
		const code = await new Promise((resolve) => {
			server.once('error', (error) => resolve(error.code));
			server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(resolve));
		});
		if (code === 'EADDRINUSE')
			stopWith(
				`Port ${port} is taken by another program. Nothing was installed. Stop that program, or add another port to the command, such as: -- ${option} ${port + 1}`,
			);
	}
}

/**
 * Installs the dependencies if they are missing, and runs host/`script` with the parameters of the command line.
 *
 * @param {string} script
 * @param {Record<string, number>} ports the ports that the script needs unless its options name others
 */
export async function runFromClone(script, ports = {}) {
	requireNode();
	if (!isInstalled(ROOT_FOLDER)) {
		await requireFreePorts(ports);
		await installDependencies();
	}
	handOver(script);
}
