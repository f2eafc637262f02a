import type { INodeParameters } from 'n8n-workflow';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/createSandbox';
import { runNode, type NodeRun, type NodeRunOptions } from '../../../host/engine/runNode';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

export { byId } from './byId';

/** Options to check every few hundredths of a second, so that no test waits out the node's own pauses, which last seconds. */
export const QUICK_CHECKS = { pollInterval: 0.02, maxPollInterval: 0.05 };

/** How long a conversion or deletion takes in these tests, in milliseconds. */
const ATTEMPT_DURATION_MS = 40;

/** Resource and operation as a workflow stores them, such as `device.getAll`. */
export type OperationName = `${string}.${string}`;

export interface HotelSandbox {
	sandbox: Sandbox;
	credentials: CredentialData;
	/** Runs one operation of the node against the sandbox. */
	run: (
		operation: OperationName,
		parameters?: INodeParameters,
		options?: Partial<NodeRunOptions>,
	) => Promise<NodeRun>;
	bodies: (path: string) => unknown[];
	paths: () => string[];
	stop: () => Promise<void>;
}

/** Starts a sandbox with quick actions and the fixture `hotel`, and prepares runs of the action node against it. */
export async function startHotelSandbox({
	settings,
	...options
}: SandboxOptions = {}): Promise<HotelSandbox> {
	const sandbox = await createSandbox({
		...options,
		settings: { attemptDurationMs: ATTEMPT_DURATION_MS, ...settings },
	});
	const credentials = { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } };
	return {
		sandbox,
		credentials,
		run: async (operation, parameters = {}, runOptions = {}) => {
			const [resource = '', name = ''] = operation.split('.');
			return await runNode('deviceAccess', {
				credentials,
				...runOptions,
				parameters: { resource, operation: name, ...parameters },
			});
		},
		bodies: (path) => sandbox.requests.of(path).map(({ body }) => body),
		paths: () => sandbox.requests.entries.map(({ path }) => path),
		stop: async () => await sandbox.stop(),
	};
}

/** Gives each test of the file or the describe block its own sandbox; `restart` replaces it with one that has other options. */
export function useHotelSandbox(
	options?: SandboxOptions,
): HotelSandbox & { restart: (options: SandboxOptions) => Promise<void> } {
	const service = {} as HotelSandbox;
	const start = async (wanted?: SandboxOptions) =>
		Object.assign(service, await startHotelSandbox(wanted));
	beforeEach(async () => await start(options));
	afterEach(async () => await service.stop());
	return Object.assign(service, {
		restart: async (wanted: SandboxOptions) => {
			await service.stop();
			await start(wanted);
		},
	});
}
