import { FIRST_POLL_INTERVAL_MS, MAX_POLL_INTERVAL_MS } from '../../../nodes/DeviceAccess/transport/limits';
import { type LookUp, waitUntilSettled } from '../../../nodes/DeviceAccess/waiting/waitUntilSettled';
import { steppingClock } from '../steppingClock';

/** A look-up that settles each id at its tick (1 is the first), and the ids it was asked for. */
function settleAtTick(ticks: Record<string, number>) {
	const asked: string[][] = [];
	const lookUp: LookUp<string> = async (ids) => {
		await Promise.resolve();
		asked.push(ids);
		return new Map(ids.filter((id) => (ticks[id] ?? Infinity) <= asked.length).map((id) => [id, `${id} is done`]));
	};
	return { lookUp, asked };
}

describe('waitUntilSettled', () => {
	it('looks all pending ids up together, and asks no more for those that are settled', async () => {
		const { lookUp, asked } = settleAtTick({ a: 1, b: 2, c: 3 });
		const settled = await waitUntilSettled(['a', 'b', 'c'], lookUp, { timeoutMs: 60_000 }, steppingClock());
		expect(settled).toEqual(new Map([['a', 'a is done'], ['b', 'b is done'], ['c', 'c is done']]));
		expect(asked).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
	});

	it('waits before the first look-up, then longer and longer up to the longest pause', async () => {
		const clock = steppingClock();
		const { lookUp } = settleAtTick({ a: 9 });
		await waitUntilSettled(['a'], lookUp, { timeoutMs: 600_000 }, clock);
		expect(clock.sleptMs).toEqual([FIRST_POLL_INTERVAL_MS, 1_500, 2_250, 3_375, 5_062.5, 7_593.75, MAX_POLL_INTERVAL_MS, MAX_POLL_INTERVAL_MS, MAX_POLL_INTERVAL_MS]);
	});

	it('keeps to the pauses it is given', async () => {
		const clock = steppingClock();
		await waitUntilSettled(['a'], settleAtTick({ a: 4 }).lookUp, { timeoutMs: 60_000, firstIntervalMs: 100, maxIntervalMs: 200 }, clock);
		expect(clock.sleptMs).toEqual([100, 150, 200, 200]);
	});

	it('begins with the longest pause when that is shorter than the first one', async () => {
		const clock = steppingClock();
		await waitUntilSettled(['a'], settleAtTick({ a: 2 }).lookUp, { timeoutMs: 60_000, firstIntervalMs: 500, maxIntervalMs: 200 }, clock);
		expect(clock.sleptMs).toEqual([200, 200]);
	});

	it('looks up a last time at the deadline and leaves what is open', async () => {
		const clock = steppingClock();
		const { lookUp, asked } = settleAtTick({ a: 1 });
		const settled = await waitUntilSettled(['a', 'b'], lookUp, { timeoutMs: 4_000 }, clock);
		expect([...settled.keys()]).toEqual(['a']);
		expect(clock.sleptMs).toEqual([1_000, 1_500, 1_500]);
		expect(asked).toHaveLength(3);
	});

	it('counts the time that look-ups take against the deadline', async () => {
		const clock = steppingClock();
		let lookUps = 0;
		const slow: LookUp<string> = async () => {
			await Promise.resolve();
			lookUps++;
			clock.advance(3_000);
			return new Map();
		};
		await waitUntilSettled(['a'], slow, { timeoutMs: 5_000 }, clock);
		expect(clock.sleptMs).toEqual([1_000, 1_000]);
		expect(lookUps).toBe(2);
	});

	it('looks up once even when there is no time to wait', async () => {
		const clock = steppingClock();
		const { lookUp, asked } = settleAtTick({ a: 1 });
		expect(await waitUntilSettled(['a', 'b'], lookUp, { timeoutMs: 0 }, clock)).toEqual(new Map([['a', 'a is done']]));
		expect(asked).toEqual([['a', 'b']]);
		expect(clock.sleptMs).toEqual([0]);
	});

	it('neither waits nor looks up for an empty set', async () => {
		const clock = steppingClock();
		const { lookUp, asked } = settleAtTick({});
		expect(await waitUntilSettled([], lookUp, { timeoutMs: 60_000 }, clock)).toEqual(new Map());
		expect({ asked, slept: clock.sleptMs }).toEqual({ asked: [], slept: [] });
	});

	it('looks an id up once that is given twice', async () => {
		const { lookUp, asked } = settleAtTick({ a: 1 });
		await waitUntilSettled(['a', 'a'], lookUp, { timeoutMs: 60_000 }, steppingClock());
		expect(asked).toEqual([['a']]);
	});

	it('leaves at once when the workflow is cancelled before it begins', async () => {
		const { lookUp, asked } = settleAtTick({ a: 1 });
		expect(await waitUntilSettled(['a'], lookUp, { timeoutMs: 60_000 }, steppingClock(), AbortSignal.abort())).toEqual(new Map());
		expect(asked).toEqual([]);
	});

	it('leaves with what is settled when the workflow is cancelled during a pause', async () => {
		const controller = new AbortController();
		const { lookUp, asked } = settleAtTick({ a: 1 });
		const clock = steppingClock();
		const pauses: number[] = [];
		const cancellingClock = {
			...clock,
			sleep: async (durationMs: number, signal?: AbortSignal) => {
				pauses.push(durationMs);
				if (pauses.length === 2) controller.abort();
				await clock.sleep(durationMs, signal);
			},
		};
		const settled = await waitUntilSettled(['a', 'b'], lookUp, { timeoutMs: 60_000 }, cancellingClock, controller.signal);
		expect([...settled.keys()]).toEqual(['a']);
		expect(asked).toHaveLength(1);
	});

	it('passes on what a look-up throws', async () => {
		const broken = async () => await Promise.reject(new Error('no key'));
		await expect(waitUntilSettled(['a'], broken, { timeoutMs: 60_000 }, steppingClock())).rejects.toThrow('no key');
	});
});
