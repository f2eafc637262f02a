import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { commandWith } from './commandLine';
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

/** A port that a person can choose with an option of the script. */
export interface WantedPort {
	readonly port: number;
	/** What listens there, such as "n8n". */
	readonly usedBy: string;
	readonly option: string;
}

/** @throws SetupError with all ports that are taken or not allowed, and the command that uses free ones instead */
export async function requireFreePorts(
	script: string,
	wanted: readonly WantedPort[],
): Promise<void> {
	const problems: string[] = [];
	const options: Record<string, string> = {};
	const used = new Set(wanted.map(({ port }) => port));
	for (const { port, usedBy, option } of wanted) {
		const code = await listenOnce(port).then(
			() => undefined,
			(error: NodeJS.ErrnoException) => error.code ?? error.message,
		);
		if (code === undefined) continue;
		problems.push(
			code === 'EACCES'
				? `This account is not allowed to use port ${port} for ${usedBy}.`
				: `Port ${port} for ${usedBy} is taken by another program.`,
		);
		const free = await nextFreePort(code === 'EACCES' ? PORTS.first : port + 1, used);
		used.add(free);
		options[option] = String(free);
	}
	if (problems.length === 0) return;
	const others = problems.length === 1 ? 'Use another port' : 'Use other ports';
	throw new SetupError(`${problems.join('\n')}\n${others}:\n\n  ${commandWith(script, options)}`);
}

async function nextFreePort(first: number, used: ReadonlySet<number>): Promise<number> {
	const isOver = first > PORTS.last;
	for (let port = isOver ? PORTS.first : first; ; port++)
		if (!used.has(port) && (await isFree(port))) return port;
}

async function listenOnce(port: number): Promise<void> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve()));
	});
}
