import type { Clock } from '../../nodes/DeviceAccess/transport/clock';

/** A clock that stands still until it is told to go on; who sleeps is woken when the time has come, or by its signal. */
export interface ManualClock extends Clock {
	/** Lets time pass, and everything happen that it sets off. */
	advance(durationMs: number): Promise<void>;
}

/** Lets all that is due without a passing of time happen. */
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
				const [next] = [...sleepers].filter(({ untilMs }) => untilMs <= endMs).sort((a, b) => a.untilMs - b.untilMs);
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
