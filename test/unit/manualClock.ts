import type { Clock } from '../../nodes/DeviceAccess/transport/clock';

/** A clock that a test advances; a sleeper wakes at its time or by its signal. */
export interface ManualClock extends Clock {
	/** Advances time, and runs everything that is due until then. */
	advance(durationMs: number): Promise<void>;
}

/** Runs everything that is due without advancing time. */
export const settle = async () => {
	for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

export function manualClock(startMs = 1_700_000_000_000): ManualClock {
	let nowMs = startMs;
	const sleepers = new Set<{ untilMs: number; wake: () => void }>();
	return {
		now: () => nowMs,
		sleep: async (durationMs, signal) => {
			if (durationMs <= 0 || signal?.aborted) return;
			await new Promise<void>((resolve) => {
				const sleeper = { untilMs: nowMs + durationMs, wake: resolve };
				sleepers.add(sleeper);
				signal?.addEventListener('abort', () => {
					sleepers.delete(sleeper);
					resolve();
				});
			});
		},
		advance: async (durationMs) => {
			const endMs = nowMs + durationMs;
			for (;;) {
				await settle();
				const [next] = [...sleepers]
					.filter(({ untilMs }) => untilMs <= endMs)
					.sort((a, b) => a.untilMs - b.untilMs);
				if (!next) break;
				sleepers.delete(next);
				nowMs = Math.max(nowMs, next.untilMs);
				next.wake();
			}
			nowMs = endMs;
			await settle();
		},
	};
}
