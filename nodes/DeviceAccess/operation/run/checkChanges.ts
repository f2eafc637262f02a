import { describeError } from '../../errors/describeError';
import { lookUpEach, type LookUpFailures } from '../../lists/batchedLookUps';
import { awaitOutcomes } from '../../waiting/awaitOutcomes';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { ItemRun, ItemWork } from '../types';
import { waitLimits } from '../form/options';

/** Reads whether a change that the service accepted has been made, from the body of its request. */
export type ChangeCheck = (send: SendRequest, sent: WireObject) => Promise<boolean>;

export const CHANGE_IS_MADE = 'The access system has made the change';
export const CHANGE_IS_PENDING =
	'The service accepted the change, but the access system has not made it yet';

interface ChangeProgress {
	made: ReadonlySet<ItemWork>;
	/** Why the last check failed. */
	failures: ReadonlyMap<ItemWork, unknown>;
}

/**
 * Checks each change at least once, and waits for all that wait for completion together. Never
 * throws for a failed check.
 */
export async function findMade(
	run: ItemRun,
	isMade: ChangeCheck,
	changes: readonly ItemWork[],
): Promise<ChangeProgress> {
	const byKey = new Map(changes.map((work, index) => [String(index), work]));
	const failures: LookUpFailures = new Map();
	const send: SendRequest = async (request) => await run.send({ ...request, maxRetries: 0 });
	const lookUp = async (keys: string[]) =>
		new Map(
			await lookUpEach(keys, failures, async (key) =>
				(await isMade(send, byKey.get(key)?.body ?? {})) ? ([key, true] as const) : undefined,
			),
		);
	const { signal } = run.stop;
	const atOnce = await lookUp([...byKey.keys()]);
	const waiting = [...byKey].filter(
		([key, { values }]) => !atOnce.has(key) && values.waitForCompletion === true,
	);
	const later = await awaitOutcomes(
		waiting.map(([key]) => key),
		lookUp,
		waitLimits(run.settings),
		{ failures, signal },
	);
	const isIn = (keys: ReadonlyMap<string, unknown>) =>
		[...byKey].filter(([key]) => keys.has(key)).map(([, work]) => work);
	return {
		made: new Set([...isIn(atOnce), ...isIn(later)]),
		failures: new Map([...byKey].map(([key, work]) => [work, failures.get(key)])),
	};
}

/** The members of the item that say how the change ended. */
export function outcomeOfChange(
	word: string,
	{ made, failures }: ChangeProgress,
	work: ItemWork,
): WireObject {
	if (made.has(work)) return { [word]: true, outcome: word, message: CHANGE_IS_MADE };
	const failure = failures.get(work);
	const message =
		failure === undefined
			? CHANGE_IS_PENDING
			: `The service accepted the change, but its outcome could not be read: ${describeError(failure).message}`;
	return { [word]: false, outcome: 'pending', message };
}
