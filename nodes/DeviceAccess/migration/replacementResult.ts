import { describeError } from '../errors/describeError';
import { DeviceAccessError, ServiceError } from '../errors/errors';
import { hideSecretsInText } from '../errors/maskPins';
import { getRecord } from '../lists/getRecord';
import type { SendRequest } from '../transport/request';
import type { Progress } from '../waiting/progress';
import { type WireObject, withoutUndefined } from '../wire/records';

/**
 * The outcome of a replacement. `replaced`: the new code works like the old one. `unchanged`: the
 * old code is still there. `pending`: the result is not certain. `locked_out`: the PIN does not
 * work.
 */
export type ReplacementOutcome = 'replaced' | 'unchanged' | 'pending' | 'locked_out';

/** What the item says of it. */
export interface Said {
	outcome: ReplacementOutcome;
	/** What happened. The first reason follows it after a colon. */
	sentence: string;
	/** How to finish by hand, for `pending` and `locked_out`. */
	nextStep?: string;
	/** Whose further codes must stay, because the same could happen to them. */
	endangers?: 'lock' | 'run';
}

export interface ReplacementResult {
	record: WireObject;
	/** Goes to n8n's log, because n8n drops the output after Stop. Contains no PIN. */
	logWarning?: string;
	/** Without PINs. */
	errors: string[];
	endangers?: Said['endangers'];
	/** True if the service has accepted the new code. */
	hasCreated?: boolean;
}

/**
 * `recovery` has everything that a person needs to finish by hand, including the PIN. No other text
 * has the PIN.
 */
export function toReplacementResult(
	replacement: Replacement,
	{ record: newCode, reasons = [], unreadable = '' }: Progress,
	{ outcome, sentence, nextStep, endangers }: Said,
): ReplacementResult {
	const { oldAccessCodeId, deviceId, deviceName, pin, name, startsAt, endsAt } = replacement;
	const errors = [
		...new Set(
			[...reasons, unreadable]
				.filter((reason) => reason !== '')
				.map((reason) => hideSecretsInText(reason, [pin]).replace(/\.$/, '')),
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
	const logWarning = nextStep && toLogWarning(replacement, message);
	return { record, logWarning, errors, endangers };
}

/** It leaves out the PIN, and names, which may contain the PIN. */
function toLogWarning({ oldAccessCodeId, deviceId }: Replacement, message: string): string {
	const where =
		"See 'recovery' in the output for what to do. If the execution was stopped, there is no output: take the PIN from where the workflow got it";
	return `${message}. Device: ${deviceId}. Access code: ${oldAccessCodeId}. ${where}`;
}

/** A failure in words. They can have the PIN until the item is made. */
export function reasonOf(failure: unknown): string {
	const text =
		failure instanceof DeviceAccessError ? describeError(failure).message : String(failure);
	const says =
		failure instanceof ServiceError ? failure.answer.serviceMessage.trim().replace(/\.$/, '') : '';
	return says ? `${text} ('${says}')` : text;
}

/** Times are as the service returns them. */
export interface Replacement {
	oldAccessCodeId: string;
	deviceId: string;
	deviceName?: string;
	pin: string;
	name?: string;
	startsAt?: string;
	endsAt?: string;
}

export const CREATE_IT =
	"create the code with 'Create access code' and the values under 'recovery', or at the lock.";
export const LOOK_FOR_NEW = `Use 'Get many access codes' to see whether the lock has a code with this PIN. If it has none, ${CREATE_IT}`;
const LOOK_AT_NEW =
	"Use 'Get access code' to see whether the new code is set. Until it is, the PIN does not open the lock.";
const REPLACE_NEW = `Delete the new code with 'Delete access code'. Then ${CREATE_IT}`;

/** Once the old code is deleted. The service may hide the PIN of the new one. */
export function saidOfNewCode({ is, record, unreadable }: Progress, pin: string): Said {
	if (is !== 'failed' && (record?.code ?? pin) !== pin)
		return {
			outcome: 'locked_out',
			endangers: 'lock',
			sentence: 'The old code is deleted, and the service gave the new one a different PIN',
			nextStep: `Give the person the PIN under 'access_code'. To keep the old PIN instead: ${REPLACE_NEW}`,
		};
	if (is === 'done')
		return {
			outcome: 'replaced',
			sentence: `The access code is now managed: the old code is deleted, and the new one is ${record?.status === 'set' ? 'set on the lock' : 'scheduled for its start time'}`,
		};
	if (is === 'failed')
		return {
			outcome: 'locked_out',
			endangers: 'lock',
			sentence: 'The old code is deleted, but the new one could not be set on the lock',
			nextStep: REPLACE_NEW,
		};
	return {
		outcome: 'pending',
		endangers: 'lock',
		sentence: `The old code is deleted, ${unreadable === undefined ? 'but the new one is not set on the lock yet' : 'and it is unknown whether the new one is set on the lock'}`,
		nextStep: LOOK_AT_NEW,
	};
}

/** Someone else converted, removed or replaced the old code first. Never throws. */
export async function toVanishedResult(
	send: SendRequest,
	replacement: Replacement,
): Promise<ReplacementResult> {
	const vanished: Progress = { is: 'failed', found: 'overtaken' };
	const body = { access_code_id: replacement.oldAccessCodeId };
	try {
		const options = { maxRetries: 0 };
		vanished.record = await getRecord(send, '/access_codes/get', 'access_code', body, options);
	} catch (error) {
		vanished.unreadable = reasonOf(error);
	}
	if (vanished.record)
		return toReplacementResult(replacement, vanished, {
			outcome: 'unchanged',
			sentence:
				'Nothing was changed: someone else converted the code in the meantime, so it is already managed',
		});
	return toReplacementResult(replacement, vanished, {
		outcome: 'pending',
		sentence:
			vanished.unreadable === undefined
				? 'Someone else removed or replaced the old code in the meantime. No new one was created, because the removal may be intentional'
				: 'The old code no longer exists, and it is unknown whether someone converted or replaced it',
		nextStep: LOOK_FOR_NEW,
	});
}
