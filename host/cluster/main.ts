import { join, relative } from 'node:path';
import { Command } from 'commander';
import { Listr } from 'listr2';
import { type Cluster, CLUSTER_OWNER, startCluster } from './startCluster';
import { toCount, toPort } from '../process/commandLineNumbers';
import { requireFreePorts } from '../process/freePort';
import { HOST_FOLDER } from '../n8n/hostNode';
import { importExamples } from '../demo/importExamples';
import { installN8n, isN8nInstalled } from '../n8n/installN8n';
import { buildPackage, packPackage } from '../n8n/packPackage';
import { saveDemoCredential } from '../demo/saveDemoCredential';
import { runUntilInterrupted } from '../process/runUntilInterrupted';

const FOLDER = join(HOST_FOLDER, '.n8n', 'cluster');

interface CommandLine {
	readonly n8nPort: number;
	readonly sandboxPort: number;
	readonly workers: number;
	readonly devices?: number;
	readonly codesPerDevice?: number;
	readonly postgres?: string;
	readonly redis?: string;
}

function readCommandLine(): CommandLine {
	const command = new Command('npm run cluster --')
		.description(
			"Starts n8n's queue mode (main, workers, webhook processor) with this package installed, and PostgreSQL, Redis and the sandbox, all on loopback.",
		)
		.option('--n8n-port <port>', 'port of the n8n editor', toPort, 5678)
		.option('--sandbox-port <port>', 'port of the sandbox', toPort, 8787)
		.option('--workers <count>', 'number of workers', toCount, 2)
		.option('--devices <count>', "devices of the sandbox's portfolio", toCount)
		.option('--codes-per-device <count>', 'unmanaged codes of each device', toCount)
		.option(
			'--postgres <url>',
			'use this empty database instead of starting a server: postgres://user:password@host:port/database (or the variable CLUSTER_POSTGRES_URL)',
		)
		.option(
			'--redis <url>',
			'use this Redis instead of starting one: redis://host:port (or the variable CLUSTER_REDIS_URL)',
		)
		.addHelpText(
			'after',
			'\nIf PostgreSQL or Redis is not on the PATH, or to use other copies, set POSTGRES and REDIS_SERVER to the paths of the programs.',
		);
	return command.parse().opts<CommandLine>();
}

interface RunningCluster {
	cluster?: Cluster;
	tarball?: string;
}

async function start(
	running: RunningCluster,
	options: CommandLine,
	signal: AbortSignal,
): Promise<void> {
	await requireFreePorts('cluster', [
		{ port: options.n8nPort, usedBy: 'n8n', option: '--n8n-port' },
		{ port: options.sandboxPort, usedBy: 'the sandbox', option: '--sandbox-port' },
	]);
	const { workers, devices, codesPerDevice, postgres: postgresUrl, redis: redisUrl } = options;
	const steps = new Listr(
		[
			{ title: 'Build the package', task: async () => await buildPackage(signal) },
			{
				title: 'Pack the package',
				task: async () => {
					running.tarball = await packPackage();
				},
			},
			{
				title: isN8nInstalled() ? 'Check the installed n8n' : 'Install n8n (once, 2.3 GB)',
				task: async (_, task) => await installN8n((line) => (task.output = line), signal),
			},
			{
				title: 'Start PostgreSQL, Redis, the sandbox and the processes of n8n (about a minute)',
				task: async (_, task) => {
					running.cluster = await startCluster({
						tarball: running.tarball ?? '',
						folder: FOLDER,
						workers,
						sandbox: { fixture: 'portfolio', devices, codesPerDevice, port: options.sandboxPort },
						mainPort: options.n8nPort,
						postgresUrl,
						redisUrl,
						signal,
						report: (line) => (task.output = line),
					});
				},
			},
			{
				title: 'Set up the credential and the example workflows',
				task: async () => {
					if (running.cluster === undefined) return;
					const { client, sandbox } = running.cluster;
					await importExamples(
						client,
						await saveDemoCredential(client, { baseUrl: sandbox.url, apiKey: sandbox.apiKey }),
					);
				},
			},
		],
		// The message is printed once, at the end.
		{
			fallbackRenderer: 'simple',
			registerSignalListeners: false,
			rendererOptions: { showErrorMessage: false },
		},
	);
	await steps.run();
}

function printWelcome({
	main,
	workers,
	webhookProcessor,
	postgres,
	redis,
	sandbox,
}: Cluster): void {
	const at = ({
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: port,
	}: Readonly<Record<string, string>>) => `${host}:${port}`;
	console.log(`
Ready.

Editor (n8n main)      ${main.url}
  login                ${CLUSTER_OWNER.email}
  password             ${CLUSTER_OWNER.password}
Workers                ${workers.map(({ url }) => `${url}/healthz`).join('  ')}
Webhook processor      ${webhookProcessor.url}/webhook
PostgreSQL             ${at(postgres.env)}
Redis                  ${redis.env.QUEUE_BULL_REDIS_HOST}:${redis.env.QUEUE_BULL_REDIS_PORT}
Sandbox                ${sandbox.url}   (API key ${sandbox.apiKey}; kept in memory)

Logs: ${relative(process.cwd(), FOLDER)}. Each start is fresh. Press Ctrl-C to stop everything.`);
}

const options = readCommandLine();
const running: RunningCluster = {};
runUntilInterrupted({
	start: async (signal) => await start(running, options, signal),
	welcome: () => {
		if (running.cluster !== undefined) printWelcome(running.cluster);
		return undefined;
	},
	stop: async () => await running.cluster?.stop(),
});
