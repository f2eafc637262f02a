import { sleep } from 'n8n-workflow';

export interface Clock {
	now(): number;
	/** Also resolves when the signal aborts. Never throws. */
	sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

const SLEEP_SLICE_MS = 1_000;

const sleepersBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener for all: Node warns of a memory leak if a signal has more than ten. */
function sleepersOf(signal: AbortSignal): Set<() => void> {
	const known = sleepersBySignal.get(signal);
	if (known) return known;
	const sleepers = new Set<() => void>();
	sleepersBySignal.set(signal, sleepers);
	const wakeAll = () => sleepers.forEach((wake) => wake());
	signal.addEventListener('abort', wakeAll, { once: true });
	return sleepers;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: async (durationMs, signal) => {
		if (durationMs <= 0 || signal?.aborted) return;
		if (!signal) return await sleep(durationMs);
		const sleepers = sleepersOf(signal);
		let wake = () => {};
		const aborted = new Promise<void>((resolve) => (wake = resolve));
		sleepers.add(wake);
		// n8n's sleep cannot be aborted, and a running timer would keep a worker from shutting down.
		for (let leftMs = durationMs; leftMs > 0 && !signal.aborted; leftMs -= SLEEP_SLICE_MS) {
			await Promise.race([sleep(Math.min(leftMs, SLEEP_SLICE_MS)), aborted]);
		}
		sleepers.delete(wake);
	},
};
