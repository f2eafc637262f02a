import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SetupError } from './SetupError';

const LOOPBACK = '127.0.0.1';

/** Ports to choose from: below the range of outgoing connections (Linux: from 32768), which could take a port before we use it. */
const PORTS = { first: 20_000, last: 32_767 };

/** Ports already tried, because a program that was given one may not listen on it yet. */
const givenPorts = new Set<number>();

/** Returns a free port on loopback that it has not returned before. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(PORTS.first, PORTS.last + 1);
		if (givenPorts.has(port)) continue;
		givenPorts.add(port);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	try {
		await listenOnce(port);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/** @throws SetupError with the option that chooses another port, if `port` is taken or not allowed */
export async function requireFreePort(port: number, usedBy: string, option: string): Promise<void> {
	try {
		await listenOnce(port);
	} catch (error) {
		const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES';
		const message = isForbidden
			? `This account is not allowed to use port ${port} for ${usedBy}. Choose another port with ${option} <port>.`
			: `Port ${port} for ${usedBy} is taken by another program. Stop that program, or choose another port with ${option} <port>.`;
		throw new SetupError(message, { cause: error });
	}
}

async function listenOnce(port: number): Promise<void> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve()));
	});
}
