import { join } from 'node:path';
import { hostNode, hostNodeEnvironment, N8N_FOLDER } from './hostNode';
import type { LaunchCommand } from '../process/launchProcess';

/** The n8n module whose welcome page would show before the workflows. */
const WELCOMING_MODULE = 'instance-ai';

/** The kind of n8n process: the main one (outside queue mode, the only one), a worker, or a webhook processor. */
export type N8nProcessKind = 'start' | 'worker' | 'webhook';

export interface N8nProcessOptions {
	readonly userFolder: string;
	readonly port: number;
	/** Port between n8n and its runners for Code nodes. */
	readonly brokerPort: number;
	/** Variables that are added to the environment or replace others in it. */
	readonly env?: Readonly<Record<string, string>>;
}

/** The command for an n8n process of this kind: under the host's Node, on loopback, without telemetry. */
export function n8nCommand(
	kind: N8nProcessKind,
	{ userFolder, env = {}, ...ports }: N8nProcessOptions,
): LaunchCommand {
	return {
		program: hostNode().binary,
		parameters: [join(N8N_FOLDER, 'node_modules', 'n8n', 'bin', 'n8n'), kind],
		cwd: userFolder,
		env: {
			...withoutForeignSettings(hostNodeEnvironment()),
			...n8nEnvironment(userFolder, ports),
			...env,
		},
	};
}

/** Keeps n8n on loopback, and turns off telemetry, update checks, templates, surveys, banners and the welcome page. */
function n8nEnvironment(
	userFolder: string,
	{ port, brokerPort }: Pick<N8nProcessOptions, 'port' | 'brokerPort'>,
): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: 'localhost',
		N8N_PROTOCOL: 'http',
		// An address rather than a name, because "localhost" can mean ::1 to the sandbox.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_EDITOR_BASE_URL: `http://localhost:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// Without this, browsers refuse the session cookie over plain http.
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_DISABLED_MODULES: WELCOMING_MODULE,
		N8N_LOG_FORMAT: 'text',
		NO_COLOR: '1',
	};
}

/** Removes the settings of another n8n and of the test run, which n8n must not use. */
function withoutForeignSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(
			([name]) =>
				!/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_|JEST_|NODE_OPTIONS$|NODE_ENV$)/.test(
					name,
				),
		),
	);
}
