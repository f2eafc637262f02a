import type { Clock } from '../../nodes/DeviceAccess/transport/clock';

/** A clock whose time passes only when a test says so; a sleeper wakes at its time or by its signal. */
export interface ManualClock extends Clock {
	/** Advances time, and runs everything that is due until then. */
	advance(durationMs: number): Promise<void>;
}

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Runs everything that is due without advancing time. */
export const settle = async () => {
	for (let count = 0; count < 5; count++) await turn();
};

const START_MS = 1_700_000_000_000;

export function manualClock(): ManualClock {
	let nowMs = START_MS;
	const sleepers = new Set<{ untilMs: number; wake: () => void }>();
	/** Moves to the next moment at which somebody wakes; false if there is none until `endMs`. */
	const wakeNext = (endMs: number): boolean => {
		const nextMs = Math.min(...[...sleepers].map(({ untilMs }) => untilMs));
		if (nextMs > endMs) return false;
		nowMs = Math.max(nowMs, nextMs);
		for (const sleeper of [...sleepers].filter(({ untilMs }) => untilMs === nextMs)) {
			sleepers.delete(sleeper);
			sleeper.wake();
		}
		return true;
	};
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
			do await settle();
			while (wakeNext(endMs));
			nowMs = endMs;
			await settle();
		},
	};
}
