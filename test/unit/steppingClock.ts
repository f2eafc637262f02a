import type { Clock } from '../../nodes/DeviceAccess/transport/clock';

/** A clock on which only sleeping takes time, with a record of the length of each sleep, in milliseconds. */
export interface SteppingClock extends Clock {
	sleptMs: number[];
	/** Advances time without a sleep, as a slow request does. */
	advance(durationMs: number): void;
}

export function steppingClock(startMs = 1_700_000_000_000): SteppingClock {
	let nowMs = startMs;
	const sleptMs: number[] = [];
	return {
		sleptMs,
		now: () => nowMs,
		advance: (durationMs) => {
			nowMs += durationMs;
		},
		sleep: async (durationMs, signal) => {
			if (signal?.aborted) return;
			sleptMs.push(durationMs);
			nowMs += Math.max(durationMs, 0);
			await Promise.resolve();
		},
	};
}
