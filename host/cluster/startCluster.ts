import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../process/freePort';
import { HOST_FOLDER } from '../n8n/hostNode';
import { N8nClient, type Owner } from '../n8n/n8nClient';
import type { ClusterPart } from './ClusterPart';
import { type N8nParts, prepareN8nParts } from './n8nParts';
import { existingPostgres, type Postgres, preparePostgres } from './postgres';
import { existingRedis, prepareRedis, type Redis } from './redis';
import { prepareSandbox, type SandboxPart, type SandboxPartOptions } from './sandboxPart';

const DEFAULT_FOLDER = join(HOST_FOLDER, '.n8n', 'cluster');
const DEFAULT_WORKERS = 2;

/** Not a secret: this login works only in the n8n of this cluster, which listens on loopback only. */
export const CLUSTER_OWNER: Owner = {
	email: 'owner@cluster.local',
	firstName: 'Cluster',
	lastName: 'Owner',
	password: 'Device-Access-1',
};

export interface ClusterOptions {
	/** The packed package, installed into every n8n process. */
	readonly tarball: string;
	/** Folder for everything except the database; emptied first. */
	readonly folder?: string;
	readonly workers?: number;
	/** Default: the portfolio. */
	readonly sandbox?: SandboxPartOptions;
	/** Added to the environment of every n8n process. */
	readonly env?: Readonly<Record<string, string>>;
	/** Port of the editor; 0, the default, chooses a free one. */
	readonly mainPort?: number;
	/** postgres://user:password@host:port/database of an existing server; default: the variable CLUSTER_POSTGRES_URL. */
	readonly postgresUrl?: string;
	/** redis://host:port of an existing server; default: the variable CLUSTER_REDIS_URL. */
	readonly redisUrl?: string;
	/** Aborting it ends everything started so far. */
	readonly signal?: AbortSignal;
	readonly report?: (line: string) => void;
}

/** n8n in queue mode, with all that it needs, on loopback. */
export interface Cluster extends N8nParts {
	readonly postgres: Postgres;
	readonly redis: Redis;
	readonly sandbox: SandboxPart;
	/** A client of the main process, signed in as CLUSTER_OWNER. */
	readonly client: N8nClient;
	/** Stops everything in order and removes our own database. Logs stay. */
	stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, n8n (main, workers, webhook processor) and the sandbox, and waits until all are ready (about
 * a minute). n8n itself must be installed (installN8n).
 * @throws SetupError with the name and the last log lines of the part that did not start, after ending the other parts
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { folder = DEFAULT_FOLDER, signal, report = () => {} } = options;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const started: ClusterPart[] = [];
	const killAll = () => {
		for (const part of started) part.killNow();
	};
	process.on('exit', killAll);
	const launch = async (...parts: ReadonlyArray<ClusterPart | undefined>) => {
		signal?.throwIfAborted();
		const own = parts.filter((part) => part !== undefined);
		report(own.map(({ name }) => name).join(', '));
		started.push(...own);
		for (const part of own) part.start();
		await Promise.all(own.map(async (part) => await part.waitUntilReady()));
	};
	let postgres: Postgres | undefined;
	const stop = async () => {
		// Stops n8n first, because it would otherwise report the loss of its database.
		const [n8n, rest] = [
			started.filter(({ name }) => name.startsWith('n8n')),
			started.filter(({ name }) => !name.startsWith('n8n')),
		];
		for (const parts of [n8n, rest])
			await Promise.all(parts.map(async (part) => await part.stop()));
		await postgres?.removeData();
		process.off('exit', killAll);
	};
	// Stopping the parts also ends the waits for them.
	const abort = () => void stop();
	signal?.addEventListener('abort', abort);
	try {
		postgres = await providePostgres(options, folder);
		const redis = await provideRedis(options, folder);
		const sandbox = await prepareSandbox(
			join(folder, 'sandbox'),
			options.sandbox ?? { fixture: 'portfolio' },
		);
		const n8n = await prepareN8nParts({
			folder,
			tarball: options.tarball,
			workers: options.workers ?? DEFAULT_WORKERS,
			env: { ...postgres.env, ...redis.env, ...options.env },
			mainPort: options.mainPort || (await freePort()),
		});
		await launch(postgres.part, redis.part, sandbox);
		// The main process creates the tables; the other processes would fail on incomplete ones.
		await launch(n8n.main);
		const client = new N8nClient(n8n.main.url);
		await client.setUpOwnerOrSignIn(CLUSTER_OWNER);
		await launch(...n8n.workers, n8n.webhookProcessor);
		signal?.removeEventListener('abort', abort);
		return { ...n8n, postgres, redis, sandbox, client, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function providePostgres(
	{ postgresUrl = process.env.CLUSTER_POSTGRES_URL }: ClusterOptions,
	folder: string,
): Promise<Postgres> {
	return postgresUrl ? await existingPostgres(postgresUrl) : await preparePostgres(folder);
}

async function provideRedis(
	{ redisUrl = process.env.CLUSTER_REDIS_URL }: ClusterOptions,
	folder: string,
): Promise<Redis> {
	return redisUrl ? existingRedis(redisUrl) : await prepareRedis(join(folder, 'redis'));
}
