import { FIRST_POLL_INTERVAL_MS, MAX_POLL_INTERVAL_MS, POLL_INTERVAL_GROWTH } from '../nodes/DeviceAccess/transport/limits';

/** Pauses with the node's defaults that end within so many milliseconds of waiting: the ticks that can have been. */
export function ticksWithin(durationMs: number): number {
	let ticks = 0;
	let intervalMs = FIRST_POLL_INTERVAL_MS;
	for (let elapsedMs = intervalMs; elapsedMs <= durationMs; elapsedMs += intervalMs) {
		ticks++;
		intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, MAX_POLL_INTERVAL_MS);
	}
	return ticks;
}
