import { resolve as resolvePath } from 'node:path';
import { setTimeout as realSleep } from 'node:timers/promises';
import type { RequestLog } from '../../../sandbox/faults/requestLog';
import { ManualClock } from '../clock/manualClock';
import { moveTimeTo } from '../clock/moveTimeTo';

/** The clock of the built node, which the engine runs. */
const BUILT_CLOCK = resolvePath(__dirname, '../../../dist/nodes/DeviceAccess/transport/clock.js');
/** Without a new request for this long, in real milliseconds, everyone who runs is waiting. */
const QUIET_MS = 3;

interface Sleeper {
	wakeAtMs: number;
	wake: () => void;
}

/** One time for the sandbox, the engine and the node. It moves when it is told to, or when everyone who runs is waiting. */
export class SeasonTime {
	readonly clock: ManualClock;
	requests?: RequestLog;
	private readonly sleepers = new Set<Sleeper>();
	private isPumping = false;
	private isStopped = false;
	private moving: Promise<void> = Promise.resolve();

	constructor(startMs: number) {
		this.clock = new ManualClock(startMs);
		moveTimeTo(startMs);
		const { systemClock } = jest.requireActual<{ systemClock: { sleep: unknown } }>(BUILT_CLOCK);
		jest
			.spyOn(systemClock as { sleep: (ms: number, signal?: AbortSignal) => Promise<void> }, 'sleep')
			.mockImplementation(async (ms, signal) => await this.sleep(ms, signal));
	}

	now(): number {
		return this.clock.now();
	}

	/** Moves time forward to `atMs`, and runs what is due until then. Does nothing for a time that has passed. */
	async moveTo(atMs: number): Promise<void> {
		this.moving = this.moving.then(async () => {
			await this.clock.advanceBy(Math.max(0, atMs - this.clock.now()));
			jest.setSystemTime(this.clock.now());
		});
		await this.moving;
	}

	/** Ends what still sleeps, such as a notice about a request that failed last. Time no longer moves by itself. */
	async stop(): Promise<void> {
		this.isStopped = true;
		for (const { wake } of this.sleepers) wake();
		await this.moving;
	}

	private async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms <= 0 || signal?.aborted || this.isStopped) return;
		await new Promise<void>((resolve) => {
			const wake = () => {
				signal?.removeEventListener('abort', wake);
				this.sleepers.delete(sleeper);
				resolve();
			};
			const sleeper: Sleeper = { wakeAtMs: this.now() + ms, wake };
			this.sleepers.add(sleeper);
			signal?.addEventListener('abort', wake, { once: true });
			void this.pump();
		});
	}

	private async pump(): Promise<void> {
		if (this.isPumping) return;
		this.isPumping = true;
		while (this.sleepers.size > 0 && !this.isStopped) {
			const before = this.requests?.entries.length;
			await realSleep(QUIET_MS);
			const { entries = [] } = this.requests ?? {};
			if (entries.length !== before || entries.some(({ endedOrder }) => endedOrder === undefined))
				continue;
			if (this.isStopped) break;
			await this.moveTo(Math.min(...[...this.sleepers].map(({ wakeAtMs }) => wakeAtMs)));
			for (const sleeper of [...this.sleepers]) if (sleeper.wakeAtMs <= this.now()) sleeper.wake();
		}
		this.isPumping = false;
	}
}
