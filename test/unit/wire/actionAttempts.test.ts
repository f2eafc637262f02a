import { readActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';

const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

describe('readActionAttempt', () => {
	it('returns a whole attempt unchanged, including fields of a newer service', () => {
		const attempt = {
			action_attempt_id: ATTEMPT_ID,
			action_type: 'NEW_TYPE',
			status: 'success',
			result: {},
			error: null,
			extra: 1,
		};
		expect(readActionAttempt(attempt)).toEqual(attempt);
	});

	it('treats an unknown status as pending, and what is missing as empty', () => {
		expect(
			readActionAttempt({
				action_attempt_id: ATTEMPT_ID,
				status: 'queued',
				result: 'none',
				error: 'none',
			}),
		).toEqual({
			action_attempt_id: ATTEMPT_ID,
			action_type: '',
			status: 'pending',
			result: null,
			error: null,
		});
	});

	it('treats an incomplete error as one without words', () => {
		expect(
			readActionAttempt({ action_attempt_id: ATTEMPT_ID, status: 'error', error: {} })?.error,
		).toEqual({ type: '', message: '' });
	});

	it.each([undefined, 'ok', { action_attempt_id: 7 }])(
		'returns nothing for %p: the service answered without one',
		(value) => {
			expect(readActionAttempt(value)).toBeUndefined();
		},
	);
});
