import { ForgottenAttemptError } from '../errors/errors';
import { isKeyRefused } from '../errors/isKeyRefused';
import type { LookUpFailures } from '../lists/lookUpInBatches';
import { type Clock, systemClock } from '../transport/clock';
import { FIRST_POLL_INTERVAL_MS, LONGEST_GRACE_MS, MAX_POLL_INTERVAL_MS, POLL_INTERVAL_GROWTH } from '../transport/limits';

export interface WaitLimits {
	/** Time after which what has not ended stays open, milliseconds. */
	timeoutMs: number;
	firstIntervalMs?: number;
	maxIntervalMs?: number;
}

/** Looks many ids up at once; resolves with those that have ended. */
export type LookUp<Outcome> = (ids: string[]) => Promise<Map<string, Outcome>>;

interface WaitSurroundings {
	/** Where `lookUp` notes what it could not read. */
	failures?: LookUpFailures;
	/** Ends the wait at once. */
	signal?: AbortSignal;
	clock?: Clock;
}

/**
 * The one wait loop: a look-up a tick for all ids together, growing pauses, one deadline with a last look-up. What could
 * not be read then is asked for a little longer; what the API key may not read, and what nothing can tell any more, is not
 * asked for again. Resolves with what has ended; leaves at once on abort. Throws only what the look-up throws.
 */
export async function awaitOutcomes<Outcome>(
	ids: Iterable<string>,
	lookUp: LookUp<Outcome>,
	limits: WaitLimits,
	{ failures = new Map(), signal, clock = systemClock }: WaitSurroundings = {},
): Promise<Map<string, Outcome>> {
	const maxIntervalMs = limits.maxIntervalMs ?? MAX_POLL_INTERVAL_MS;
	const pending = new Set(ids);
	const outcomes = new Map<string, Outcome>();
	const wait = async (timeoutMs: number) => {
		const deadlineMs = clock.now() + timeoutMs;
		let intervalMs = Math.min(limits.firstIntervalMs ?? FIRST_POLL_INTERVAL_MS, maxIntervalMs);
		let remainingMs = timeoutMs;
		while (pending.size > 0) {
			await clock.sleep(Math.min(intervalMs, remainingMs), signal);
			if (signal?.aborted) return;
			for (const [id, outcome] of await lookUp([...pending])) outcomes.set(id, outcome);
			for (const id of pending) if (outcomes.has(id) || isFinal(failures.get(id))) pending.delete(id);
			remainingMs = deadlineMs - clock.now();
			if (remainingMs <= 0) return;
			intervalMs = Math.min(intervalMs * POLL_INTERVAL_GROWTH, maxIntervalMs);
		}
	};
	await wait(limits.timeoutMs);
	for (const id of pending) if (!failures.has(id)) pending.delete(id);
	if (!signal?.aborted) await wait(Math.min(LONGEST_GRACE_MS, 3 * maxIntervalMs));
	return outcomes;
}

const isFinal = (failure: unknown) => isKeyRefused(failure) || failure instanceof ForgottenAttemptError;

/**
 * The same for one thing alone: `look` resolves with the outcome, or with undefined while there is none. A look that
 * throws is repeated, unless the API key is refused. Resolves with undefined where nothing ended in time.
 */
export async function awaitOutcome<Outcome>(look: () => Promise<Outcome | undefined>, limits: WaitLimits, clock?: Clock): Promise<Outcome | undefined> {
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
