import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../process/findProgram';
import { freePort } from '../process/freePort';
import { ClusterPart } from './ClusterPart';

const ANSWER_TIME_LIMIT_MS = 1_000;

/** A Redis server of our own, or an existing one. */
export interface Redis {
	/** The environment variables that n8n needs to connect to it. */
	readonly env: Readonly<Record<string, string>>;
	/** Undefined for an existing server, which is neither started nor killed here. */
	readonly part: ClusterPart | undefined;
}

/** Uses the Redis server at `redis://[user:password@]host[:port][/database]`. */
export function existingRedis(url: string): Redis {
	const { hostname, port, username, password, pathname } = new URL(url);
	return {
		env: {
			QUEUE_BULL_REDIS_HOST: hostname,
			QUEUE_BULL_REDIS_PORT: port || '6379',
			...(username === '' ? {} : { QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(username) }),
			...(password === '' ? {} : { QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(password) }),
			...(pathname.length > 1 ? { QUEUE_BULL_REDIS_DB: pathname.slice(1) } : {}),
		},
		part: undefined,
	};
}

/** Prepares Redis on a free loopback port. It writes every change to a file in `folder`, so a kill loses nothing. Does not start it. */
export async function prepareRedis(folder: string): Promise<Redis> {
	const program = await findProgram({
		title: 'Redis',
		names: ['redis-server', 'valkey-server'],
		variable: 'REDIS_SERVER',
		packages: ['redis-server'],
		need: 'The cluster needs Redis',
	});
	await mkdir(folder, { recursive: true });
	const port = await freePort();
	const part = new ClusterPart({
		name: 'Redis',
		command: {
			program,
			parameters: [
				'--port',
				String(port),
				'--bind',
				'127.0.0.1',
				'--dir',
				folder,
				'--appendonly',
				'yes',
				'--save',
				'',
			],
			cwd: folder,
		},
		logFile: join(folder, 'redis.log'),
		isReady: async () => await answersPing(port),
	});
	return { env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) }, part };
}

async function answersPing(port: number): Promise<boolean> {
	const socket = connect({ host: '127.0.0.1', port }).setTimeout(ANSWER_TIME_LIMIT_MS, () =>
		socket.destroy(),
	);
	try {
		socket.write('PING\r\n');
		const [answer] = (await once(socket, 'data')) as [Buffer];
		return answer.toString().startsWith('+PONG');
	} finally {
		socket.destroy();
	}
}
