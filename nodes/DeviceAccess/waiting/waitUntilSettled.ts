import type { Clock } from '../transport/clock';
import { FIRST_POLL_INTERVAL_MS, LONGEST_GRACE_MS, MAX_POLL_INTERVAL_MS, POLL_INTERVAL_GROWTH } from '../transport/limits';

export interface WaitLimits {
	/** Time after which what is not settled stays pending, milliseconds. */
	timeoutMs: number;
	firstIntervalMs?: number;
	maxIntervalMs?: number;
}

/** After the deadline, for what could not be read at the last look-up. */
export function graceAfter(limits: WaitLimits): WaitLimits {
	return { ...limits, timeoutMs: Math.min(LONGEST_GRACE_MS, 3 * (limits.maxIntervalMs ?? MAX_POLL_INTERVAL_MS)) };
}

/** Looks many ids up at once; resolves with those that are settled. */
export type LookUp<Outcome> = (ids: string[]) => Promise<Map<string, Outcome>>;

/**
 * One loop for a whole set of ids: a look-up a tick, growing pauses, one deadline, a last look-up at the deadline.
 * Resolves with what is settled by then; leaves at once on abort. Throws only what the look-up throws.
 */
export async function waitUntilSettled<Outcome>(
	ids: Iterable<string>,
	lookUp: LookUp<Outcome>,
	limits: WaitLimits,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Map<string, Outcome>> {
	const pending = new Set(ids);
	const settled = new Map<string, Outcome>();
	const deadlineMs = clock.now() + limits.timeoutMs;
	const maxIntervalMs = limits.maxIntervalMs ?? MAX_POLL_INTERVAL_MS;
	let intervalMs = Math.min(limits.firstIntervalMs ?? FIRST_POLL_INTERVAL_MS, maxIntervalMs);
	let remainingMs = limits.timeoutMs;
	while (pending.size > 0) {
		await clock.sleep(Math.min(intervalMs, remainingMs), signal);
		if (signal?.aborted) break;
		for (const [id, outcome] of await lookUp([...pending])) {
			settled.set(id, outcome);
			pending.delete(id);
		}
		remainingMs = deadlineMs - clock.now();
		if (remainingMs <= 0) break;
		intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, maxIntervalMs);
	}
	return settled;
}
