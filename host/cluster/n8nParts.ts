import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import got from 'got';
import { freePort } from '../process/freePort';
import { installCommunityPackage } from '../n8n/installCommunityPackage';
import { n8nCommand, type N8nProcessKind } from '../n8n/n8nCommand';
import { ClusterPart } from './ClusterPart';

const ANSWER_TIME_LIMIT_MS = 2_000;

/** Protects only data of the cluster on loopback. n8n requires the same key in every process. */
const ENCRYPTION_KEY = 'cluster-on-loopback';

/** Connections per process; n8n's default of 2 would be the first limit that deliveries reach. */
const DATABASE_CONNECTIONS = 10;

export interface N8nPart extends ClusterPart {
	/** Address on loopback without a slash at the end: of the editor, of production webhooks, or of a worker's health check. */
	readonly url: string;
}

export interface N8nParts {
	readonly main: N8nPart;
	readonly workers: readonly N8nPart[];
	readonly webhookProcessor: N8nPart;
}

export interface N8nPartsOptions {
	/** Each process gets its own folder inside this one. */
	readonly folder: string;
	readonly tarball: string;
	readonly workers: number;
	/** Environment of all processes, with the addresses of the database and Redis. */
	readonly env: Readonly<Record<string, string>>;
	readonly mainPort: number;
}

class Part extends ClusterPart implements N8nPart {
	constructor(
		readonly url: string,
		...options: ConstructorParameters<typeof ClusterPart>
	) {
		super(...options);
	}
}

/** The processes of n8n's queue mode, each with the package installed. Not started yet. */
export async function prepareN8nParts({
	folder,
	tarball,
	workers,
	env,
	mainPort,
}: N8nPartsOptions): Promise<N8nParts> {
	const webhookPort = await freePort();
	const queueMode = {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		DB_POSTGRESDB_POOL_SIZE: String(DATABASE_CONNECTIONS),
		// Tests count executions; n8n would drop all but the newest 10,000.
		EXECUTIONS_DATA_PRUNE: 'false',
		...env,
	};
	const prepare = async (kind: N8nProcessKind, name: string, port: number) => {
		const userFolder = join(folder, name.replaceAll(' ', '-'));
		await mkdir(join(userFolder, '.n8n'), { recursive: true });
		await installCommunityPackage(join(userFolder, '.n8n', 'nodes'), tarball);
		const url = `http://localhost:${port}`;
		const health = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		return new Part(url, {
			name: `n8n ${name}`,
			command: n8nCommand(kind, {
				userFolder,
				port,
				brokerPort: await freePort(),
				env: { ...queueMode, ...(kind === 'worker' ? health : {}) },
			}),
			logFile: join(userFolder, 'n8n.log'),
			isReady: async () =>
				(
					await got(`${url}/healthz/readiness`, {
						timeout: { request: ANSWER_TIME_LIMIT_MS },
						retry: { limit: 0 },
					})
				).statusCode === 200,
			isSupervised: true,
		});
	};
	return {
		main: await prepare('start', 'main', mainPort),
		workers: await Promise.all(
			Array.from(
				{ length: workers },
				async (_, index) => await prepare('worker', `worker ${index + 1}`, await freePort()),
			),
		),
		webhookProcessor: await prepare('webhook', 'webhook processor', webhookPort),
	};
}
