import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

interface Attempt {
	action_attempt_id: string;
}

const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';

let sandbox: Sandbox;
let attempts: Attempt[];
beforeEach(async () => {
	sandbox = await createSandbox();
	attempts = [];
	for (const access_code_id of [hotel.unmanagedCodes.convertible, hotel.unmanagedCodes.onIgloohome]) {
		const { body } = await callSandbox<{ action_attempt: Attempt }>(sandbox, '/access_codes/unmanaged/delete', { access_code_id });
		attempts.push(body.action_attempt);
	}
});
afterEach(() => sandbox.stop());

const list = async (parameters: object) => await callSandbox(sandbox, '/action_attempts/list', parameters);

it('lists the known ones among the ids asked for', async () => {
	const ids = attempts.map(({ action_attempt_id }) => action_attempt_id);
	const { body } = await list({ action_attempt_ids: [UNKNOWN_ID, ...[...ids].reverse()] });
	expect(body).toEqual({
		action_attempts: attempts,
		pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
		ok: true,
	});
});

it('answers 404 when none of the ids is known', async () => {
	const { status, body } = await list({ action_attempt_ids: [UNKNOWN_ID] });
	expect(status).toBe(404);
	expect(body).toMatchObject({ error: { type: 'action_attempts_not_found' } });
});

it('lists the attempts of one device', async () => {
	const { body } = await list({ device_id: hotel.devices.poolGate });
	expect(body.action_attempts).toEqual([attempts[1]]);
});

it('refuses batches above the limit that is set', async () => {
	sandbox.settings.maxActionAttemptIds = 1;
	const { status, body } = await list({ action_attempt_ids: attempts.map(({ action_attempt_id }) => action_attempt_id) });
	expect(status).toBe(400);
	expect(body).toMatchObject({ error: { type: 'invalid_input', message: 'action_attempt_ids takes at most 1 ids' } });
});

it('does not find an unknown attempt, nor one of another workspace', async () => {
	const unknown = await callSandbox(sandbox, '/action_attempts/get', { action_attempt_id: UNKNOWN_ID });
	const foreign = await callSandbox(sandbox, '/action_attempts/get', attempts[0], { apiKey: sandbox.apiKeys.other });
	for (const { body } of [unknown, foreign]) expect(body).toMatchObject({ error: { type: 'action_attempt_not_found' } });
});
