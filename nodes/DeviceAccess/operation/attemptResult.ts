import { withoutUndefined } from '../api/describeError';
import { ActionFailedError, ServiceError } from '../api/errors';
import type { EventOutcome } from '../api/lookUpOutcomeEvents';
import { hideSecretsInText, maskPins } from '../api/maskPins';
import { type ActionAttempt, isWireObject, type WireObject } from '../api/types';
import type { ReturnsAttempt } from './defineOperation';

const UNSUPPORTED_TYPES = new Set(['unsupported_device', 'device_type_not_supported']);

const LIST_LATER = 'Check it later by listing the codes of the device';
const GONE = 'The access code is no longer on the lock: it was removed before the service had finished';

/** A write that the service accepted, and what is known of it so far. */
export interface AcceptedAction {
	accessCodeId: string;
	deviceId?: string;
	/** The second of acceptance, by the service's clock where it tells it, milliseconds. */
	acceptedAtMs: number;
	attempt?: ActionAttempt;
	event?: EventOutcome;
	/** Why the service did not take the action up, in its own words, cleaned. */
	refusal?: string;
	/** Why the outcome could not be read, in words. */
	unreadable?: string;
	/** The service no longer knows the action attempt. */
	isForgotten?: boolean;
}

/** How an action ended, before it is decided whether the item fails. */
export type ActionOutcome = 'done' | 'pending' | 'unsupported' | 'failed';

/** True for the answers by which the service says that a lock does not support the action (facts 1, 10). */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);

/** The code is nowhere any more, which is what a deletion wants and the end of everything else. */
export const isGone = ({ attempt, event }: AcceptedAction): boolean =>
	event?.isGone === true || attempt?.error?.type === 'access_code_not_found';

export function outcomeOf({ attempt, event }: AcceptedAction): ActionOutcome {
	if (attempt?.status === 'success' || event?.hasSucceeded) return 'done';
	if (attempt?.status === 'error') {
		return UNSUPPORTED_TYPES.has(attempt.error?.type ?? '') ? 'unsupported' : 'failed';
	}
	return event ? 'failed' : 'pending';
}

/** The result item of an action; `outcome` is a word a workflow can branch on, `message` a sentence for a person. */
export function toResultRecord(flow: ReturnsAttempt, action: AcceptedAction, outcome: ActionOutcome): WireObject {
	const reasons = readReasons(action);
	return withoutUndefined({
		access_code_id: action.accessCodeId,
		device_id: action.event?.event?.device_id ?? readDeviceId(action.event?.record) ?? action.deviceId,
		outcome: outcome === 'done' ? flow.done.outcome : outcome,
		deleted: flow.isDeletion ? outcome === 'done' : undefined,
		message: toSentence(flow, action, outcome, reasons),
		errors: outcome !== 'done' && reasons.length > 0 ? reasons : undefined,
		action_attempt: action.attempt,
	});
}

/** The failure of an accepted action; its details are fit for an error: masked, and without the service's raw text. */
export function toActionFailedError(flow: ReturnsAttempt, action: AcceptedAction, outcome: ActionOutcome): ActionFailedError {
	const { message, action_attempt: attempt, ...details } = maskPins(toResultRecord(flow, action, outcome));
	const attemptId = isWireObject(attempt) ? attempt.action_attempt_id : undefined;
	const advice = outcome === 'unsupported' ? flow.impossible.advice : undefined;
	return new ActionFailedError(String(message), withoutUndefined({ ...details, action_attempt_id: attemptId }), action.attempt, advice);
}

function toSentence(flow: ReturnsAttempt, action: AcceptedAction, outcome: ActionOutcome, reasons: string[]): string {
	if (outcome === 'done') return flow.done.sentence;
	if (outcome === 'unsupported') return flow.impossible.sentence;
	if (isGone(action)) return GONE;
	if (outcome === 'failed') return [flow.failedSentence, reasons.join('; ') || 'the service gives no reason'].join(': ');
	const whereToLook = action.attempt && !action.isForgotten ? "Check it later with 'Action Attempt: Get'" : LIST_LATER;
	if (action.unreadable) return `${flow.acceptedSentence}, but its outcome could not be read: ${action.unreadable}. ${whereToLook}`;
	const pending = `${flow.acceptedSentence} and has not finished it yet`;
	return action.isForgotten ? `${pending}, and no longer knows its action attempt. ${whereToLook}` : `${pending}. ${whereToLook}`;
}

/** The service's own words for why, cleaned; the failed event carries them in six lists (facts 6). */
function readReasons({ attempt, event, refusal }: AcceptedAction): string[] {
	const issues = ['access_code_errors', 'device_errors', 'connected_account_errors', 'access_code_warnings', 'device_warnings', 'connected_account_warnings']
		.flatMap((key) => (event?.event?.[key] ?? []) as unknown[])
		.filter(isWireObject)
		.map(({ message, error_code: errorCode, warning_code: warningCode }) => String(message ?? errorCode ?? warningCode ?? ''));
	const reasons = [refusal ?? '', attempt?.error?.message || attempt?.error?.type || '', ...issues];
	return [...new Set(reasons.filter((reason) => reason !== '').map((reason) => hideSecretsInText(reason)))];
}

const readDeviceId = (record: WireObject | undefined) =>
	typeof record?.device_id === 'string' ? record.device_id : undefined;
