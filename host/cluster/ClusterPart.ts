import { existsSync } from 'node:fs';
import {
	deathOf,
	endProcess,
	killGroup,
	type LaunchCommand,
	launchProcess,
	type RunningProcess,
	signalIfAlive,
} from '../process/launchProcess';
import { SetupError } from '../process/SetupError';

const READY_TIME_LIMIT_MS = 300_000;
const READINESS_INTERVAL_MS = 250;

/** A supervisor waits before it restarts a process. */
const RESTART_DELAY_MS = 1_000;

/** Linux (util-linux): makes the kernel kill a program when its parent process ends for any reason. */
const SETPRIV = '/usr/bin/setpriv';

export interface ClusterPartOptions {
	readonly name: string;
	readonly command: LaunchCommand;
	readonly logFile: string;
	readonly log?: (line: string) => void;
	/** A quick check of whether the process is ready. False or a rejection means not yet. */
	readonly isReady: () => Promise<boolean>;
	/** The signal that ends the process normally. */
	readonly stopSignal?: NodeJS.Signals;
	/** Lists children outside its process group, which must end with it. */
	readonly listChildren?: (pid: number) => Promise<readonly number[]>;
	/**
	 * Whether the process is started again after it ends by itself, as systemd, Docker or Kubernetes would do. n8n relies on that: it
	 * exits when Redis is unavailable for ten seconds.
	 */
	readonly isSupervised?: boolean;
}

/** One process of the cluster: it can be started, stopped, killed and frozen. */
export class ClusterPart {
	private running: RunningProcess | undefined;
	private restartTimer: NodeJS.Timeout | undefined;
	/** How many times the supervisor has restarted it. */
	restarts = 0;

	constructor(private readonly options: ClusterPartOptions) {}

	get name(): string {
		return this.options.name;
	}

	/** The file with all its output. */
	get logFile(): string {
		return this.options.logFile;
	}

	get pid(): number | undefined {
		return this.running?.hasEnded === false ? this.running.child.pid : undefined;
	}

	/** Launches the process; waitUntilReady() resolves when it is ready. */
	start(): void {
		if (this.pid !== undefined) return;
		const running = launchProcess(
			endingWithParent(this.options.command),
			this.options.logFile,
			this.options.log,
		);
		this.running = running;
		if (this.options.isSupervised !== true) return;
		void running.ended.then(() => {
			if (running.isStopping) return;
			this.restarts++;
			this.restartTimer = setTimeout(() => this.start(), RESTART_DELAY_MS);
		});
	}

	/** @throws SetupError with the last lines of its log if it ends and is not restarted, or is not ready within five minutes */
	async waitUntilReady(): Promise<void> {
		const deadline = Date.now() + READY_TIME_LIMIT_MS;
		for (;;) {
			if (await this.options.isReady().catch(() => false)) return;
			const { running } = this;
			if (running === undefined) throw new SetupError(`${this.name} was not started`);
			if (running.hasEnded && (this.restarts === 0 || running.isStopping))
				throw deathOf(this.name, running);
			if (Date.now() > deadline) {
				throw new SetupError(
					`${this.name} was not ready within ${READY_TIME_LIMIT_MS / 1000} seconds. The end of its log:\n${running.lastLines.join('\n')}`,
				);
			}
			await new Promise((resolve) => setTimeout(resolve, READINESS_INTERVAL_MS));
		}
	}

	/** Ends the process normally, as an administrator does. */
	async stop(): Promise<void> {
		clearTimeout(this.restartTimer);
		if (this.running === undefined) return;
		// A frozen process would not receive the signal.
		this.signal('SIGCONT');
		await endProcess(this.running, this.options.stopSignal);
	}

	/** Sends SIGKILL to the process and its children, like a power failure. Resolves when they have ended. */
	async kill(): Promise<void> {
		clearTimeout(this.restartTimer);
		const { running, pid } = this;
		if (running === undefined || pid === undefined) return;
		running.isStopping = true;
		const children = (await this.options.listChildren?.(pid)) ?? [];
		killGroup(running);
		for (const child of children) signalIfAlive(child, 'SIGKILL');
		await running.ended;
	}

	/** Sends SIGSTOP: the process keeps its memory but does not answer, as after a network failure. */
	freeze(): void {
		this.signal('SIGSTOP');
	}

	/** Sends SIGCONT after freeze(). */
	thaw(): void {
		this.signal('SIGCONT');
	}

	/** Kills the part without waiting. Use it when this process is about to exit. */
	killNow(): void {
		clearTimeout(this.restartTimer);
		if (this.running === undefined || this.pid === undefined) return;
		this.running.isStopping = true;
		killGroup(this.running);
	}

	private signal(signal: NodeJS.Signals): void {
		if (this.pid !== undefined) signalIfAlive(-this.pid, signal);
	}
}

/** Makes the command end with this process, because an interrupted test run cannot stop what it started. */
function endingWithParent(command: LaunchCommand): LaunchCommand {
	if (!existsSync(SETPRIV)) return command;
	return {
		...command,
		program: SETPRIV,
		parameters: ['--pdeathsig', 'KILL', command.program, ...command.parameters],
	};
}
