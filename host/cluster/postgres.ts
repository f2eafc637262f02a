import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, type WantedProgram } from '../process/findProgram';
import { freePort } from '../process/freePort';
import { runCommand } from '../process/runCommand';
import { SetupError } from '../process/SetupError';
import { ClusterPart } from './ClusterPart';

/** The folder in which Debian keeps the programs of each version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const USER = 'n8n';
const DATABASE = 'postgres';
const MAX_CONNECTIONS = 200;

interface Connection {
	readonly host: string;
	readonly port: string;
	readonly database: string;
	readonly user: string;
	readonly password: string;
}

/** A PostgreSQL server of our own, or an existing one. */
export interface Postgres {
	/** The environment variables that n8n needs to connect to it. */
	readonly env: Readonly<Record<string, string>>;
	/** Undefined for an existing server, which is neither started nor killed here. */
	readonly part: ClusterPart | undefined;
	/** Runs a statement and returns its rows, each as the texts of its columns. @throws SetupError with the output of psql */
	query(statement: string): Promise<string[][]>;
	/** Removes the data of our own server, which must have stopped. Does nothing for an existing one. */
	removeData(): Promise<void>;
}

/** Uses the database at `postgres://user:password@host[:port]/database`, which should be empty. */
export async function existingPostgres(url: string): Promise<Postgres> {
	const { hostname, port, username, password, pathname } = new URL(url);
	const connection: Connection = {
		host: hostname,
		port: port || '5432',
		database: pathname.slice(1) || DATABASE,
		user: decodeURIComponent(username),
		password: decodeURIComponent(password),
	};
	const psql = await findProgram(wantedProgram('psql', 'PSQL', 'postgresql-client'));
	return {
		env: n8nSettings(connection),
		part: undefined,
		query: async (statement) => await runQuery(psql, connection, statement),
		removeData: async () => {},
	};
}

/**
 * Prepares PostgreSQL on a free loopback port, without a socket file. Its data is in the system's temporary folder, because
 * if we are root, it runs as the user postgres, who may not be able to read our folder. Does not start it.
 */
export async function preparePostgres(logFolder: string): Promise<Postgres> {
	const program = await findProgram(wantedProgram('postgres', 'POSTGRES', 'postgresql'));
	const programs = dirname(program);
	const owner = await unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'device-access-postgres-'));
	const connection: Connection = {
		host: '127.0.0.1',
		port: String(await freePort()),
		database: DATABASE,
		user: USER,
		password: randomBytes(16).toString('hex'),
	};
	await createDatabase(programs, folder, connection.password, owner);
	const part = new ClusterPart({
		name: 'PostgreSQL',
		command: {
			program,
			parameters: [
				'-D',
				join(folder, 'data'),
				'-p',
				connection.port,
				'-c',
				'listen_addresses=127.0.0.1',
				'-c',
				'unix_socket_directories=',
				'-c',
				`max_connections=${MAX_CONNECTIONS}`,
			],
			cwd: folder,
			...owner,
		},
		logFile: join(logFolder, 'postgres.log'),
		isReady: async () =>
			(await runQuery(psqlBeside(programs), connection, 'SELECT 1')).length === 1,
		// The "fast" shutdown, which does not wait until n8n has closed its connections.
		stopSignal: 'SIGINT',
		// Each connection's process leads a group of its own.
		listChildren: async (pid) =>
			(await runCommand('ps', ['-o', 'pid=', '--ppid', String(pid)], { cwd: '/' }))
				.split('\n')
				.filter(Boolean)
				.map(Number),
	});
	return {
		env: n8nSettings(connection),
		part,
		query: async (statement) => await runQuery(psqlBeside(programs), connection, statement),
		removeData: async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }),
	};
}

function wantedProgram(name: string, variable: string, debianPackage: string): WantedProgram {
	return {
		title: 'PostgreSQL',
		names: [name],
		folders: () =>
			existsSync(DEBIAN_FOLDER)
				? readdirSync(DEBIAN_FOLDER)
						.sort((a, b) => Number(b) - Number(a))
						.map((version) => join(DEBIAN_FOLDER, version, 'bin'))
				: [],
		variable,
		packages: [debianPackage],
		need: 'The cluster needs PostgreSQL',
	};
}

/** psql of the same installation, otherwise the one on the path. */
const psqlBeside = (programs: string) =>
	existsSync(join(programs, 'psql')) ? join(programs, 'psql') : 'psql';

/** If we are root, the user to run PostgreSQL as, because it refuses to run as root. Debian's package creates this user. */
async function unprivilegedUser(): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	try {
		const [uid, gid] = await Promise.all(
			['-u', '-g'].map(async (option) =>
				Number(await runCommand('id', [option, 'postgres'], { cwd: '/' })),
			),
		);
		return { uid, gid };
	} catch (error) {
		throw new SetupError(
			'PostgreSQL does not run as root, and there is no user "postgres" to run it as. Start the cluster as another user.',
			{ cause: error },
		);
	}
}

async function createDatabase(
	programs: string,
	folder: string,
	password: string,
	{ uid, gid }: { uid?: number; gid?: number },
): Promise<void> {
	const dataFolder = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	await mkdir(dataFolder, { mode: 0o700 });
	await writeFile(passwordFile, password, { mode: 0o600 });
	if (uid !== undefined && gid !== undefined) {
		for (const path of [folder, dataFolder, passwordFile]) await chown(path, uid, gid);
	}
	try {
		await runCommand(
			join(programs, 'initdb'),
			[
				'-D',
				dataFolder,
				`--username=${USER}`,
				'--auth=scram-sha-256',
				`--pwfile=${passwordFile}`,
				'--encoding=UTF8',
				'--locale=C',
				'--no-sync',
			],
			{ cwd: folder, uid, gid },
			'The database could not be created',
		);
	} finally {
		await rm(passwordFile, { force: true });
	}
}

const n8nSettings = ({ host, port, database, user, password }: Connection) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_PORT: port,
	DB_POSTGRESDB_DATABASE: database,
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_PASSWORD: password,
});

/** Runs psql unaligned and without headings, with the unit separator between columns and the record separator between rows. */
async function runQuery(
	psql: string,
	{ host, port, database, user, password }: Connection,
	statement: string,
): Promise<string[][]> {
	const output = await runCommand(
		psql,
		[
			'--no-psqlrc',
			'--no-password',
			'--tuples-only',
			'--no-align',
			'--quiet',
			'--field-separator=\u001F',
			'--record-separator=\u001E',
			'-v',
			'ON_ERROR_STOP=1',
			'-h',
			host,
			'-p',
			port,
			'-U',
			user,
			'-d',
			database,
			'-c',
			statement,
		],
		{ cwd: '/', env: { ...process.env, PGPASSWORD: password, PGCONNECT_TIMEOUT: '5' } },
	);
	const rows = output.replace(/\n$/, '');
	return rows === '' ? [] : rows.split('\u001E').map((row) => row.split('\u001F'));
}
