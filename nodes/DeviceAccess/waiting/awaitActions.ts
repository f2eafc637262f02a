import { describeError } from '../errors/describeError';
import { ForgottenAttemptError, isForbidden, isKeyRefused } from '../errors/errors';
import type { LookUpFailures } from '../lists/lookUps';
import type { Clock } from '../transport/clock';
import type { SendRequest } from '../transport/request';
import type { ActionAttempt } from '../wire/actionAttempts';
import { type AcceptedAt, type Progress, progressOfAttempt } from './progress';
import { awaitOutcomes, type LookUp, type WaitLimits } from './awaitOutcomes';
import { lookUpActionAttempts } from './lookUpRecords';
import { checkCodes, lookUpOutcomeEvents, type OutcomeEvents } from './lookUpOutcomeEvents';

export interface AcceptedAction {
	id: string;
	acceptedAt: AcceptedAt;
	attempt?: ActionAttempt;
}

/** Items with the same attempt, or the same code without one, share their progress. */
const keyOf = ({ attempt, id }: AcceptedAction) => attempt?.action_attempt_id ?? id;

/**
 * Resolves with the progress in order. Without an attempt, the outcome comes from `events` and the
 * codes. A failed lookup leaves the action pending, because it was accepted.
 */
export async function awaitActions(
	send: SendRequest,
	actions: readonly AcceptedAction[],
	events: OutcomeEvents | undefined,
	limits: WaitLimits,
	{ signal, clock }: { signal?: AbortSignal; clock?: Clock } = {},
): Promise<Progress[]> {
	const pending = pendingByKey(actions, events);
	const failures: LookUpFailures = new Map();
	const attempts = lookUpActionAttempts(send, failures);
	const codes = lookUpCodes(send, pending, events, failures);
	/** The key may not read these attempts. */
	const forbidden = new Set<string>();
	const isToldByCode = (key: string) =>
		events !== undefined &&
		(pending.get(key)?.attempt === undefined || attempts.isForgotten(key) || forbidden.has(key));
	const lookUp: LookUp<Progress> = async (keys) => {
		const askedByAttempt = keys.filter((key) => !isToldByCode(key));
		const [byAttempt, byCode] = await Promise.all([
			attempts.lookUp(askedByAttempt),
			codes.lookUp(keys.filter(isToldByCode)),
		]);
		for (const key of askedByAttempt) {
			if (!events && attempts.isForgotten(key)) failures.set(key, new ForgottenAttemptError());
			if (isForbidden(failures.get(key))) forbidden.add(key);
		}
		const found = new Map([
			...byCode,
			...[...byAttempt].map(([key, attempt]) => [key, progressOfAttempt(attempt)] as const),
		]);
		// A code that is no longer unmanaged may have been converted.
		const gone = events ? [...found].filter(([, { found }]) => found === 'gone') : [];
		const checked = await codes.checkCodes(gone.map(([key]) => key));
		for (const [key, { attempt }] of gone) {
			const progress = checked.get(key);
			if (progress) found.set(key, withAttempt(progress, attempt));
			// One that is still there is not deleted, whatever the attempt says.
			else if (failures.has(key) || events?.succeededWhenUnknownTo) found.delete(key);
		}
		return found;
	};
	const outcomes = await awaitOutcomes(pending.keys(), lookUp, limits, { failures, signal, clock });
	if (!signal?.aborted) {
		// Events can be late or missing, so the codes of open actions are read too.
		const open = [...pending.keys()].filter(
			(key) => !outcomes.has(key) && isToldByCode(key) && !isKeyRefused(failures.get(key)),
		);
		for (const [key, progress] of await codes.checkCodes(open)) outcomes.set(key, progress);
	}
	return actions.map((action) => {
		const key = keyOf(action);
		if (!pending.has(key)) return progressOfAttempt(action.attempt);
		const isForgotten = action.attempt !== undefined && attempts.isForgotten(key);
		const unreadable = whyUnreadable(failures.get(key));
		return withAttempt(
			outcomes.get(key) ?? { is: isForgotten ? 'unknown' : 'pending', unreadable },
			action.attempt,
		);
	});
}

function pendingByKey(
	actions: readonly AcceptedAction[],
	events: OutcomeEvents | undefined,
): Map<string, AcceptedAction> {
	const pending = new Map<string, AcceptedAction>();
	for (const action of actions) {
		// If a code has several actions, events since the first one count.
		if (isUndecided(progressOfAttempt(action.attempt), events) && !pending.has(keyOf(action)))
			pending.set(keyOf(action), action);
	}
	return pending;
}

/** An attempt whose code is gone has not ended if the codes can tell where the code is. */
export const isUndecided = ({ is, found }: Progress, events: OutcomeEvents | undefined): boolean =>
	is === 'pending' || (found === 'gone' && events !== undefined);

const whyUnreadable = (failure: unknown): string | undefined =>
	failure === undefined || failure instanceof ForgottenAttemptError
		? undefined
		: describeError(failure).message;

const withAttempt = (progress: Progress, attempt: ActionAttempt | undefined): Progress => ({
	...progress,
	attempt: progress.attempt ?? attempt,
});

function lookUpCodes(
	send: SendRequest,
	actions: ReadonlyMap<string, AcceptedAction>,
	events: OutcomeEvents | undefined,
	failures: LookUpFailures,
) {
	const codeOf = (key: string) => actions.get(key)?.id ?? key;
	const ofCodes: LookUpFailures = new Map();
	const acceptanceTimes = new Map(
		[...actions].map(([key, { acceptedAt }]) => [codeOf(key), acceptedAt]),
	);
	const lookUpEvents = events && lookUpOutcomeEvents(send, events, acceptanceTimes, ofCodes);
	const byKey = async (
		keys: string[],
		lookUp: LookUp<Progress> | undefined,
	): Promise<Map<string, Progress>> => {
		const found = (await lookUp?.([...new Set(keys.map(codeOf))])) ?? new Map<string, Progress>();
		const outcomes = new Map<string, Progress>();
		for (const key of keys) {
			const outcome = found.get(codeOf(key));
			if (outcome) outcomes.set(key, outcome);
			if (ofCodes.has(codeOf(key))) failures.set(key, ofCodes.get(codeOf(key)));
			else failures.delete(key);
		}
		return outcomes;
	};
	return {
		lookUp: async (keys: string[]) => await byKey(keys, lookUpEvents),
		checkCodes: async (keys: string[]) =>
			await byKey(keys, events && (async (ids) => await checkCodes(send, events, ids, ofCodes))),
	};
}
