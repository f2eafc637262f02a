import { describeError } from '../../errors/describeError';
import { lookUpEach, type LookUpFailures } from '../../lists/batchedLookUps';
import { awaitOutcomes } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import type { ItemRun, ItemWork } from '../types';
import { waitLimits } from './runSettings';

/** Shows whether a change that the service accepted has been made. */
export interface ChangeCheck {
	endpoint: string;
	/** The parameters, from the body of the change. By default, the same. */
	body?: (sent: WireObject) => WireObject;
	isMade: (answer: WireObject, sent: WireObject) => boolean;
}

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
	{ endpoint, body, isMade }: ChangeCheck,
	changes: readonly ItemWork[],
): Promise<ChangeProgress> {
	const byKey = new Map(changes.map((work, index) => [String(index), work]));
	const failures: LookUpFailures = new Map();
	const lookUp = async (keys: string[]) =>
		new Map(
			await lookUpEach(keys, failures, async (key) => {
				const sent = byKey.get(key)?.body ?? {};
				const parameters = body?.(sent) ?? sent;
				const answer = await run.send({
					endpoint,
					body: parameters,
					effect: 'read',
					maxRetries: 0,
				});
				return isMade(answer.body, sent) ? ([key, true] as const) : undefined;
			}),
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
