import { sleep } from 'n8n-workflow';

export interface Clock {
	now(): number;
	/** Also resolves when the signal aborts. Never throws. */
	sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

const SLEEP_SLICE_MS = 1_000;

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
		// n8n's sleep cannot be aborted, and a running timer would keep a worker from shutting down.
		for (let leftMs = durationMs; leftMs > 0 && !signal.aborted; leftMs -= SLEEP_SLICE_MS) {
			await Promise.race([sleep(Math.min(leftMs, SLEEP_SLICE_MS)), aborted]);
		}
		signal.removeEventListener('abort', wake);
	},
};
