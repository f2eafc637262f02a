import { ActionFailedError } from '../../errors/errors';
import { hideSecretsInText, maskPins } from '../../errors/maskPins';
import type { ActionProgress } from '../../waiting/actionProgress';
import {
	type ActionAttempt,
	readActionAttempt,
	type WireObject,
	wireObjectsIn,
} from '../../wire/records';
import { messagesOf, typesOf } from '../../wire/issues';
import { withoutUndefined } from '../../wire/values';
import type { AwaitedRecord, RecordState, WaitCondition } from '../waitCondition';

const LIST_LATER = 'Check the outcome later by listing the codes of the device';
const GONE = 'The access code is no longer on the lock. It was removed before the service finished';

/** How a conversion ends if somebody converted the record before, and where the service has it. */
export interface AlreadyManaged {
	outcome: 'already_managed';
	sentence: string;
	endpoint: string;
	member: string;
}

export const alreadyManaged = (
	sentence: string,
	endpoint: string,
	member: string,
): AlreadyManaged => ({ outcome: 'already_managed', sentence, endpoint, member });

const OVERTAKEN = 'someone else converted it, so it is now a managed code';

/** The record that an action or a wait is about. */
export interface Subject {
	/** Wire name of its ID, and the ID. */
	idField: string;
	id: string;
	deviceId?: string;
	/** The record in the answer. */
	record?: WireObject;
	/**
	 * True if the operation returns the record. Items without a record then have objects in `errors`,
	 * as records do.
	 */
	givesRecord?: boolean;
}

/** The texts of an action. */
export interface ActionWords {
	/** Outcome and sentence of a finished action. */
	done: { outcome: string; sentence: string };
	/** Says that the service accepted the action. */
	acceptedSentence: string;
	failedSentence: string;
	/** For a conversion. */
	already?: AlreadyManaged;
	/**
	 * What to do after a failure if executing the item again would be wrong. By default, the advice
	 * depends on the error.
	 */
	failedAdvice?: string;
	/**
	 * Where to look for the outcome if there is no action attempt, or the service no longer knows it.
	 * By default, in the codes of the device.
	 */
	lookLater?: string;
	/** Adds n8n's `deleted: true` to the result of a finished deletion. */
	isDeletion?: boolean;
	/**
	 * The texts for an action that the service, or a flag on the record, can report as unsupported.
	 */
	unsupported?: {
		flag: string;
		sentence: string;
		advice: string;
		/**
		 * Returns an unsupported item with the outcome `unsupported`, and adds the option to fail it
		 * instead.
		 */
		canBeReturned?: boolean;
	};
}

/** The conclusion about an item, before the options decide whether it fails. */
export interface Conclusion {
	is: 'done' | 'pending' | 'unsupported' | 'failed';
	/** The value that a workflow can branch on. */
	outcome: string;
	/** A sentence for a person. */
	message: string;
	/** Why, in the service's own words if it gives any. Without PINs. */
	reasons: string[];
	/**
	 * The service's code for the first reason, such as `managed_by_another_workspace`, if it has one.
	 */
	type?: string;
	deleted?: boolean;
	deviceId?: unknown;
	/** The record as last read. */
	record?: WireObject;
	attempt?: ActionAttempt;
	advice?: string;
	/** True if the service did not tell the state. */
	isUnread?: boolean;
}

/** Concludes an action. `refusal` is the service's own reason for not accepting it. */
export function concludeAction(
	words: ActionWords,
	progress: ActionProgress,
	refusal = '',
): Conclusion {
	const is = concludedAs(words, progress);
	const ended = (progress.is === 'overtaken' && words.already) || words.done;
	const { attempt } = progress;
	const issues = issuesOfEvent(progress);
	const overtaken = progress.is === 'overtaken' && is === 'failed' ? OVERTAKEN : '';
	const reasons = clean([
		refusal,
		overtaken,
		attempt?.error?.message || attempt?.error?.type || '',
		...messagesOf(issues),
	]);
	const [type] = [attempt?.error?.type, ...typesOf(issues)].filter(Boolean);
	return {
		is,
		outcome: is === 'done' ? ended.outcome : is,
		message: is === 'done' ? ended.sentence : sentenceOf(words, progress, is, reasons),
		reasons,
		type: progress.is === 'gone' ? 'access_code_not_found' : type,
		deleted: words.isDeletion ? is === 'done' : undefined,
		deviceId: deviceIdOf(progress),
		attempt,
		isUnread: (progress.is === 'pending' && progress.unreadable !== undefined) || undefined,
		advice:
			is === 'unsupported'
				? words.unsupported?.advice
				: is === 'failed'
					? words.failedAdvice
					: undefined,
	};
}

/** Concludes an action that the service carries out once the lock is back online. */
export const concludeWaitingForLock = (
	sentence: string,
	{ record, reasons }: Extract<RecordState, { is: 'waitingForLock' }>,
	{ attempt }: ActionProgress,
): Conclusion => ({
	is: 'pending',
	outcome: 'waiting_for_lock',
	message: `${sentence}: ${inOneLine(clean(reasons))}`,
	reasons: clean(reasons),
	deviceId: record.device_id,
	attempt,
});

/** Concludes the wait for a later state of a record. */
export function concludeWait(
	condition: WaitCondition,
	{ state, unreadable }: AwaitedRecord,
	action: ActionProgress = { is: 'done' },
): Conclusion {
	const { outcome, reachedSentence, pendingSentence, failedSentence, failedAdvice } = condition;
	const attempt = action.attempt ?? readActionAttempt(state?.record.action_attempt);
	const lastRead = { attempt, record: state?.record, deviceId: deviceIdOf(action) };
	if (state?.is === 'reached') {
		const message = [reachedSentence, state.restriction].filter(Boolean).join(', but ');
		return { ...lastRead, is: 'done', outcome, message, reasons: [] };
	}
	if (state?.is === 'failed') {
		const reasons = clean(state.reasons);
		return {
			...lastRead,
			is: 'failed',
			outcome: 'failed',
			message: `${failedSentence}: ${inOneLine(reasons)}`,
			reasons,
			type: state.type,
			advice: state.advice ?? failedAdvice,
		};
	}
	const message =
		unreadable === undefined
			? pendingSentence
			: unreadSentence(unreadable, state && pendingSentence);
	const isUnread = unreadable !== undefined || undefined;
	return { ...lastRead, is: 'pending', outcome: 'pending', message, reasons: [], isUnread };
}

/**
 * Why a state could not be read. `lastKnown` is the sentence about the state read before, if there
 * is one.
 */
function unreadSentence(unreadable: string, lastKnown: string | undefined): string {
	const sentence = `The latest state could not be read: ${unreadable}`;
	return lastKnown === undefined
		? sentence
		: `${sentence}. Last known: ${lastKnown.charAt(0).toLowerCase()}${lastKnown.slice(1)}`;
}

/** Removes the secrets of the request, such as the PIN, which the service may repeat. */
export function withoutSecrets(conclusion: Conclusion, secrets: string[]): Conclusion {
	if (secrets.length === 0) return conclusion;
	const hide = (text: string) => hideSecretsInText(text, secrets);
	const { message, reasons, type, attempt } = conclusion;
	const error = attempt?.error
		? { ...attempt.error, type: hide(attempt.error.type), message: hide(attempt.error.message) }
		: null;
	return {
		...conclusion,
		message: hide(message),
		reasons: reasons.map(hide),
		type: type && hide(type),
		attempt: attempt && { ...attempt, error },
	};
}

/** The result item. */
export function toResultRecord(subject: Subject, conclusion: Conclusion): WireObject {
	const record = conclusion.record ?? subject.record;
	return withoutUndefined({
		...record,
		[subject.idField]: subject.id,
		device_id: conclusion.deviceId ?? record?.device_id ?? subject.deviceId,
		outcome: conclusion.outcome,
		deleted: conclusion.deleted,
		message: conclusion.message,
		errors: record ? errorsIn(record, conclusion) : errorsOf(subject, conclusion),
		action_attempt: record?.action_attempt ?? conclusion.attempt,
	});
}

/**
 * The failure of an action. Its details are masked, and have the ID of the action attempt instead
 * of the whole attempt.
 */
export function toActionFailedError(subject: Subject, conclusion: Conclusion): ActionFailedError {
	const withoutRecord = toResultRecord(
		{ ...subject, record: undefined },
		{ ...conclusion, record: undefined },
	);
	const { message, ...details } = maskPins(withoutRecord);
	return new ActionFailedError(
		String(message),
		withoutUndefined({
			...details,
			type: conclusion.type && hideSecretsInText(conclusion.type),
			action_attempt: undefined,
			action_attempt_id: conclusion.attempt?.action_attempt_id,
		}),
		conclusion.attempt,
		conclusion.advice,
	);
}

/** If the code is gone, a deletion succeeded and any other action failed. */
function concludedAs(
	{ isDeletion, already }: ActionWords,
	{ is }: ActionProgress,
): Conclusion['is'] {
	if (is === 'gone') return isDeletion ? 'done' : 'failed';
	if (is === 'overtaken') return already ? 'done' : 'failed';
	return is;
}

function sentenceOf(
	words: ActionWords,
	progress: ActionProgress,
	is: Conclusion['is'],
	reasons: string[],
): string {
	if (is === 'unsupported' && words.unsupported) return words.unsupported.sentence;
	if (progress.is === 'gone') return GONE;
	if (progress.is !== 'pending') return `${words.failedSentence}: ${inOneLine(reasons)}`;
	const { attempt, isForgotten, unreadable } = progress;
	const whereToLook =
		attempt && !isForgotten
			? "Check the outcome later with 'Get action attempt'"
			: (words.lookLater ?? LIST_LATER);
	if (unreadable !== undefined)
		return `${words.acceptedSentence}, but its outcome could not be read: ${unreadable}. ${whereToLook}`;
	const whatIsKnown = isForgotten
		? ' but no longer has a record of the action attempt, so the outcome is unknown'
		: ' but is not finished yet';
	return `${words.acceptedSentence}${whatIsKnown}. ${whereToLook}`;
}

const inOneLine = (reasons: string[]) => reasons.join('; ') || 'the service gives no reason';

/** The event of a failure has its issues in six lists. */
function issuesOfEvent(progress: ActionProgress): WireObject[] {
	const event = 'event' in progress ? progress.event : undefined;
	return [
		'access_code_errors',
		'device_errors',
		'connected_account_errors',
		'access_code_warnings',
		'device_warnings',
		'connected_account_warnings',
	].flatMap((key) => wireObjectsIn(event?.[key]));
}

const clean = (reasons: string[]) => [
	...new Set(reasons.filter((reason) => reason !== '').map((reason) => hideSecretsInText(reason))),
];

function deviceIdOf(progress: ActionProgress): unknown {
	if (progress.is === 'pending') return undefined;
	return progress.event?.device_id ?? progress.record?.device_id;
}

/** A record has its own list of errors, which may be older than the failure. */
function errorsIn({ errors }: WireObject, { is, reasons }: Conclusion): unknown {
	if (is !== 'failed' || reasons.length === 0 || !Array.isArray(errors) || errors.length > 0)
		return errors;
	return reasons.map((message) => ({ message }));
}

/** All items of an operation have the same form of `errors`. */
function errorsOf({ givesRecord }: Subject, { is, reasons }: Conclusion) {
	if (is === 'done' || reasons.length === 0) return undefined;
	return givesRecord ? reasons.map((message) => ({ message })) : reasons;
}
