import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt } from './accessCalls';
import { calls, sandbox, useFreshSandbox } from './freshSandbox';

const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';

useFreshSandbox();

let attempts: Attempt[];
beforeEach(async () => {
	const codeIds = [hotel.unmanagedCodes.convertible, hotel.unmanagedCodes.onIgloohome];
	attempts = [];
	for (const access_code_id of codeIds)
		attempts.push(
			await calls.call('/access_codes/unmanaged/delete', { access_code_id }, 'action_attempt'),
		);
});

it('lists the known ones among the ids asked for', async () => {
	const ids = attempts.map(({ action_attempt_id }) => action_attempt_id);
	expect(
		await calls.call('/action_attempts/list', {
			action_attempt_ids: [UNKNOWN_ID, ...ids.reverse()],
		}),
	).toEqual({
		action_attempts: attempts,
		pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
		ok: true,
	});
});

it('answers 404 when none of the ids is known', async () => {
	const refusal = await calls.refusal('/action_attempts/list', {
		action_attempt_ids: [UNKNOWN_ID],
	});
	expect(refusal).toMatchObject({ status: 404, error: { type: 'action_attempts_not_found' } });
});

it('refuses batches above the limit that is set', async () => {
	sandbox.settings.maxActionAttemptIds = 1;
	const action_attempt_ids = attempts.map(({ action_attempt_id }) => action_attempt_id);
	expect(await calls.refusal('/action_attempts/list', { action_attempt_ids })).toMatchObject({
		status: 400,
		error: { type: 'invalid_input' },
	});
});
