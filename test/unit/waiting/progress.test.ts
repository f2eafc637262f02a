import { progressOfAttempt } from '../../../nodes/DeviceAccess/waiting/progress';
import type { ActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';

const attempt = (status: ActionAttempt['status'], type?: string): ActionAttempt => ({
	action_attempt_id: 'a1',
	action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
	status,
	result: status === 'success' ? {} : null,
	error: type === undefined ? null : { type, message: '' },
});

describe('progressOfAttempt', () => {
	it.each([
		{ what: 'a pending attempt', told: attempt('pending'), expected: 'pending' },
		{ what: 'a successful attempt', told: attempt('success'), expected: 'done' },
		{ what: 'a failed attempt', told: attempt('error', 'uncategorized_error'), expected: 'failed' },
		{
			what: 'an unsupported attempt',
			told: attempt('error', 'unsupported_device'),
			expected: 'unsupported',
		},
		{
			what: 'an attempt whose code no longer exists',
			told: attempt('error', 'access_code_not_found'),
			expected: 'failed',
			found: 'gone',
		},
	])('is $expected for $what', ({ told, expected, found }) => {
		expect(progressOfAttempt(told)).toEqual({ is: expected, found, attempt: told });
	});
});
