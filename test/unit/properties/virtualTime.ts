import type { Clock } from '../../../nodes/DeviceAccess/transport/clock';

/** A clock whose time passes only while everybody sleeps, so that a minute of waiting takes no real time. */
export interface VirtualTime extends Clock {
	/** Advances time until the work is done. Throws if everybody waits and nothing is due. */
	play<Result>(work: Promise<Result>): Promise<Result>;
}

interface Sleeper {
	untilMs: number;
	wake: () => void;
}

const START_MS = 1_700_000_000_000;

export function virtualTime(startMs = START_MS): VirtualTime {
	let nowMs = startMs;
	const sleepers = new Set<Sleeper>();
	const takeNext = (): Sleeper[] => {
		const untilMs = Math.min(...[...sleepers].map((sleeper) => sleeper.untilMs));
		const due = [...sleepers].filter((sleeper) => sleeper.untilMs === untilMs);
		for (const sleeper of due) sleepers.delete(sleeper);
		nowMs = Math.max(nowMs, untilMs);
		return due;
	};
	return {
		now: () => nowMs,
		sleep: async (durationMs, signal) => {
			if (durationMs <= 0 || signal?.aborted) return;
			await new Promise<void>((resolve) => {
				const sleeper = { untilMs: nowMs + durationMs, wake: resolve };
				sleepers.add(sleeper);
				signal?.addEventListener(
					'abort',
					() => {
						sleepers.delete(sleeper);
						resolve();
					},
					{ once: true },
				);
			});
		},
		play: async (work) => {
			let isDone = false;
			const markDone = () => {
				isDone = true;
			};
			work.then(markDone, markDone);
			for (;;) {
				await new Promise<void>((resolve) => setImmediate(resolve));
				if (isDone) return await work;
				if (sleepers.size === 0)
					throw new Error('Everybody waits, and nobody is going to wake anybody');
				for (const { wake } of takeNext()) wake();
			}
		},
	};
}
