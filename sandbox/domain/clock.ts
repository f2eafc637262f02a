/** Where the sandbox's time comes from. All points in time are milliseconds since the epoch. */
export interface Clock {
	now(): number;
	/** Runs `run` once when the clock reaches `atMs`. The returned function prevents that, and does nothing after the run. */
	schedule(atMs: number, run: ScheduledRun): CancelSchedule;
	/**
	 * Moves time by `ms`, and runs everything due, in order of time, one run after the other. A move that begins during
	 * another one follows it.
	 */
	advanceBy(ms: number): Promise<void>;
	/** Moves time back to real time, after any move before it. A clock that stands still does nothing. */
	returnToRealTime(): Promise<void>;
	/** How far real time was moved. A clock that stands still has 0. */
	readonly aheadMs: number;
}

export type ScheduledRun = () => void | Promise<void>;
export type CancelSchedule = () => void;

export interface ScheduleEntry {
	atMs: number;
	run: ScheduledRun;
}

export function earliestDue<Entry extends ScheduleEntry>(
	entries: Iterable<Entry>,
	targetMs: number,
): Entry | undefined {
	let earliest: Entry | undefined;
	for (const entry of entries) {
		if (entry.atMs <= targetMs && (earliest === undefined || entry.atMs < earliest.atMs))
			earliest = entry;
	}
	return earliest;
}

export class Moves {
	private last?: Promise<void>;

	async add(move: () => Promise<void>): Promise<void> {
		const moved = this.last === undefined ? move() : this.last.then(move);
		// A run that throws ends its own move only.
		const ended = moved.catch(() => {});
		this.last = ended;
		await ended;
		if (this.last === ended) this.last = undefined;
		await moved;
	}
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Real time, and whatever it was moved ahead by. Its timers never keep the process alive. */
export class SystemClock implements Clock {
	aheadMs = 0;
	private readonly schedules = new Set<ScheduleEntry & { timer?: NodeJS.Timeout }>();
	private readonly moves = new Moves();

	now(): number {
		return Date.now() + this.aheadMs;
	}

	schedule(atMs: number, run: ScheduledRun): CancelSchedule {
		const entry = { atMs, run };
		this.schedules.add(entry);
		this.startTimer(entry);
		return () => this.remove(entry);
	}

	async advanceBy(ms: number): Promise<void> {
		await this.moves.add(async () => await this.moveTo(this.aheadMs + ms));
	}

	async returnToRealTime(): Promise<void> {
		await this.moves.add(async () => await this.moveTo(0));
	}

	private async moveTo(aheadMs: number): Promise<void> {
		const nextDue = () => earliestDue(this.schedules, Date.now() + aheadMs);
		for (let due = nextDue(); due !== undefined; due = nextDue()) {
			this.remove(due);
			this.aheadMs = Math.max(this.aheadMs, due.atMs - Date.now());
			await due.run();
		}
		this.aheadMs = aheadMs;
		for (const entry of this.schedules) this.startTimer(entry);
	}

	private startTimer(entry: ScheduleEntry & { timer?: NodeJS.Timeout }): void {
		clearTimeout(entry.timer);
		const delayMs = Math.max(0, entry.atMs - this.now());
		// Longer timers fire immediately, so a long wait (a code may start next month) is split into parts.
		entry.timer =
			delayMs > LONGEST_TIMER_MS
				? setTimeout(() => this.startTimer(entry), LONGEST_TIMER_MS)
				: setTimeout(() => {
						this.remove(entry);
						void entry.run();
					}, delayMs);
		entry.timer.unref();
	}

	private remove(entry: ScheduleEntry & { timer?: NodeJS.Timeout }): void {
		clearTimeout(entry.timer);
		this.schedules.delete(entry);
	}
}

export function nowIso({ clock }: { clock: Clock }): string {
	return new Date(clock.now()).toISOString();
}
