import {
	FIRST_POLL_INTERVAL_MS,
	MAX_POLL_INTERVAL_MS,
} from '../../../nodes/DeviceAccess/transport/limits';
import {
	awaitOutcome,
	awaitOutcomes,
	type LookUp,
} from '../../../nodes/DeviceAccess/waiting/awaitOutcomes';
import { refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';
import { waitUpTo } from '../waitUpTo';

function settleAtTick(ticks: Record<string, number>) {
	const asked: string[][] = [];
	const lookUp: LookUp<string> = async (ids) => {
		await Promise.resolve();
		asked.push(ids);
		return new Map(
			ids
				.filter((id) => (ticks[id] ?? Infinity) <= asked.length)
				.map((id) => [id, `${id} is done`]),
		);
	};
	return { lookUp, asked };
}

describe('awaitOutcomes', () => {
	it('waits before the first lookup, then longer and longer up to the longest pause', async () => {
		const clock = steppingClock();
		const { lookUp } = settleAtTick({ a: 9 });
		await awaitOutcomes(['a'], lookUp, waitUpTo(600_000), { clock });
		expect(clock.sleptMs).toEqual([
			FIRST_POLL_INTERVAL_MS,
			1_500,
			2_250,
			3_375,
			5_062.5,
			7_593.75,
			MAX_POLL_INTERVAL_MS,
			MAX_POLL_INTERVAL_MS,
			MAX_POLL_INTERVAL_MS,
		]);
	});

	it('begins with the longest pause when that is shorter than the first one', async () => {
		const clock = steppingClock();
		await awaitOutcomes(
			['a'],
			settleAtTick({ a: 2 }).lookUp,
			{ timeoutMs: 60_000, firstIntervalMs: 500, maxIntervalMs: 200 },
			{ clock },
		);
		expect(clock.sleptMs).toEqual([200, 200]);
	});

	it('looks up once even when there is no time to wait', async () => {
		const clock = steppingClock();
		const { lookUp, asked } = settleAtTick({ a: 1 });
		expect(await awaitOutcomes(['a', 'b'], lookUp, waitUpTo(0), { clock })).toEqual(
			new Map([['a', 'a is done']]),
		);
		expect(asked).toEqual([['a', 'b']]);
		expect(clock.sleptMs).toEqual([0]);
	});

	it('looks up an ID once if it is given twice', async () => {
		const { lookUp, asked } = settleAtTick({ a: 1 });
		await awaitOutcomes(['a', 'a'], lookUp, waitUpTo(60_000), { clock: steppingClock() });
		expect(asked).toEqual([['a']]);
	});

	it('returns what is settled when the workflow is canceled during a pause', async () => {
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
		const settled = await awaitOutcomes(['a', 'b'], lookUp, waitUpTo(60_000), {
			signal: controller.signal,
			clock: cancellingClock,
		});
		expect([...settled.keys()]).toEqual(['a']);
		expect(asked).toHaveLength(1);
	});
});

describe('what awaitOutcomes could not read', () => {
	async function awaitWith(
		failuresOf: (tick: number) => Record<string, unknown>,
		ids: string[],
		limits = waitUpTo(10_000),
	) {
		const clock = steppingClock();
		const failures = new Map<string, unknown>();
		const asked: string[][] = [];
		const lookUp: LookUp<string> = async (pending) => {
			await Promise.resolve();
			asked.push(pending);
			const failed = failuresOf(asked.length);
			for (const id of pending) failures.delete(id);
			for (const id of pending) if (id in failed) failures.set(id, failed[id]);
			return new Map(
				pending.flatMap((id) => (id in failed || id === 'open' ? [] : [[id, `${id} is done`]])),
			);
		};
		const outcomes = await awaitOutcomes(ids, lookUp, limits, { failures, clock });
		return { outcomes, asked, sleptMs: clock.sleptMs };
	}
	const outage = refusal('/x', 503);

	it('by the deadline is tried a little longer, but nothing else is', async () => {
		const { outcomes, asked, sleptMs } = await awaitWith(
			(tick): Record<string, unknown> => (tick <= 6 ? { a: outage } : {}),
			['a', 'open'],
		);
		expect(outcomes).toEqual(new Map([['a', 'a is done']]));
		expect(sleptMs).toEqual([1_000, 1_500, 2_250, 3_375, 1_875, 1_000, 1_500]);
		expect(asked.slice(4)).toEqual([['a', 'open'], ['a'], ['a']]);
	});

	it.each([
		{ limits: waitUpTo(10_000), endMs: 13_000 },
		{ limits: { timeoutMs: 1_000, firstIntervalMs: 100, maxIntervalMs: 200 }, endMs: 1_600 },
	])(
		'is tried no longer than three seconds or three pauses past the deadline, with $limits',
		async ({ limits, endMs }) => {
			const { outcomes, sleptMs } = await awaitWith(() => ({ a: outage }), ['a'], limits);
			expect(outcomes).toEqual(new Map());
			expect(sleptMs.reduce((sumMs, pauseMs) => sumMs + pauseMs, 0)).toBe(endMs);
		},
	);

	it('is looked up once more if the key is refused, because a gateway may refuse it for a moment', async () => {
		const { outcomes, asked } = await awaitWith(
			(tick) => ({ a: refusal('/x', 401), ...(tick === 1 && { b: outage }) }),
			['a', 'b'],
		);
		expect(outcomes).toEqual(new Map([['b', 'b is done']]));
		expect(asked).toEqual([
			['a', 'b'],
			['a', 'b'],
		]);
	});
});

describe('awaitOutcome', () => {
	const LIMITS = waitUpTo(10_000);

	it('resolves with the first outcome, whatever went wrong before it', async () => {
		const clock = steppingClock();
		const looks = [
			async () => {
				throw refusal('/x', 503);
			},
			async () => undefined,
			async () => 'done',
		];
		expect(await awaitOutcome(async () => await looks.shift()?.(), LIMITS, clock)).toBe('done');
		expect(clock.sleptMs).toEqual([1_000, 1_500, 2_250]);
	});

	it('resolves with undefined if nothing has ended in time', async () => {
		const clock = steppingClock();
		expect(await awaitOutcome(async () => undefined, LIMITS, clock)).toBeUndefined();
		expect(clock.sleptMs.reduce((sumMs, pauseMs) => sumMs + pauseMs, 0)).toBe(10_000);
	});
});
