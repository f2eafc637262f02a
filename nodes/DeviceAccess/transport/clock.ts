import { sleep } from 'n8n-workflow';

/** Time as the loops see it; a test passes one that does not really wait. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after so many milliseconds, or at once when the signal is aborted. Never throws. */
	sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

const SLEEP_SLICE_MS = 1_000;

/** Real time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: async (durationMs, signal) => {
		if (durationMs <= 0 || signal?.aborted) return;
		if (!signal) return await sleep(durationMs);
		let wake = () => {};
		const aborted = new Promise<void>((resolve) => {
			wake = resolve;
			signal.addEventListener('abort', wake, { once: true });
		});
		// n8n's sleep cannot be ended, and a timer that runs on keeps a worker from shutting down: so in slices.
		for (let leftMs = durationMs; leftMs > 0 && !signal.aborted; leftMs -= SLEEP_SLICE_MS) {
			await Promise.race([sleep(Math.min(leftMs, SLEEP_SLICE_MS)), aborted]);
		}
		signal.removeEventListener('abort', wake);
	},
};
