import { ManualClock, SystemClock } from '../../sandbox/domain/clock';

const DAY_MS = 86_400_000;

describe('ManualClock', () => {
	it('runs what becomes due in order of time, each at its own time, awaiting one before the next', async () => {
		const clock = new ManualClock(1_000);
		const runs: Array<[string, number]> = [];
		clock.schedule(1_300, () => void runs.push(['late', clock.now()]));
		clock.schedule(1_100, async () => {
			await Promise.resolve();
			runs.push(['early', clock.now()]);
			clock.schedule(1_200, () => void runs.push(['added', clock.now()]));
		});
		clock.schedule(9_999, () => void runs.push(['never', clock.now()]));
		await clock.advanceBy(500);
		expect(runs).toEqual([
			['early', 1_100],
			['added', 1_200],
			['late', 1_300],
		]);
		expect(clock.now()).toBe(1_500);
	});

	it('does not run what was cancelled', async () => {
		const clock = new ManualClock(0);
		const run = jest.fn();
		clock.schedule(10, run)();
		await clock.advanceBy(10);
		expect(run).not.toHaveBeenCalled();
	});
});

describe('SystemClock', () => {
	it('runs over real time, unless cancelled', async () => {
		const clock = new SystemClock();
		const cancelled = jest.fn();
		clock.schedule(clock.now() + 5, cancelled)();
		const keepAlive = setInterval(() => {}, 1_000);
		await new Promise<void>((resolve) => clock.schedule(clock.now() + 20, resolve));
		clearInterval(keepAlive);
		expect(cancelled).not.toHaveBeenCalled();
	});
});

describe('SystemClock, waiting for longer than one timer can', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	it('runs once, when the time has come', () => {
		const clock = new SystemClock();
		const run = jest.fn();
		clock.schedule(clock.now() + 60 * DAY_MS, run);
		jest.advanceTimersByTime(59 * DAY_MS);
		expect(run).toHaveBeenCalledTimes(0);
		jest.advanceTimersByTime(2 * DAY_MS);
		expect(run).toHaveBeenCalledTimes(1);
	});

	it('runs what a move makes due, in order of time and each at its own time, and the rest that much earlier', async () => {
		const clock = new SystemClock();
		const startMs = clock.now();
		const runs: Array<[string, number]> = [];
		const runAfter = (name: string, days: number) =>
			clock.schedule(startMs + days * DAY_MS, () => {
				runs.push([name, (clock.now() - startMs) / DAY_MS]);
			});
		runAfter('later', 3);
		runAfter('second', 1.5);
		runAfter('first', 1);
		await clock.advanceBy(2 * DAY_MS);
		jest.advanceTimersByTime(DAY_MS);
		expect(runs).toEqual([
			['first', 1],
			['second', 1.5],
			['later', 3],
		]);
		await clock.returnToRealTime();
		expect(clock.now()).toBe(Date.now());
	});

	it('is cancelled in any of its parts', () => {
		const clock = new SystemClock();
		const run = jest.fn();
		const cancel = clock.schedule(clock.now() + 60 * DAY_MS, run);
		jest.advanceTimersByTime(30 * DAY_MS);
		cancel();
		jest.advanceTimersByTime(60 * DAY_MS);
		expect(run).toHaveBeenCalledTimes(0);
	});
});

describe.each<[string, () => ManualClock | SystemClock]>([
	['ManualClock', () => new ManualClock(0)],
	['SystemClock', () => new SystemClock()],
])('%s, moved again during a move', (_name, newClock) => {
	/** A clock with something that takes a while in the first day of a move. */
	function slowClock() {
		const clock = newClock();
		const startMs = clock.now();
		const daysGone = () => Math.floor((clock.now() - startMs) / DAY_MS);
		const ranAfterDays: number[] = [];
		clock.schedule(startMs + DAY_MS / 2, async () => {
			await new Promise((resolve) => setImmediate(resolve));
		});
		clock.schedule(startMs + 1.5 * DAY_MS, () => void ranAfterDays.push(daysGone()));
		return { clock, daysGone, ranAfterDays };
	}

	it('ends after both moves', async () => {
		const { clock, daysGone, ranAfterDays } = slowClock();
		await Promise.all([clock.advanceBy(DAY_MS), clock.advanceBy(DAY_MS)]);
		expect([daysGone(), ranAfterDays]).toEqual([2, [1]]);
	});

	it('ends at real time if that is wanted last', async () => {
		const { clock } = slowClock();
		await Promise.all([clock.advanceBy(DAY_MS), clock.returnToRealTime()]);
		expect(clock.aheadMs).toBe(0);
	});
});
