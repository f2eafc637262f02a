import { createServer } from 'node:net';
import { SetupError } from './SetupError';

const LOOPBACK = '127.0.0.1';

/** A port on loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/** @throws SetupError naming the option that chooses another port, when `port` is taken */
export async function requireFreePort(port: number, usedBy: string, option: string): Promise<void> {
	try {
		await listenOnce(port);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		const reason = code === 'EACCES' ? 'may not be used by this account' : 'is taken by another program';
		throw new SetupError(`Port ${port}, wanted for ${usedBy}, ${reason}. Stop that program, or choose another port with ${option} <port>.`, { cause: error });
	}
}

async function listenOnce(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
		});
	});
}
