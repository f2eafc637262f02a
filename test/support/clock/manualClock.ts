import {
	type CancelSchedule,
	type Clock,
	earliestDue,
	Moves,
	type ScheduledRun,
	type ScheduleEntry,
} from '../../../sandbox/domain/clock';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
	readonly aheadMs = 0;
	private currentMs: number;
	private readonly schedules = new Set<ScheduleEntry>();
	private readonly moves = new Moves();

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
		await this.moves.add(async () => await this.moveTo(this.currentMs + ms));
	}

	async returnToRealTime(): Promise<void> {}

	private async moveTo(targetMs: number): Promise<void> {
		const nextDue = () => earliestDue(this.schedules, targetMs);
		for (let due = nextDue(); due !== undefined; due = nextDue()) {
			this.schedules.delete(due);
			this.currentMs = Math.max(this.currentMs, due.atMs);
			await due.run();
		}
		this.currentMs = Math.max(this.currentMs, targetMs);
	}
}
