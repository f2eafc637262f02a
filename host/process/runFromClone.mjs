// Starts from a bare clone: uses only Node until the dependencies are installed, then runs a TypeScript file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT_FOLDER = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The same folder as in n8n/hostNode.ts, which needs the dependencies. */
const N8N_FOLDER = join(ROOT_FOLDER, 'host', process.env.DEVICE_ACCESS_HOST ?? 'n8n-2');
const NODE_NEEDED = [20, 19];
const GIBIBYTE = 1024 ** 3;
const STARTED_BY_NPM = process.env.npm_lifecycle_event !== undefined;
const PARENT = process.ppid;
const PARENT_CHECK_MS = 500;

const NETWORK_FAILURE =
	/\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

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

/** npm records the installed packages in node_modules/.package-lock.json, in the format of the lock file. */
function areDependenciesInstalled() {
	const installedFile = join(ROOT_FOLDER, 'node_modules', '.package-lock.json');
	if (!existsSync(installedFile)) return false;
	const wanted = readPackages(join(ROOT_FOLDER, 'package-lock.json'));
	const installed = readPackages(installedFile);
	return Object.entries(wanted).every(
		([path, entry]) =>
			path === '' ||
			entry.optional === true ||
			entry.peer === true ||
			installed[path]?.version === entry.version,
	);
}

function readPackages(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}

async function npm(folder, ...parameters) {
	const child = spawn('npm', parameters, {
		cwd: folder,
		stdio: ['ignore', 'ignore', 'pipe'],
		shell: process.platform === 'win32',
	});
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
	const [status] = await once(child, 'close');
	return { status, stderr };
}

/** Says how many seconds have passed: on a screen again and again in the same line, in a log every 15 seconds. */
function countSeconds(title) {
	const startedAt = Date.now();
	const { isTTY } = process.stdout;
	const say = () => {
		const line = `${title} ${Math.round((Date.now() - startedAt) / 1000)} s`;
		process.stdout.write(isTTY ? `\r${line}` : `${line}\n`);
	};
	const timer = setInterval(say, isTTY ? 1_000 : 15_000);
	return () => {
		clearInterval(timer);
		if (isTTY) process.stdout.write('\n');
	};
}

async function installDependencies() {
	const isN8nMissing = !existsSync(join(N8N_FOLDER, 'node_modules'));
	const { bavail, bsize } = statfsSync(ROOT_FOLDER);
	if (bavail * bsize < (isN8nMissing ? 4 : 1) * GIBIBYTE)
		stopWith(
			'Not enough disk space: about 4 GB are needed, 1 GB for the dependencies and 3 GB for n8n.',
		);

	const what = isN8nMissing ? 'the dependencies and n8n' : 'the dependencies';
	const minutes = isN8nMissing ? 'about three minutes' : 'about a minute';
	console.log(`Installing ${what} (${minutes})...`);
	const stopCounting = countSeconds(`Installing ${what}:`);
	// Without this check, npm retries each package for many minutes.
	const ping = await npm(
		ROOT_FOLDER,
		'ping',
		'--fetch-retries=1',
		'--fetch-retry-mintimeout=1000',
		'--fetch-timeout=10000',
	);
	const source =
		ping.status !== 0 && NETWORK_FAILURE.test(ping.stderr) ? '--offline' : '--prefer-offline';
	const install = async (folder) =>
		await npm(folder, 'ci', source, '--no-audit', '--no-fund', '--loglevel=error');
	// At the same time, because npm uses a single core for half of the time. If n8n fails here, installN8n tries again and says why.
	const [{ status, stderr }] = await Promise.all([
		install(ROOT_FOLDER),
		...(isN8nMissing ? [install(N8N_FOLDER)] : []),
	]);
	stopCounting();
	if (status === 0) return;
	if (status === null) process.exit(130);
	if (/ENOSPC/.test(stderr))
		stopWith(
			'The dependencies could not be installed: the disk is full. Free about 4 GB and run the command again.',
		);
	if (NETWORK_FAILURE.test(stderr)) {
		stopWith(
			"The dependencies could not be installed: the npm registry cannot be reached. Check the network connection (and npm's proxy and registry settings) and run the command again.",
		);
	}
	stopWith(
		`The dependencies could not be installed:\n${stderr.trim().split('\n').slice(0, 8).join('\n')}`,
	);
}

function handOver(script) {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join('host', script), ...process.argv.slice(2)],
		{ cwd: ROOT_FOLDER, stdio: 'inherit' },
	);
	// The script stops everything in order, and this process waits for it. Ctrl-C reaches the script twice, which does no harm.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	// A signal to npm only ends npm and its shell. This process can notice that only by the change of its parent.
	if (STARTED_BY_NPM)
		setInterval(() => process.ppid !== PARENT && child.kill('SIGTERM'), PARENT_CHECK_MS);
	child.on('exit', (code) => process.exit(code ?? 1));
}

/** Installs the dependencies if they are missing, and runs host/`script` with the parameters of the command line. */
export async function runFromClone(script) {
	requireNode();
	if (!areDependenciesInstalled()) await installDependencies();
	handOver(script);
}
