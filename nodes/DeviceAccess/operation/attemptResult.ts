import type { Acceptance } from '../waiting/acceptedAt';
import { ActionFailedError, ServiceError } from '../errors/errors';
import type { EventOutcome } from '../waiting/lookUpOutcomeEvents';
import { hideSecretsInText, maskPins } from '../errors/maskPins';
import { type ActionAttempt, isWireObject, readActionAttempt, type WireObject, wireObjectsIn } from '../wire/records';
import type { RecordState, ReturnsAttempt, Until } from './defineOperation';
import { withoutUndefined } from '../wire/withoutUndefined';

const UNSUPPORTED_TYPES = new Set(['unsupported_device', 'device_type_not_supported']);

const LIST_LATER = 'Check it later by listing the codes of the device';
const GONE = 'The access code is no longer on the lock: it was removed before the service had finished';

/** A write that the service accepted, and what is known of it so far. */
export interface AcceptedAction extends Acceptance {
	/** Wire name of the ID of what the action is about, and the ID. */
	idField: string;
	id: string;
	deviceId?: string;
	attempt?: ActionAttempt;
	event?: EventOutcome;
	/** Accepted means done: the service tells nothing further. */
	isDone?: boolean;
	/** The record that came back with the answer. */
	record?: WireObject;
	/** The operation can give the record itself, whose `errors` are records and not texts. */
	givesRecord?: boolean;
	/** A further state that the item waits for, and where the record stands on its way there. */
	until?: Until;
	state?: RecordState;
	/** Why the service did not take the action up, in its own words, cleaned. */
	refusal?: string;
	/** Why the outcome could not be read, in words. */
	unreadable?: string;
	/** The service no longer knows the action attempt. */
	isForgotten?: boolean;
}

/** How an action ended, before it is decided whether the item fails. */
export type ActionOutcome = 'done' | 'pending' | 'unsupported' | 'failed';

/** The words of a result item. */
export type ActionWords = Pick<ReturnsAttempt, 'done' | 'acceptedSentence' | 'failedSentence' | 'lookLater' | 'isDeletion' | 'impossible'>;

/** True for the answers by which the service says that a lock does not support the action (facts 1, 10). */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);

/** The code is nowhere any more, which is what a deletion wants and the end of everything else. */
const isGone = ({ attempt, event }: AcceptedAction): boolean => event?.isGone === true || attempt?.error?.type === 'access_code_not_found';

/** How the action itself ended, whatever further state is waited for. */
export function outcomeOf({ attempt, event, isDone }: AcceptedAction): ActionOutcome {
	if (attempt?.status === 'success' || event?.hasSucceeded || isDone) return 'done';
	if (attempt?.status === 'error') {
		return UNSUPPORTED_TYPES.has(attempt.error?.type ?? '') ? 'unsupported' : 'failed';
	}
	return event ? 'failed' : 'pending';
}

/** How the item ends, and in which words: those of the further state where one is waited for. */
export function conclude(words: ActionWords | undefined, action: AcceptedAction): { words: ActionWords; outcome: ActionOutcome } {
	const outcome = outcomeOf(action);
	const { until, state } = action;
	if (until && (outcome === 'done' || !words)) {
		const { outcome: word, reachedSentence, pendingSentence, failedSentence } = until;
		return {
			words: { done: { outcome: word, sentence: reachedSentence }, acceptedSentence: pendingSentence, failedSentence },
			outcome: state?.hasReached ? 'done' : state?.reasons ? 'failed' : 'pending',
		};
	}
	if (words?.isDeletion && isGone(action)) return { words, outcome: 'done' };
	return { words: words ?? { done: { outcome: 'done', sentence: '' }, acceptedSentence: '', failedSentence: '' }, outcome };
}

/** The result item of an action; `outcome` is a word a workflow can branch on, `message` a sentence for a person. */
export function toResultRecord(words: ActionWords, action: AcceptedAction, outcome: ActionOutcome): WireObject {
	const reasons = readReasons(action);
	const record = action.state?.record ?? action.record;
	return withoutUndefined({
		...record,
		[action.idField]: action.id,
		device_id: action.event?.event?.device_id ?? readDeviceId(action.event?.record) ?? readDeviceId(record) ?? action.deviceId,
		outcome: outcome === 'done' ? words.done.outcome : outcome,
		deleted: words.isDeletion ? outcome === 'done' : undefined,
		message: toSentence(words, action, outcome, reasons),
		// A record has a list of errors of its own.
		errors: record ? record.errors : outcome !== 'done' && reasons.length > 0 ? toErrors(reasons, action) : undefined,
		action_attempt: action.attempt ?? record?.action_attempt,
	});
}

/** One form of `errors` for all items of an operation. */
const toErrors = (reasons: string[], { givesRecord }: AcceptedAction) => (givesRecord ? reasons.map((message) => ({ message })) : reasons);

/** The failure of an accepted action; its details are fit for an error: masked, and without the service's raw text. */
export function toActionFailedError(words: ActionWords, action: AcceptedAction, outcome: ActionOutcome): ActionFailedError {
	const ofActionAlone = { ...action, record: undefined, state: action.state && { ...action.state, record: {} } };
	const { message, action_attempt: attempt, ...details } = maskPins(toResultRecord(words, ofActionAlone, outcome));
	const attemptId = isWireObject(attempt) ? attempt.action_attempt_id : undefined;
	const advice = outcome === 'unsupported' ? words.impossible?.advice : undefined;
	return new ActionFailedError(String(message), withoutUndefined({ ...details, action_attempt_id: attemptId }), attemptOf(action), advice);
}

/** An operation that is about the attempt itself has it in its record. */
const attemptOf = ({ attempt, state }: AcceptedAction) => attempt ?? readActionAttempt(state?.record.action_attempt);

function toSentence(words: ActionWords, action: AcceptedAction, outcome: ActionOutcome, reasons: string[]): string {
	if (outcome === 'done') return words.done.sentence;
	if (outcome === 'unsupported' && words.impossible) return words.impossible.sentence;
	if (isGone(action)) return GONE;
	if (outcome !== 'pending') return [words.failedSentence, reasons.join('; ') || 'the service gives no reason'].join(': ');
	if (action.until && outcomeOf(action) === 'done') {
		return action.unreadable ? `${words.acceptedSentence}. It could not be read: ${action.unreadable}` : words.acceptedSentence;
	}
	const whereToLook = action.attempt && !action.isForgotten ? "Check it later with 'Action Attempt: Get'" : (words.lookLater ?? LIST_LATER);
	if (action.unreadable) return `${words.acceptedSentence}, but its outcome could not be read: ${action.unreadable}. ${whereToLook}`;
	const pending = `${words.acceptedSentence} and has not finished it yet`;
	return action.isForgotten ? `${pending}, and no longer knows its action attempt. ${whereToLook}` : `${pending}. ${whereToLook}`;
}

/** The service's own words for why, cleaned; the failed event carries them in six lists (facts 6). */
function readReasons({ attempt, event, refusal, state }: AcceptedAction): string[] {
	const issues = ['access_code_errors', 'device_errors', 'connected_account_errors', 'access_code_warnings', 'device_warnings', 'connected_account_warnings']
		.flatMap((key) => wireObjectsIn(event?.event?.[key]))
		.map(({ message, error_code: errorCode, warning_code: warningCode }) => String(message ?? errorCode ?? warningCode ?? ''));
	const reasons = [refusal ?? '', attempt?.error?.message || attempt?.error?.type || '', ...issues, ...(state?.reasons ?? [])];
	return [...new Set(reasons.filter((reason) => reason !== '').map((reason) => hideSecretsInText(reason)))];
}

const readDeviceId = (record: WireObject | undefined) =>
	typeof record?.device_id === 'string' ? record.device_id : undefined;
