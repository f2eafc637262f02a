import {
	FIRST_POLL_INTERVAL_MS,
	MAX_POLL_INTERVAL_MS,
	POLL_INTERVAL_GROWTH,
} from '../nodes/DeviceAccess/transport/limits';

/** How many times the node checks, at most, in a wait of `durationMs` with its default pauses. */
export function ticksWithin(durationMs: number): number {
	let ticks = 0;
	let intervalMs = FIRST_POLL_INTERVAL_MS;
	for (let elapsedMs = intervalMs; elapsedMs <= durationMs; elapsedMs += intervalMs) {
		ticks++;
		intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, MAX_POLL_INTERVAL_MS);
	}
	return ticks;
}
