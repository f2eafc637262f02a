import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SetupError } from './SetupError';

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
		const problem = await problemOf(port);
		if (problem === undefined) return port;
		if (problem !== 'EADDRINUSE') throw new SetupError(`Port ${port} cannot be used: ${problem}`);
	}
}

/** A port that a person can choose with an option of the script. */
export interface WantedPort {
	readonly port: number;
	/** What listens there, such as "n8n". */
	readonly usedBy: string;
	readonly option: string;
}

/** @throws SetupError with all ports that are taken or not allowed, and the command that uses others */
export async function requireFreePorts(
	script: string,
	wanted: readonly WantedPort[],
): Promise<void> {
	const problems: string[] = [];
	const options: string[] = [];
	for (const { port, usedBy, option } of wanted) {
		const problem = await problemOf(port);
		if (problem === undefined) continue;
		problems.push(
			problem === 'EACCES'
				? `This account is not allowed to use port ${port} for ${usedBy}.`
				: `Port ${port} for ${usedBy} is taken by another program.`,
		);
		options.push(`${option} ${await freePort()}`);
	}
	if (problems.length > 0)
		throw new SetupError(
			`${problems.join('\n')}\nUse others, beside the options that you have given:\n\n  node host/${script}/start.mjs ${options.join(' ')}`,
		);
}

/** The code of the error if the port cannot be listened on. */
async function problemOf(port: number): Promise<string | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
			server.close(() => resolve(undefined)),
		);
	});
}
