import { type CancelSchedule, type ScheduledRun, SystemClock } from '../../../sandbox/domain/clock';

/** A real-time clock that also shows whether anything is still scheduled. */
export class RestingClock extends SystemClock {
	private waiting = 0;

	get isAtRest(): boolean {
		return this.waiting === 0;
	}

	override schedule(atMs: number, run: ScheduledRun): CancelSchedule {
		let isOver = false;
		const end = () => {
			if (!isOver) this.waiting--;
			isOver = true;
		};
		this.waiting++;
		const cancel = super.schedule(atMs, async () => {
			await run();
			end();
		});
		return () => {
			cancel();
			end();
		};
	}
}
