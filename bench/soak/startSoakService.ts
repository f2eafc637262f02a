import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceState, ToParent, ToService } from './soakMessages';
import type { SoakSetup } from './soakSetup';

const PROJECT_ROOT = join(__dirname, '..', '..');

/** The service of a soak, in a process of its own. */
export interface SoakService {
	url: string;
	apiKey: string;
	/** Waits long enough for open requests and conversions to end, and returns the service's state. */
	state: () => Promise<ServiceState>;
	/** Ends the service if it has not ended yet. */
	stop: () => Promise<void>;
}

/**
 * Starts the service on a free port. Calls `onBegun` about twenty times with the number of conversions begun. Rejects if the
 * service ends before it is ready.
 */
export async function startSoakService(
	setup: SoakSetup,
	onBegun: (conversions: number) => void,
): Promise<SoakService> {
	const child = fork(join(__dirname, 'soakService.ts'), [JSON.stringify(setup)], {
		cwd: PROJECT_ROOT,
		execArgv: ['--import', 'tsx'],
	});
	const ended = once(child, 'close');
	child.on('message', (message: ToParent) => {
		if (message.kind === 'begun') onBegun(message.conversions);
	});
	const next = async <Kind extends ToParent['kind']>(kind: Kind) => {
		const told = new Promise<Extract<ToParent, { kind: Kind }>>((resolve) => {
			const listen = (message: ToParent) => {
				if (message.kind !== kind) return;
				child.off('message', listen);
				resolve(message as Extract<ToParent, { kind: Kind }>);
			};
			child.on('message', listen);
		});
		const answer = await Promise.race([told, ended.then(() => undefined)]);
		if (!answer) throw new Error('The soak service ended too early.');
		return answer;
	};
	const tell = (message: ToService) => child.send(message);
	const { url, apiKey } = await next('ready');
	return {
		url,
		apiKey,
		state: async () => {
			const answer = next('state');
			tell({ kind: 'state' });
			return (await answer).state;
		},
		stop: async () => {
			if (child.connected) tell({ kind: 'stop' });
			await ended;
		},
	};
}
