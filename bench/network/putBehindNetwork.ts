import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SandboxProcess } from '../sandboxProcess';
import type { NetworkMessage } from './main';

/** Puts TLS and a round trip of `roundTripMs` in front of the service, in a process of its own. `stop` ends all processes. */
export async function putBehindNetwork(
	sandbox: SandboxProcess,
	roundTripMs: number,
): Promise<SandboxProcess> {
	const network = fork(
		join(__dirname, 'main.ts'),
		[new URL(sandbox.url).port, String(roundTripMs)],
		{ execArgv: ['--import', 'tsx'] },
	);
	const ended = once(network, 'exit');
	const nextMessage = async (): Promise<NetworkMessage> => {
		const [message] = (await Promise.race([once(network, 'message'), ended.then(() => [{}])])) as [
			NetworkMessage,
		];
		return message;
	};
	const takeConnections = async () => {
		network.send('connections');
		return (await nextMessage()).connections;
	};
	const { port } = await nextMessage();
	if (port === undefined) {
		await sandbox.stop();
		throw new Error('The network proxy ended before it could be used.');
	}
	return {
		...sandbox,
		url: `https://127.0.0.1:${port}`,
		clearRequests: async () => {
			await sandbox.clearRequests();
			await takeConnections();
		},
		connections: takeConnections,
		stop: async () => {
			network.kill('SIGTERM');
			await ended;
			await sandbox.stop();
		},
	};
}
