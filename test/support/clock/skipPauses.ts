import { resolve } from 'node:path';
import type { Clock } from '../../../nodes/DeviceAccess/transport/clock';

/** The clock of the built node, which the engine runs. */
const BUILT_CLOCK = resolve(__dirname, '../../../dist/nodes/DeviceAccess/transport/clock.js');
/** Shorter sleeps are pauses between quick checks, and pass in real time. */
const SHORTEST_PAUSE_MS = 300;
/** Real length of a skipped pause, so that the service can continue. */
const REAL_PAUSE_MS = 5;

/**
 * Skips long pauses of the node, and advances its clock by them, until jest restores its mocks. Returns the pauses in
 * milliseconds, in order.
 */
export function skipPauses(): number[] {
	const { systemClock } = jest.requireActual<{ systemClock: Clock }>(BUILT_CLOCK);
	const { now, sleep } = systemClock;
	const pausesMs: number[] = [];
	let skippedMs = 0;
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() + skippedMs);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (durationMs, signal) => {
		if (durationMs < SHORTEST_PAUSE_MS) return await sleep(durationMs, signal);
		pausesMs.push(durationMs);
		skippedMs += durationMs;
		await sleep(REAL_PAUSE_MS, signal);
	});
	return pausesMs;
}
