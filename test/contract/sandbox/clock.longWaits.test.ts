import { SystemClock } from '../../../sandbox/domain/clock';

const DAY_MS = 86_400_000;

describe('waiting for longer than one timer can', () => {
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
