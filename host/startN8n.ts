import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import got from 'got';
import { freePort } from './freePort';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';
import { installCommunityPackage, PACKAGE_NAME } from './installCommunityPackage';
import { runCommand } from './runCommand';
import { SetupError } from './SetupError';
import { toSetupError } from './toSetupError';

const START_TIME_LIMIT_MS = 180_000;
const READINESS_INTERVAL_MS = 250;
const STOP_TIME_LIMIT_MS = 20_000;
const LAST_LOG_LINES = 25;

export interface N8nOptions {
	/** Folder that n8n keeps everything in (database, encryption key, community packages); reused when it exists. */
	readonly userFolder: string;
	/** Port of the editor and of webhooks on loopback; 0 takes a free one. */
	readonly port: number;
	/** The packed package, installed into n8n before it starts. */
	readonly tarball: string;
	/** Added to n8n's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Receives each line that n8n prints; they also go to n8n.log in the user folder. */
	readonly log?: (line: string) => void;
	/** Aborting ends n8n while it is still starting. */
	readonly signal?: AbortSignal;
}

export interface N8nServer {
	/** Address of the editor, and of production webhooks under /webhook; no slash at the end. */
	readonly url: string;
	readonly userFolder: string;
	/** Ends n8n as an administrator does, letting running executions finish; kills it when that takes over 20 seconds. */
	stop(): Promise<void>;
	/** Starts it again after stop(), on the same port and user folder. */
	start(): Promise<void>;
	restart(): Promise<void>;
	/** Settles when n8n ends without having been asked to: with its last lines of log. */
	readonly died: Promise<SetupError>;
}

interface RunningProcess {
	readonly child: ChildProcess;
	/** Settles when the process has ended and its output is read. */
	readonly ended: Promise<unknown>;
	readonly lastLines: string[];
	isStopping: boolean;
	hasEnded: boolean;
}

/**
 * Starts the installed n8n with the package in it and waits until it answers (about 15 seconds).
 * @throws SetupError with n8n's last lines of log when it ends or does not answer within three minutes
 */
export async function startN8n({ userFolder, port, tarball, env = {}, log = () => {}, signal }: N8nOptions): Promise<N8nServer> {
	const n8nFolder = join(userFolder, '.n8n');
	const nodesFolder = join(n8nFolder, 'nodes');
	await mkdir(n8nFolder, { recursive: true });
	await installCommunityPackage(nodesFolder, tarball);

	const chosenPort = port === 0 ? await freePort() : port;
	const url = `http://localhost:${chosenPort}`;
	const environment = { ...n8nEnvironment(userFolder, chosenPort, await freePort()), ...env };
	let reportDeath: (error: SetupError) => void = () => {};
	const died = new Promise<SetupError>((resolve) => {
		reportDeath = resolve;
	});
	let running: RunningProcess | undefined;

	const start = async () => {
		signal?.throwIfAborted();
		running = launch(environment, join(userFolder, 'n8n.log'), log);
		await waitUntilReady(running, url);
		const watched = running;
		void watched.ended.then(() => {
			if (!watched.isStopping) reportDeath(deathOf(watched));
		});
	};
	const stop = async () => {
		if (running !== undefined) await end(running);
		running = undefined;
	};

	signal?.addEventListener('abort', () => void stop());
	await start();
	try {
		await registerCommunityPackage(join(n8nFolder, 'database.sqlite'), join(nodesFolder, 'node_modules', PACKAGE_NAME));
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url,
		userFolder,
		start,
		stop,
		restart: async () => {
			await stop();
			await start();
		},
		died,
	};
}

/** Everything on loopback, nothing sent out, nothing asked of the person that is not about the package. */
function n8nEnvironment(userFolder: string, port: number, brokerPort: number): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: 'localhost',
		N8N_PROTOCOL: 'http',
		// An address rather than a name: the sandbox must not meet a "localhost" that means ::1.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_EDITOR_BASE_URL: `http://localhost:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The session cookie would otherwise be refused over plain http.
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		// Its welcome page would come before the workflows.
		N8N_DISABLED_MODULES: 'instance-ai',
		N8N_LOG_FORMAT: 'text',
		NO_COLOR: '1',
	};
}

function spawnN8n(environment: Record<string, string>): ChildProcess {
	return spawn(hostNode().binary, [join(N8N_FOLDER, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'], {
		cwd: environment.N8N_USER_FOLDER,
		env: { ...withoutForeignSettings(hostNodeEnvironment()), ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A group of its own: Ctrl-C in the terminal reaches the demo alone, which then ends n8n in order.
		detached: true,
	});
}

function launch(environment: Record<string, string>, logFile: string, log: (line: string) => void): RunningProcess {
	const child = spawnN8n(environment);
	const running: RunningProcess = { child, ended: once(child, 'close'), lastLines: [], isStopping: false, hasEnded: false };
	const file = createWriteStream(logFile, { flags: 'a' });
	const keep = (line: string) => {
		file.write(`${line}\n`);
		running.lastLines.push(line);
		if (running.lastLines.length > LAST_LOG_LINES) running.lastLines.shift();
		log(line);
	};
	for (const stream of [child.stdout, child.stderr]) {
		if (stream !== null) createInterface({ input: stream }).on('line', keep);
	}
	void running.ended.then(() => {
		running.hasEnded = true;
		file.end();
	});
	return running;
}

/** n8n must not pick up the settings of another n8n or of the test run that starts it. */
function withoutForeignSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(([name]) => !/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_|JEST_|NODE_OPTIONS$|NODE_ENV$)/.test(name)),
	);
}

async function waitUntilReady(running: RunningProcess, url: string): Promise<void> {
	try {
		await got(`${url}/healthz/readiness`, {
			timeout: { request: 2_000 },
			retry: {
				limit: Math.ceil(START_TIME_LIMIT_MS / READINESS_INTERVAL_MS),
				statusCodes: [404, 503],
				calculateDelay: ({ computedValue }) => (computedValue === 0 || running.hasEnded ? 0 : READINESS_INTERVAL_MS),
			},
		});
	} catch (error) {
		if (running.isStopping) throw new SetupError('n8n was stopped before it was ready', { cause: error });
		if (running.hasEnded) throw deathOf(running);
		await end(running);
		throw new SetupError(`n8n did not answer within ${START_TIME_LIMIT_MS / 1000} seconds. Its last lines of log:\n${running.lastLines.join('\n')}`, { cause: error });
	}
}

function deathOf(running: RunningProcess): SetupError {
	return new SetupError(`n8n ended by itself. Its last lines of log:\n${running.lastLines.join('\n')}`);
}

async function end(running: RunningProcess): Promise<void> {
	running.isStopping = true;
	if (running.hasEnded) return;
	running.child.kill('SIGTERM');
	const killer = setTimeout(() => killGroup(running.child.pid), STOP_TIME_LIMIT_MS);
	await running.ended;
	clearTimeout(killer);
}

/** Also ends the runner process that n8n starts for Code nodes. */
function killGroup(pid: number | undefined): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		// ESRCH: it has ended in the meantime.
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function registerCommunityPackage(databaseFile: string, packageFolder: string): Promise<void> {
	try {
		await runCommand(hostNode().binary, [join(N8N_FOLDER, 'registerCommunityPackage.cjs'), databaseFile, packageFolder], {
			cwd: N8N_FOLDER,
			// The package finds n8n-workflow on this path, as it does inside n8n.
			env: { ...hostNodeEnvironment(), NODE_PATH: join(N8N_FOLDER, 'node_modules'), N8N_USER_FOLDER: join(databaseFile, '..', '..') },
		});
	} catch (error) {
		throw toSetupError(error, 'The package could not be recorded in n8n');
	}
}
