import { describeError } from '../../../errors/describeError';
import { DeviceAccessError, ServiceError } from '../../../errors/errors';
import { hideSecretsInText } from '../../../errors/maskPins';
import type { WireObject } from '../../../wire/records';
import type { CheckedWriteResult } from '../../../operation';
import type { Replacement } from './replacement';
import { withoutUndefined } from '../../../wire/values';

/**
 * The outcome of a replacement. `replaced`: the new code works like the old one. `unchanged`: the
 * old code is still there. `pending`: the result is not certain. `locked_out`: the PIN does not
 * work.
 */
export type ReplacementOutcome = 'replaced' | 'unchanged' | 'pending' | 'locked_out';

export interface ReplacementConclusion {
	outcome: ReplacementOutcome;
	/** What happened. The first reason follows it after a colon. */
	sentence: string;
	reasons?: unknown[];
	newCode?: WireObject;
	/** How to finish by hand, for `pending` and `locked_out`. */
	nextStep?: string;
}

/**
 * The result item. `recovery` has everything that a person needs to finish by hand, including the
 * PIN. No other text has the PIN.
 */
export function toReplacementResult(
	replacement: Replacement,
	{ outcome, sentence, reasons = [], newCode, nextStep }: ReplacementConclusion,
): CheckedWriteResult {
	const { oldAccessCodeId, deviceId, deviceName, pin, name, startsAt, endsAt } = replacement;
	const errors = [
		...new Set(
			reasons
				.filter((reason) => reason !== undefined && reason !== '')
				.map((reason) => inWords(reason, pin)),
		),
	];
	const [first] = errors;
	const message = first ? `${sentence}: ${first}` : sentence;
	const record = withoutUndefined({
		name,
		device_name: deviceName,
		access_code_id: newCode?.access_code_id,
		old_access_code_id: oldAccessCodeId,
		device_id: deviceId,
		outcome,
		message,
		errors: errors.length > 0 ? errors : undefined,
		access_code: newCode,
		recovery: nextStep && {
			next_step: nextStep,
			device_id: deviceId,
			device_name: deviceName ?? null,
			name: name ?? null,
			code: pin,
			starts_at: startsAt ?? null,
			ends_at: endsAt ?? null,
		},
	});
	return { record, logWarning: nextStep && toLogWarning(replacement, message) };
}

/**
 * The warning for n8n's log: what happened and where. It leaves out the PIN, and names, which may
 * contain the PIN.
 */
function toLogWarning({ oldAccessCodeId, deviceId }: Replacement, message: string): string {
	const where =
		"See 'recovery' in the output for what to do. If the execution was stopped, there is no output: take the PIN from where the workflow got it";
	return `${message}. Device: ${deviceId}. Access code: ${oldAccessCodeId}. ${where}`;
}

function inWords(reason: unknown, pin: string): string {
	const text =
		reason instanceof DeviceAccessError ? describeError(reason, [pin]).message : String(reason);
	const says =
		reason instanceof ServiceError ? reason.answer.serviceMessage.trim().replace(/\.$/, '') : '';
	return hideSecretsInText(says ? `${text} ('${says}')` : text, [pin]).replace(/\.$/, '');
}
