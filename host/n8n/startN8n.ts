import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import got from 'got';
import { freePort } from '../process/freePort';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';
import { installCommunityPackage, PACKAGE_NAME } from './installCommunityPackage';
import { deathOf, endProcess, launchProcess, type RunningProcess } from '../process/launchProcess';
import { n8nCommand } from './n8nCommand';
import { runCommand } from '../process/runCommand';
import { SetupError } from '../process/SetupError';

const START_TIME_LIMIT_MS = 180_000;
const READINESS_INTERVAL_MS = 250;

export interface N8nOptions {
	/** Folder for all data of n8n (database, encryption key, community packages); reused if it exists. */
	readonly userFolder: string;
	/** Port of the editor and of webhooks on loopback; 0 chooses a free one. */
	readonly port: number;
	/** The packed package, installed into n8n before it starts. */
	readonly tarball: string;
	/** Variables added to n8n's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Receives each line that n8n prints. The lines also go to n8n.log in the user folder. */
	readonly log?: (line: string) => void;
	/** Aborting it ends n8n, even while n8n is starting. */
	readonly signal?: AbortSignal;
}

export interface N8nServer {
	/** Address of the editor, and of production webhooks under /webhook; no slash at the end. */
	readonly url: string;
	readonly userFolder: string;
	/** Ends n8n normally, letting running executions finish. Kills it if that takes over 20 seconds. */
	stop(): Promise<void>;
	/** Starts n8n again after stop(), with the same port and user folder. */
	start(): Promise<void>;
	restart(): Promise<void>;
	/** Resolves with the end of the log if n8n ends unexpectedly. */
	readonly died: Promise<SetupError>;
}

/**
 * Starts the installed n8n with the package in it and waits until it answers (about 15 seconds).
 * @throws SetupError with the last lines of n8n's log if it ends or does not answer within three minutes
 */
export async function startN8n({
	userFolder,
	port,
	tarball,
	env = {},
	log = () => {},
	signal,
}: N8nOptions): Promise<N8nServer> {
	const n8nFolder = join(userFolder, '.n8n');
	const nodesFolder = join(n8nFolder, 'nodes');
	await mkdir(n8nFolder, { recursive: true });
	await installCommunityPackage(nodesFolder, tarball);

	const chosenPort = port === 0 ? await freePort() : port;
	const url = `http://localhost:${chosenPort}`;
	const command = n8nCommand('start', {
		userFolder,
		port: chosenPort,
		brokerPort: await freePort(),
		env,
	});
	let reportDeath: (error: SetupError) => void = () => {};
	const died = new Promise<SetupError>((resolve) => {
		reportDeath = resolve;
	});
	let running: RunningProcess | undefined;

	const start = async () => {
		signal?.throwIfAborted();
		running = launchProcess(command, join(userFolder, 'n8n.log'), log);
		await waitUntilReady(running, url);
		const watched = running;
		void watched.ended.then(() => {
			if (!watched.isStopping) reportDeath(deathOf('n8n', watched));
		});
	};
	const stop = async () => {
		if (running !== undefined) await endProcess(running);
		running = undefined;
	};

	signal?.addEventListener('abort', () => void stop());
	await start();
	try {
		await registerCommunityPackage(
			join(n8nFolder, 'database.sqlite'),
			join(nodesFolder, 'node_modules', PACKAGE_NAME),
		);
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

/** Both must answer: the server, and the editor. */
const READINESS_PATHS = ['/healthz/readiness', '/rest/settings'];

async function waitUntilReady(running: RunningProcess, url: string): Promise<void> {
	try {
		for (const path of READINESS_PATHS) {
			await got(`${url}${path}`, {
				timeout: { request: 2_000 },
				retry: {
					limit: Math.ceil(START_TIME_LIMIT_MS / READINESS_INTERVAL_MS),
					statusCodes: [404, 503],
					calculateDelay: ({ computedValue }) =>
						computedValue === 0 || running.hasEnded ? 0 : READINESS_INTERVAL_MS,
				},
			});
		}
	} catch (error) {
		if (running.isStopping)
			throw new SetupError('n8n was stopped before it was ready', { cause: error });
		if (running.hasEnded) throw deathOf('n8n', running);
		await endProcess(running);
		throw new SetupError(
			`n8n did not answer within ${START_TIME_LIMIT_MS / 1000} seconds. The end of its log:\n${running.lastLines.join('\n')}`,
			{ cause: error },
		);
	}
}

async function registerCommunityPackage(
	databaseFile: string,
	packageFolder: string,
): Promise<void> {
	await runCommand(
		hostNode().binary,
		[join(__dirname, 'registerCommunityPackage.cjs'), databaseFile, packageFolder],
		{
			cwd: N8N_FOLDER,
			// The package finds n8n-workflow on this path, as it does inside n8n.
			env: {
				...hostNodeEnvironment(),
				NODE_PATH: join(N8N_FOLDER, 'node_modules'),
				N8N_USER_FOLDER: join(databaseFile, '..', '..'),
			},
		},
		'The package could not be recorded in n8n',
	);
}
