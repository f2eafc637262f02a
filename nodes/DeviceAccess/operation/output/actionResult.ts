import { ActionFailedError } from '../../errors/errors';
import { hideSecretsIn, hideSecretsInText, maskPins } from '../../errors/maskPins';
import type { LookUpProgress, Progress } from '../../waiting/progress';
import type { Endpoint } from '../../wire/endpoints';
import { type ActionAttempt, readActionAttempt } from '../../wire/actionAttempts';
import { messagesOf, typesOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn, withoutUndefined } from '../../wire/records';

const LIST_LATER = 'Check the outcome later by listing the codes of the device';
const GONE = 'The access code is no longer on the lock. It was removed before the service finished';
const OVERTAKEN = 'someone else converted it, so it is now a managed code';

/** How a conversion ends if somebody converted the record before. */
export interface AlreadyManaged {
	outcome: 'already_managed';
	sentence: string;
	endpoint: Endpoint;
	member: string;
}

export const alreadyManaged = (
	sentence: string,
	endpoint: Endpoint,
	member: string,
): AlreadyManaged => ({ outcome: 'already_managed', sentence, endpoint, member });

/** What an item is about. */
export interface Subject {
	/** As they were sent, or as the record has them. */
	ids: WireObject;
	deviceId?: string;
	record?: WireObject;
	/** Items without a record then have objects in `errors`, as records do. */
	givesRecord?: boolean;
	isDryRun?: true;
}

export interface Words {
	done: { outcome: string; sentence: string };
	/** By default, says that the service accepted it and where to look later. */
	pendingSentence?: string;
	acceptedSentence?: string;
	/** Where to look if the service has no action attempt. By default, in the codes of the device. */
	lookLater?: string;
	failedSentence: string;
	/**
	 * Set if executing the item again would be wrong. By default, the advice depends on the error.
	 */
	failedAdvice?: string;
	/** The member that is true once it is done, such as n8n's `deleted: true`. */
	flag?: string;
	already?: AlreadyManaged;
	/** Then it is done if the record is gone, whoever removed it. */
	isDeletion?: boolean;
	/** What the service does once an offline lock is back, and how to see that it will. */
	onceLockIsBack?: { sentence: string; lookUp: LookUpProgress };
	/** The service, or a `flag` of the record, says that the action is unsupported. */
	unsupported?: {
		flag: string;
		sentence: string;
		advice: string;
		/** Returns an unsupported item, unless an option fails it. */
		canBeReturned?: boolean;
	};
}

/** The progress in words, before the options decide whether the item fails. Without PINs. */
export interface Conclusion extends Progress {
	outcome: string;
	message: string;
	reasons: string[];
	/** Such as `deleted: true`. */
	flag?: WireObject;
	/** Of a record that was read to find this out. */
	name?: unknown;
	deviceId?: unknown;
}

/** `secrets` are those of the request and of its item, such as a PIN, which the service may repeat. */
export function conclude(
	words: Words,
	progress: Progress,
	secrets: readonly string[] = [],
): Conclusion {
	const { record, shownBy } = progress;
	const hide = (text: string) => hideSecretsInText(text, secrets);
	const attempt = withoutSecrets(
		progress.attempt ?? readActionAttempt(record?.action_attempt),
		secrets,
	);
	const is = endOf(words, progress);
	const ended = (progress.found === 'overtaken' && words.already) || words.done;
	const isForLock = progress.found === 'waiting_for_lock' && words.onceLockIsBack !== undefined;
	const issues = issuesOfEvent(shownBy);
	const reasons = [
		...(progress.reasons ?? []),
		progress.found === 'overtaken' && is === 'failed' ? OVERTAKEN : '',
		attempt?.error?.message || attempt?.error?.type || '',
		...messagesOf(issues),
	].filter((reason) => reason !== '');
	const said = [...new Set(reasons.map(hide))];
	const [type] = [progress.type, attempt?.error?.type, ...typesOf(issues)].filter(Boolean);
	const message =
		is === 'done'
			? [ended.sentence, progress.restriction].filter(Boolean).join(', but ')
			: sentenceOf(words, progress, is, said);
	const advice =
		progress.is === 'unsupported'
			? words.unsupported?.advice
			: is === 'failed'
				? words.failedAdvice
				: undefined;
	return {
		is,
		outcome: outcomeOf(is, isForLock, ended.outcome),
		message: secrets.length > 0 ? hide(message) : message,
		reasons: said,
		type: progress.found === 'gone' ? 'access_code_not_found' : type && hide(type),
		flag: words.flag === undefined ? undefined : { [words.flag]: is === 'done' },
		name: shownBy?.name ?? shownBy?.display_name,
		deviceId: isForLock ? record?.device_id : shownBy?.device_id,
		record: isForLock ? undefined : record && withAttempt(record, attempt),
		attempt,
		unreadable: progress.unreadable,
		advice: progress.advice ?? advice,
	};
}

/** The service's own words of an attempt may have the PIN, whatever the options say. */
function withoutSecrets(
	attempt: ActionAttempt | undefined,
	secrets: readonly string[],
): ActionAttempt | undefined {
	return attempt?.error
		? { ...attempt, error: hideSecretsIn(attempt.error, secrets) as ActionAttempt['error'] }
		: attempt;
}

const withAttempt = (record: WireObject, attempt: ActionAttempt | undefined): WireObject =>
	record.action_attempt === undefined ? record : { ...record, action_attempt: attempt };

function outcomeOf(is: Progress['is'], isForLock: boolean, whenDone: string): string {
	if (is === 'done') return whenDone;
	return isForLock ? 'waiting_for_lock' : is;
}

function unreadSentence(unreadable: string, lastKnown: string | undefined): string {
	const sentence = `The latest state could not be read: ${unreadable}`;
	return lastKnown === undefined
		? sentence
		: `${sentence}. Last known: ${lastKnown.charAt(0).toLowerCase()}${lastKnown.slice(1)}`;
}

export function toResultRecord(subject: Subject, conclusion: Conclusion): WireObject {
	const { ids, deviceId = ids.device_id, isDryRun } = subject;
	const record = conclusion.record ?? subject.record;
	return withoutUndefined({
		...record,
		...ids,
		device_id: conclusion.deviceId ?? record?.device_id ?? deviceId,
		outcome: conclusion.outcome,
		name: conclusion.name ?? record?.name,
		dry_run: isDryRun,
		...conclusion.flag,
		message: conclusion.message,
		errors: record ? errorsIn(record, conclusion) : errorsOf(subject, conclusion),
		action_attempt: record?.action_attempt ?? conclusion.attempt,
	});
}

/** Its details are masked, and have only the ID of the action attempt. */
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
			type: conclusion.type,
			may_have_acted: conclusion.is === 'unknown' || undefined,
			action_attempt: undefined,
			action_attempt_id: conclusion.attempt?.action_attempt_id,
		}),
		conclusion.attempt,
		conclusion.advice,
	);
}

/**
 * If the code is gone, a deletion succeeded and any other action failed. `unsupported` is an outcome
 * only if an option offers it; otherwise it is a failure.
 */
function endOf({ isDeletion, unsupported }: Words, { is, found }: Progress): Progress['is'] {
	if (found === 'gone' && isDeletion) return 'done';
	return is === 'unsupported' && !unsupported?.canBeReturned ? 'failed' : is;
}

function sentenceOf(
	words: Words,
	progress: Progress,
	is: Progress['is'],
	reasons: string[],
): string {
	const { found } = progress;
	if (progress.is === 'unsupported' && words.unsupported) return words.unsupported.sentence;
	if (found === 'gone') return GONE;
	if (found === 'waiting_for_lock' && words.onceLockIsBack)
		return `${words.onceLockIsBack.sentence}: ${inOneLine(reasons)}`;
	if (is === 'failed') return `${words.failedSentence}: ${inOneLine(reasons)}`;
	return pendingSentenceOf(words, progress);
}

function pendingSentenceOf(
	{ pendingSentence, acceptedSentence = '', lookLater = LIST_LATER }: Words,
	{ is, attempt, unreadable, record }: Progress,
): string {
	if (pendingSentence !== undefined)
		return unreadable === undefined
			? pendingSentence
			: unreadSentence(unreadable, record && pendingSentence);
	const isForgotten = is === 'unknown';
	const whereToLook =
		attempt && !isForgotten ? "Check the outcome later with 'Get action attempt'" : lookLater;
	if (unreadable !== undefined)
		return `${acceptedSentence}, but its outcome could not be read: ${unreadable}. ${whereToLook}`;
	const whatIsKnown = isForgotten
		? ' but no longer has a record of the action attempt, so the outcome is unknown'
		: ' but is not finished yet';
	return `${acceptedSentence}${whatIsKnown}. ${whereToLook}`;
}

const inOneLine = (reasons: string[]) => reasons.join('; ') || 'the service gives no reason';

const issuesOfEvent = (event: WireObject | undefined): WireObject[] =>
	[
		'access_code_errors',
		'device_errors',
		'connected_account_errors',
		'access_code_warnings',
		'device_warnings',
		'connected_account_warnings',
	].flatMap((key) => wireObjectsIn(event?.[key]));

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
