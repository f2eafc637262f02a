import { ForgottenAttemptError, isKeyRefused } from '../errors/errors';
import type { LookUpFailures } from '../lists/lookUps';
import { type Clock, systemClock } from '../transport/clock';
import { LONGEST_GRACE_MS, POLL_INTERVAL_GROWTH } from '../transport/limits';

export interface WaitLimits {
	timeoutMs: number;
	firstIntervalMs: number;
	maxIntervalMs: number;
}

/** Resolves with the outcomes of those that have ended. */
export type LookUp<Outcome> = (ids: string[]) => Promise<Map<string, Outcome>>;

interface WaitSurroundings {
	/** `lookUp` notes its failures here. */
	failures?: LookUpFailures;
	signal?: AbortSignal;
	clock?: Clock;
}

/**
 * The only wait loop: growing pauses, and one deadline with a last lookup. IDs that failed in it
 * are retried a little longer, unless waiting cannot help. Throws only what the lookup throws.
 */
export async function awaitOutcomes<Outcome>(
	ids: Iterable<string>,
	lookUp: LookUp<Outcome>,
	{ timeoutMs, firstIntervalMs, maxIntervalMs }: WaitLimits,
	{ failures = new Map(), signal, clock = systemClock }: WaitSurroundings = {},
): Promise<Map<string, Outcome>> {
	const pending = new Set(ids);
	const outcomes = new Map<string, Outcome>();
	let refused = new Set<string>();
	const wait = async (forMs: number) => {
		const deadlineMs = clock.now() + forMs;
		let intervalMs = Math.min(firstIntervalMs, maxIntervalMs);
		let remainingMs = forMs;
		while (pending.size > 0) {
			await clock.sleep(Math.min(intervalMs, remainingMs), signal);
			if (signal?.aborted) return;
			for (const [id, outcome] of await lookUp([...pending])) outcomes.set(id, outcome);
			// A gateway can refuse every key for a moment, so a second refusal counts.
			const refusedAgain = refused;
			refused = new Set([...pending].filter((id) => isKeyRefused(failures.get(id))));
			for (const id of pending)
				if (
					outcomes.has(id) ||
					failures.get(id) instanceof ForgottenAttemptError ||
					(refused.has(id) && refusedAgain.has(id))
				)
					pending.delete(id);
			remainingMs = deadlineMs - clock.now();
			if (remainingMs <= 0) return;
			intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, maxIntervalMs);
		}
	};
	await wait(timeoutMs);
	for (const id of pending) if (!failures.has(id)) pending.delete(id);
	if (!signal?.aborted) await wait(Math.min(LONGEST_GRACE_MS, 3 * maxIntervalMs));
	return outcomes;
}

/**
 * `look` resolves with undefined while there is no outcome. If it throws, it is called again,
 * unless the key is refused twice. Resolves with undefined if nothing ended in time.
 */
export async function awaitOutcome<Outcome>(
	look: () => Promise<Outcome | undefined>,
	limits: WaitLimits,
	clock?: Clock,
): Promise<Outcome | undefined> {
	const failures: LookUpFailures = new Map();
	const lookUp = async (ids: string[]): Promise<Map<string, Outcome>> => {
		failures.clear();
		try {
			const outcome = await look();
			return new Map(outcome === undefined ? [] : ids.map((id) => [id, outcome]));
		} catch (error) {
			for (const id of ids) failures.set(id, error);
			return new Map();
		}
	};
	return (await awaitOutcomes(['it'], lookUp, limits, { failures, clock })).get('it');
}
