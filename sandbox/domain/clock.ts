/** Where the sandbox's time comes from. All points in time are milliseconds since the epoch. */
export interface Clock {
	now(): number;
	/** Runs `run` once when the clock reaches `atMs`. The returned function prevents that, and does nothing after the run. */
	schedule(atMs: number, run: ScheduledRun): CancelSchedule;
}

/** A function that runs at its scheduled time. */
export type ScheduledRun = () => void | Promise<void>;
/** Prevents a scheduled run. */
export type CancelSchedule = () => void;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Real time. Its timers never keep the process alive. */
export class SystemClock implements Clock {
	now(): number {
		return Date.now();
	}

	schedule(atMs: number, run: ScheduledRun): CancelSchedule {
		let timer: NodeJS.Timeout;
		const wait = () => {
			const delayMs = atMs - Date.now();
			// Longer timers fire immediately, so a long wait (a code may start next month) is split into parts.
			timer =
				delayMs > LONGEST_TIMER_MS
					? setTimeout(wait, LONGEST_TIMER_MS)
					: setTimeout(() => void run(), Math.max(0, delayMs));
			timer.unref();
		};
		wait();
		return () => clearTimeout(timer);
	}
}

interface ScheduleEntry {
	atMs: number;
	run: ScheduledRun;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
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

	/** Moves time forward by `ms` and runs everything due, in order of time, one run after the other. */
	async advanceBy(ms: number): Promise<void> {
		const targetMs = this.currentMs + ms;
		for (let due = this.nextDue(targetMs); due !== undefined; due = this.nextDue(targetMs)) {
			this.schedules.delete(due);
			this.currentMs = Math.max(this.currentMs, due.atMs);
			await due.run();
		}
		this.currentMs = Math.max(this.currentMs, targetMs);
	}

	private nextDue(targetMs: number): ScheduleEntry | undefined {
		let earliest: ScheduleEntry | undefined;
		for (const entry of this.schedules) {
			if (entry.atMs <= targetMs && (earliest === undefined || entry.atMs < earliest.atMs))
				earliest = entry;
		}
		return earliest;
	}
}

/** The clock's time in the ISO format of the API. */
export function nowIso({ clock }: { clock: Clock }): string {
	return new Date(clock.now()).toISOString();
}
