import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { SetupError } from './SetupError';

const STOP_TIME_LIMIT_MS = 20_000;
const LAST_LOG_LINES = 25;

export interface LaunchCommand {
	readonly program: string;
	readonly parameters: readonly string[];
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user and group to run as, if this process may change them. */
	readonly uid?: number;
	readonly gid?: number;
}

/** A server in its own process group, so that Ctrl-C in the terminal does not reach it, and killing the group also kills its children. */
export interface RunningProcess {
	readonly child: ChildProcess;
	/** Settles when the process has ended and all its output has been read. */
	readonly ended: Promise<unknown>;
	readonly lastLines: readonly string[];
	/** True after this process has asked it to end. */
	isStopping: boolean;
	hasEnded: boolean;
}

/** Starts a server; calls `log` with each line of its output and appends the line to the file. */
export function launchProcess(
	{ program, parameters, ...options }: LaunchCommand,
	logFile: string,
	log: (line: string) => void = () => {},
): RunningProcess {
	const child = spawn(program, [...parameters], {
		...options,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const lastLines: string[] = [];
	const running: RunningProcess = {
		child,
		ended: once(child, 'close').catch(() => {}),
		lastLines,
		isStopping: false,
		hasEnded: false,
	};
	const file = createWriteStream(logFile, { flags: 'a' });
	const keep = (line: string) => {
		file.write(`${line}\n`);
		lastLines.push(line);
		if (lastLines.length > LAST_LOG_LINES) lastLines.shift();
		log(line);
	};
	child.once('error', (error) => keep(error.message));
	for (const stream of [child.stdout, child.stderr])
		createInterface({ input: stream }).on('line', keep);
	void running.ended.then(() => {
		running.hasEnded = true;
		file.end();
	});
	return running;
}

/** Ends the process normally. Kills it and all its children if that takes over 20 seconds. */
export async function endProcess(
	running: RunningProcess,
	signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
	running.isStopping = true;
	if (running.hasEnded) return;
	running.child.kill(signal);
	const killer = setTimeout(() => killGroup(running), STOP_TIME_LIMIT_MS);
	await running.ended;
	clearTimeout(killer);
}

/** Sends SIGKILL to the process and to the children in its group, such as n8n's runner for Code nodes. */
export function killGroup({ child }: RunningProcess): void {
	if (child.pid !== undefined) signalIfAlive(-child.pid, 'SIGKILL');
}

/** Sends a signal to a process, or to its group if the ID is negative. Does nothing if it has ended. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** The error for a server that ended unexpectedly, with its name and the end of its log. */
export function deathOf(name: string, { lastLines }: RunningProcess): SetupError {
	return new SetupError(`${name} ended unexpectedly. The end of its log:\n${lastLines.join('\n')}`);
}
