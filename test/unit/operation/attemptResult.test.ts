import { HIDDEN } from '../../../nodes/DeviceAccess/errors/maskPins';
import type { ActionAttempt, ServiceEvent } from '../../../nodes/DeviceAccess/wire/records';
import {
	type AcceptedAction,
	isUnsupported,
	outcomeOf,
	toActionFailedError,
	toResultRecord,
} from '../../../nodes/DeviceAccess/operation/attemptResult';
import type { ReturnsAttempt } from '../../../nodes/DeviceAccess/operation/defineOperation';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { refusal } from '../answeringSend';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

function flowOf(value: string): ReturnsAttempt {
	const returns = resources.flatMap(({ operations }) => operations).find((operation) => operation.value === value)?.returns;
	if (returns?.kind !== 'attempt') throw new Error(`No such action: ${value}`);
	return returns;
}

const conversion = flowOf('convertToManaged');
const deletion = flowOf('delete');

const accepted = (more: Partial<AcceptedAction> = {}): AcceptedAction => ({ idField: 'access_code_id', id: CODE_ID, acceptedAtMs: 0, ...more });

const attempt = (status: ActionAttempt['status'], error: ActionAttempt['error'] = null): ActionAttempt => ({
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
	access_code_errors: [{ error_code: 'duplicate_code_on_device', message: 'Code 1001 is there twice' }],
	access_code_warnings: [{ warning_code: 'delay_in_setting_on_device' }],
	device_errors: [{ error_code: 'device_offline', message: 'The lock is offline' }],
	device_warnings: [],
	connected_account_errors: 'rubbish',
	connected_account_warnings: [{ message: 'The lock is offline' }],
};

describe('outcomeOf', () => {
	it.each([
		{ what: 'no attempt and no event', action: accepted(), expected: 'pending' },
		{ what: 'a pending attempt', action: accepted({ attempt: attempt('pending') }), expected: 'pending' },
		{ what: 'a successful attempt', action: accepted({ attempt: attempt('success') }), expected: 'done' },
		{ what: 'a failed attempt', action: accepted({ attempt: attempt('error', { type: 'uncategorized_error', message: '' }) }), expected: 'failed' },
		{ what: 'a failed attempt without words', action: accepted({ attempt: attempt('error') }), expected: 'failed' },
		{ what: 'an unsupported attempt', action: accepted({ attempt: attempt('error', { type: 'unsupported_device', message: '' }) }), expected: 'unsupported' },
		{ what: 'an event of success', action: accepted({ event: { hasSucceeded: true } }), expected: 'done' },
		{ what: 'an event of failure', action: accepted({ event: { hasSucceeded: false, event: failedEvent } }), expected: 'failed' },
	])('is $expected for $what', ({ action, expected }) => {
		expect(outcomeOf(action)).toBe(expected);
	});
});

describe('isUnsupported', () => {
	it.each([
		{ error: refusal('/x', 400, 'unsupported_device'), expected: true },
		{ error: refusal('/x', 400, 'device_type_not_supported'), expected: true },
		{ error: refusal('/x', 400, 'invalid_input'), expected: false },
		{ error: new Error('unsupported_device'), expected: false },
	])('is $expected for $error', ({ error, expected }) => {
		expect(isUnsupported(error)).toBe(expected);
	});
});

describe('the result item of a conversion', () => {
	it('says that the code is converted, with the attempt nested', () => {
		const action = accepted({ deviceId: DEVICE_ID, attempt: attempt('success') });
		expect(toResultRecord(conversion, action, 'done')).toStrictEqual({
			access_code_id: CODE_ID,
			device_id: DEVICE_ID,
			outcome: 'converted',
			message: 'The access code is managed now',
			action_attempt: attempt('success'),
		});
	});

	it('learns the device from the event', () => {
		const event: ServiceEvent = { event_id: 'e2', event_type: 'x', created_at: '2030-01-31T10:00:00Z', device_id: DEVICE_ID };
		expect(toResultRecord(conversion, accepted({ event: { hasSucceeded: true, event } }), 'done').device_id).toBe(DEVICE_ID);
	});

	it('learns the device from the record of the code', () => {
		const event = { hasSucceeded: true, record: { device_id: DEVICE_ID } };
		expect(toResultRecord(conversion, accepted({ event }), 'done').device_id).toBe(DEVICE_ID);
	});

	it.each([
		{
			what: 'an attempt',
			action: accepted({ attempt: attempt('pending') }),
			message: "The service accepted the conversion and has not finished it yet. Check it later with 'Action Attempt: Get'",
		},
		{
			what: 'no attempt',
			action: accepted(),
			message: 'The service accepted the conversion and has not finished it yet. Check it later by listing the codes of the device',
		},
		{
			what: 'an outcome that could not be read',
			action: accepted({ unreadable: 'The API key was not accepted' }),
			message: 'The service accepted the conversion, but its outcome could not be read: The API key was not accepted. Check it later by listing the codes of the device',
		},
		{
			what: 'an attempt that the service has forgotten',
			action: accepted({ attempt: attempt('pending'), isForgotten: true }),
			message:
				'The service accepted the conversion and has not finished it yet, and no longer knows its action attempt. Check it later by listing the codes of the device',
		},
	])('is pending with $what, and says how to go on', ({ action, message }) => {
		const { action_attempt: nested, ...rest } = toResultRecord(conversion, action, 'pending');
		expect(nested).toEqual(action.attempt);
		expect(rest).toStrictEqual({ access_code_id: CODE_ID, outcome: 'pending', message });
	});

	it("gives the service's reasons once each, without PINs", () => {
		const record = toResultRecord(conversion, accepted({ event: { hasSucceeded: false, event: failedEvent } }), 'failed');
		const errors = [`Code ${HIDDEN} is there twice`, 'The lock is offline', 'delay_in_setting_on_device'];
		expect(record).toStrictEqual({
			access_code_id: CODE_ID,
			device_id: DEVICE_ID,
			outcome: 'failed',
			message: `The access code was not converted and stays unmanaged: ${errors.join('; ')}`,
			errors,
		});
	});

	it('says so when the service gives no reason', () => {
		expect(toResultRecord(conversion, accepted({ event: { hasSucceeded: false } }), 'failed')).toStrictEqual({
			access_code_id: CODE_ID,
			outcome: 'failed',
			message: 'The access code was not converted and stays unmanaged: the service gives no reason',
		});
	});

	it("falls back to the attempt's type where it has no message", () => {
		const action = accepted({ attempt: attempt('error', { type: 'action_attempt_expired', message: '' }) });
		expect(toResultRecord(conversion, action, 'failed').errors).toEqual(['action_attempt_expired']);
	});

	it("keeps the service's own words on a code that cannot be converted", () => {
		expect(toResultRecord(conversion, accepted({ refusal: 'Kwikset does not support it' }), 'unsupported')).toStrictEqual({
			access_code_id: CODE_ID,
			outcome: 'unsupported',
			message: 'This access code cannot be converted to managed',
			errors: ['Kwikset does not support it'],
		});
	});
});

describe('the result item of a deletion', () => {
	it("has n8n's deleted: true once it is so", () => {
		expect(toResultRecord(deletion, accepted({ event: { hasSucceeded: true } }), 'done')).toStrictEqual({
			access_code_id: CODE_ID,
			outcome: 'deleted',
			deleted: true,
			message: 'The access code is deleted',
		});
	});

	it.each(['pending', 'failed', 'unsupported'] as const)('has deleted: false while %s', (outcome) => {
		expect(toResultRecord(deletion, accepted(), outcome)).toMatchObject({ outcome, deleted: false });
	});
});

describe('a result item', () => {
	it("never has an 'error' of its own, which n8n would take for a failed item", () => {
		const actions = [accepted({ attempt: attempt('error', { type: 'x', message: 'y' }) }), accepted({ event: { hasSucceeded: false, event: failedEvent } })];
		for (const action of actions) expect(toResultRecord(deletion, action, 'failed')).not.toHaveProperty('error');
	});
});

describe('toActionFailedError', () => {
	it('carries what the result item would have said, with the id in place of the attempt', () => {
		const failedAttempt = attempt('error', { type: 'uncategorized_error', message: 'Code 1001 is taken' });
		const error = toActionFailedError(conversion, accepted({ deviceId: DEVICE_ID, attempt: failedAttempt }), 'failed');
		expect({ sentence: error.sentence, details: error.details, attempt: error.attempt }).toStrictEqual({
			sentence: `The access code was not converted and stays unmanaged: Code ${HIDDEN} is taken`,
			details: {
				access_code_id: CODE_ID,
				device_id: DEVICE_ID,
				outcome: 'failed',
				errors: [`Code ${HIDDEN} is taken`],
				action_attempt_id: ATTEMPT_ID,
			},
			attempt: failedAttempt,
		});
	});

	it('has no attempt id where there is no attempt', () => {
		const error = toActionFailedError(deletion, accepted(), 'unsupported');
		expect(error.details).toStrictEqual({ access_code_id: CODE_ID, outcome: 'unsupported', deleted: false });
	});
});
