/** Where the sandbox's time comes from. All points in time are milliseconds since the epoch. */
export interface Clock {
	now(): number;
	/** Runs `run` once when the clock reaches `atMs`. The returned function prevents that, and does nothing after the run. */
	schedule(atMs: number, run: ScheduledRun): CancelSchedule;
	/** Moves time by `ms`, and runs everything due, in order of time, one run after the other. */
	advanceBy(ms: number): Promise<void>;
	/** How far real time was moved. A clock that stands still has 0. */
	readonly aheadMs: number;
}

/** A function that runs at its scheduled time. */
export type ScheduledRun = () => void | Promise<void>;
/** Prevents a scheduled run. */
export type CancelSchedule = () => void;

interface ScheduleEntry {
	atMs: number;
	run: ScheduledRun;
}

function earliestDue<Entry extends ScheduleEntry>(
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

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Real time, and whatever it was moved ahead by. Its timers never keep the process alive. */
export class SystemClock implements Clock {
	aheadMs = 0;
	private readonly schedules = new Set<ScheduleEntry & { timer?: NodeJS.Timeout }>();

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
		const aheadMs = this.aheadMs + ms;
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

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
	readonly aheadMs = 0;
	private currentMs: number;
	private readonly schedules = new Set<ScheduleEntry>();

	/** @param startMs time at which the clock starts; by default the real time, so that records look recent. */
	constructor(startMs: number = Date.now()) {
		this.currentMs = startMs;
	}

	now(): number {
		return this.currentMs;
	}

	schedule(atMs: number, run: ScheduledRun): CancelSchedule {
		const entry = { atMs, run };
		this.schedules.add(entry);
		return () => void this.schedules.delete(entry);
	}

	async advanceBy(ms: number): Promise<void> {
		const targetMs = this.currentMs + ms;
		const nextDue = () => earliestDue(this.schedules, targetMs);
		for (let due = nextDue(); due !== undefined; due = nextDue()) {
			this.schedules.delete(due);
			this.currentMs = Math.max(this.currentMs, due.atMs);
			await due.run();
		}
		this.currentMs = Math.max(this.currentMs, targetMs);
	}
}

/** The clock's time in the ISO format of the API. */
export function nowIso({ clock }: { clock: Clock }): string {
	return new Date(clock.now()).toISOString();
}
