import { FIRST_POLL_INTERVAL_MS, MAX_POLL_INTERVAL_MS, POLL_INTERVAL_GROWTH } from '../nodes/DeviceAccess/transport/limits';

/** The most ticks in a wait of `durationMs`: pauses with the node's defaults that end within it. */
export function ticksWithin(durationMs: number): number {
	let ticks = 0;
	let intervalMs = FIRST_POLL_INTERVAL_MS;
	for (let elapsedMs = intervalMs; elapsedMs <= durationMs; elapsedMs += intervalMs) {
		ticks++;
		intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, MAX_POLL_INTERVAL_MS);
	}
	return ticks;
}
