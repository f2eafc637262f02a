import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import {
	type Conclusion,
	conclude,
	type Subject,
	toActionFailedError,
	toResultRecord,
	type Words,
} from '../../../../nodes/DeviceAccess/operation/output/actionResult';
import { waitUntilSet } from '../../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import type { Progress } from '../../../../nodes/DeviceAccess/waiting/progress';
import type { ActionAttempt } from '../../../../nodes/DeviceAccess/wire/actionAttempts';
import type { ServiceEvent } from '../../../../nodes/DeviceAccess/wire/events';
import { kindOf } from '../../../../tools/kindOf';
import { operationOf } from '../itemRun';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

function actionOf(value: string): Words {
	const kind = kindOf(operationOf('unmanagedAccessCode', value));
	if (kind.name !== 'one' || !kind.says) throw new Error(`No such action: ${value}`);
	return kind.says;
}

const conversion = actionOf('convertToManaged');
const deletion = actionOf('delete');

const code: Subject = { ids: { access_code_id: CODE_ID } };

const attempt = (
	status: ActionAttempt['status'],
	error: ActionAttempt['error'] = null,
): ActionAttempt => ({
	action_attempt_id: ATTEMPT_ID,
	action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
	status,
	result: status === 'success' ? {} : null,
	error,
});

const failedEvent: ServiceEvent = {
	event_id: 'e1',
	event_type: 'access_code.unmanaged.failed_to_convert_to_managed',
	created_at: '2030-01-31T10:00:00Z',
	access_code_id: CODE_ID,
	device_id: DEVICE_ID,
	access_code_errors: [
		{ error_code: 'duplicate_code_on_device', message: 'Code 1001 is there twice' },
	],
	access_code_warnings: [{ warning_code: 'delay_in_setting_on_device' }],
	device_errors: [{ error_code: 'device_offline', message: 'The lock is offline' }],
	device_warnings: [],
	connected_account_errors: 'rubbish',
	connected_account_warnings: [{ message: 'The lock is offline' }],
};

describe('the result item of a conversion', () => {
	it('has the name and the device in the record that shows that the code is managed', () => {
		const shownBy = { access_code_id: CODE_ID, name: 'Guest 101', device_id: DEVICE_ID };
		const conclusion = conclude(conversion, { is: 'done', shownBy });
		expect(toResultRecord(code, conclusion)).toMatchObject({
			name: 'Guest 101',
			device_id: DEVICE_ID,
		});
	});

	it.each<{ what: string; progress: Progress; message: string; outcome?: string }>([
		{
			what: 'an attempt',
			progress: { is: 'pending', attempt: attempt('pending') },
			message:
				"The service accepted the conversion but is not finished yet. Check the outcome later with 'Get action attempt'",
		},
		{
			what: 'an outcome that could not be read',
			progress: { is: 'pending', unreadable: 'The API key was not accepted' },
			message:
				'The service accepted the conversion, but its outcome could not be read: The API key was not accepted. Check the outcome later by listing the codes of the device',
		},
		{
			what: 'an attempt that the service has forgotten',
			progress: { is: 'unknown', attempt: attempt('pending') },
			outcome: 'unknown',
			message:
				'The service accepted the conversion but no longer has a record of the action attempt, so the outcome is unknown. Check the outcome later by listing the codes of the device',
		},
	])('is open with $what, and says how to go on', ({ progress, message, outcome = 'pending' }) => {
		const { action_attempt: nested, ...rest } = toResultRecord(
			code,
			conclude(conversion, progress),
		);
		expect(nested).toEqual(progress.attempt);
		expect(rest).toStrictEqual({ access_code_id: CODE_ID, outcome, message });
	});

	it("returns the service's reasons once each, without PINs", () => {
		const record = toResultRecord(
			code,
			conclude(conversion, { is: 'failed', shownBy: failedEvent }),
		);
		const errors = [
			`Code ${HIDDEN} is there twice`,
			'The lock is offline',
			'delay_in_setting_on_device',
		];
		expect(record).toStrictEqual({
			access_code_id: CODE_ID,
			device_id: DEVICE_ID,
			outcome: 'failed',
			message: `The access code was not converted and stays unmanaged: ${errors.join('; ')}`,
			errors,
		});
	});

	it('repeats no PIN that was sent, whatever it is attached to', () => {
		const failed = attempt('error', { type: 'PIN739182', message: 'Guest-739182 is there twice' });
		const conclusion = conclude(conversion, { is: 'failed', attempt: failed }, ['739182']);
		expect(
			JSON.stringify([toResultRecord(code, conclusion), toActionFailedError(code, conclusion)]),
		).not.toContain('739182');
	});

	it("falls back to the attempt's type if it has no message", () => {
		const failed = attempt('error', { type: 'action_attempt_expired', message: '' });
		expect(
			toResultRecord(code, conclude(conversion, { is: 'failed', attempt: failed })).errors,
		).toEqual(['action_attempt_expired']);
	});
});

describe('the result item of a deletion', () => {
	it('does not say deleted if somebody has converted the code in the meantime', () => {
		expect(
			toResultRecord(code, conclude(deletion, { is: 'failed', found: 'overtaken' })),
		).toMatchObject({
			outcome: 'failed',
			deleted: false,
			errors: ['someone else converted it, so it is now a managed code'],
		});
	});

	it.each([
		['pending', 'pending'],
		['failed', 'failed'],
		['unsupported', 'failed'],
	] as const)('has deleted: false while %s, and is %s', (is, outcome) => {
		expect(toResultRecord(code, conclude(deletion, { is }))).toMatchObject({
			outcome,
			deleted: false,
		});
	});
});

describe('the end of an action whose code no longer exists', () => {
	it('is failure for a conversion', () => {
		expect(conclude(conversion, { is: 'failed', found: 'gone' })).toMatchObject({
			is: 'failed',
			outcome: 'failed',
			message:
				'The access code is no longer on the lock. It was removed before the service finished',
		});
	});
});

describe('the end of a wait for a later state', () => {
	const record = { access_code_id: CODE_ID, device_id: DEVICE_ID, status: 'setting', errors: [] };
	const resultOf = (awaited: Progress, subject = code) =>
		toResultRecord(subject, conclude(waitUntilSet, { ...awaited, attempt: attempt('success') }));

	it('has the record as last read, its outcome and the attempt', () => {
		expect(resultOf({ is: 'done', record })).toStrictEqual({
			...record,
			outcome: 'set',
			message: 'The access code is set on the device',
			action_attempt: attempt('success'),
		});
	});

	it('is pending with the record that came with the answer if none was read, and says why', () => {
		const unreadable = 'The service is not available right now';
		expect(resultOf({ is: 'pending', unreadable }, { ...code, record })).toStrictEqual({
			...record,
			outcome: 'pending',
			message: `The latest state could not be read: ${unreadable}`,
			action_attempt: attempt('success'),
		});
	});

	it("fails with the service's reasons, without PINs, in addition to the errors of the record itself", () => {
		const errors = [{ error_code: 'duplicate_code', message: 'Code 1001 is taken' }];
		expect(
			resultOf({
				is: 'failed',
				record: { ...record, errors },
				reasons: ['Code 1001 is taken'],
			}),
		).toMatchObject({
			outcome: 'failed',
			message: `The access code could not be set on the device: Code ${HIDDEN} is taken`,
			errors,
		});
	});
});

describe('toActionFailedError', () => {
	it('contains what the result item would have said, with the ID instead of the attempt', () => {
		const failedAttempt = attempt('error', {
			type: 'uncategorized_error',
			message: 'Code 1001 is taken',
		});
		const error = toActionFailedError(
			{ ...code, deviceId: DEVICE_ID },
			conclude(conversion, { is: 'failed', attempt: failedAttempt }),
		);
		expect({
			sentence: error.sentence,
			details: error.details,
			attempt: error.attempt,
		}).toStrictEqual({
			sentence: `The access code was not converted and stays unmanaged: Code ${HIDDEN} is taken`,
			details: {
				access_code_id: CODE_ID,
				device_id: DEVICE_ID,
				outcome: 'failed',
				errors: [`Code ${HIDDEN} is taken`],
				type: 'uncategorized_error',
				action_attempt_id: ATTEMPT_ID,
			},
			attempt: attempt('error', {
				type: 'uncategorized_error',
				message: `Code ${HIDDEN} is taken`,
			}),
		});
	});

	it.each<[string, Conclusion, string]>([
		[
			'the event',
			conclude(conversion, { is: 'failed', shownBy: failedEvent }),
			'duplicate_code_on_device',
		],
		[
			'a code that is gone',
			conclude(conversion, { is: 'failed', found: 'gone' }),
			'access_code_not_found',
		],
		[
			'the record that was waited for',
			conclude(waitUntilSet, {
				is: 'failed',
				reasons: ['There is no room for another code.'],
				type: 'no_space_for_access_code_on_device',
				record: { access_code_id: CODE_ID },
			}),
			'no_space_for_access_code_on_device',
		],
	])('has the type of the failure that %s shows', (_what, conclusion, type) => {
		expect(toActionFailedError(code, conclusion).details.type).toBe(type);
	});
});
