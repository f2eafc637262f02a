import { existsSync } from 'node:fs';
import { deathOf, endProcess, killGroup, type LaunchCommand, launchProcess, type RunningProcess, signalIfAlive } from '../process/launchProcess';
import { SetupError } from '../process/SetupError';

const READY_TIME_LIMIT_MS = 300_000;
const READINESS_INTERVAL_MS = 250;

/** A supervisor waits before it restarts a process. */
const RESTART_DELAY_MS = 1_000;

/** Linux: has the kernel kill a program when the one that started it is gone, however it went (util-linux). */
const SETPRIV = '/usr/bin/setpriv';

export interface ClusterPartOptions {
	readonly name: string;
	readonly command: LaunchCommand;
	readonly logFile: string;
	readonly log?: (line: string) => void;
	/** One quick check. False or a rejection means not yet. */
	readonly isReady: () => Promise<boolean>;
	/** The signal to end normally. */
	readonly stopSignal?: NodeJS.Signals;
	/** Children outside its process group, which must die with it. */
	readonly listChildren?: (pid: number) => Promise<readonly number[]>;
	/**
	 * Whether it is started again when it ends by itself, as systemd, Docker or Kubernetes do it. n8n relies on that: it
	 * gives up when Redis stays away for ten seconds.
	 */
	readonly isSupervised?: boolean;
}

/** One process of the cluster: it can be started, stopped, killed and frozen. */
export class ClusterPart {
	private running: RunningProcess | undefined;
	private restartTimer: NodeJS.Timeout | undefined;
	/** How often the supervisor had to start it again. */
	restarts = 0;

	constructor(private readonly options: ClusterPartOptions) {}

	get name(): string {
		return this.options.name;
	}

	/** All that it has printed. */
	get logFile(): string {
		return this.options.logFile;
	}

	get pid(): number | undefined {
		return this.running?.hasEnded === false ? this.running.child.pid : undefined;
	}

	/** Launches it; waitUntilReady() tells when it works. */
	start(): void {
		if (this.pid !== undefined) return;
		const running = launchProcess(endingWithParent(this.options.command), this.options.logFile, this.options.log);
		this.running = running;
		if (this.options.isSupervised !== true) return;
		void running.ended.then(() => {
			if (running.isStopping) return;
			this.restarts++;
			this.restartTimer = setTimeout(() => this.start(), RESTART_DELAY_MS);
		});
	}

	/** @throws SetupError with its last lines of log when it ends, or is not ready within five minutes */
	async waitUntilReady(): Promise<void> {
		const deadline = Date.now() + READY_TIME_LIMIT_MS;
		for (;;) {
			if (await this.options.isReady().catch(() => false)) return;
			const { running } = this;
			if (running === undefined) throw new SetupError(`${this.name} was not started`);
			if (running.hasEnded && (this.restarts === 0 || running.isStopping)) throw deathOf(this.name, running);
			if (Date.now() > deadline) {
				throw new SetupError(`${this.name} was not ready within ${READY_TIME_LIMIT_MS / 1000} seconds. The end of its log:\n${running.lastLines.join('\n')}`);
			}
			await new Promise((resolve) => setTimeout(resolve, READINESS_INTERVAL_MS));
		}
	}

	/** Ends it as an administrator does. */
	async stop(): Promise<void> {
		clearTimeout(this.restartTimer);
		if (this.running === undefined) return;
		// A frozen process would not receive the signal.
		this.signal('SIGCONT');
		await endProcess(this.running, this.options.stopSignal);
	}

	/** Sends SIGKILL to all of it, like a power failure. Resolves when it has ended. */
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

	/** SIGSTOP: it keeps what it holds in memory and answers nothing, as behind a cut network. */
	freeze(): void {
		this.signal('SIGSTOP');
	}

	/** SIGCONT after freeze(). */
	thaw(): void {
		this.signal('SIGCONT');
	}

	/** For the end of this process, without waiting. */
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

/** An interrupted test run cannot stop what it started. */
function endingWithParent(command: LaunchCommand): LaunchCommand {
	if (!existsSync(SETPRIV)) return command;
	return { ...command, program: SETPRIV, parameters: ['--pdeathsig', 'KILL', command.program, ...command.parameters] };
}
