import type { Until } from '../../../../nodes/DeviceAccess/operation/defineOperation';
import { untilChangeIsSet, untilSet } from '../../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import { answeringSend, refusal } from '../../answeringSend';

const LIST = '/access_codes/list';
const GET = '/access_codes/get';

type Json = Record<string, unknown>;

const OFFLINE = { error_code: 'device_disconnected', message: 'The lock is offline.', is_device_error: true };
const NO_BACKUP = { error_code: 'empty_backup_access_code_pool', message: 'The backup pool is empty.', is_device_error: true };
const NO_ACCOUNT = { error_code: 'account_disconnected', message: 'The account is gone.', is_connected_account_error: true, is_device_error: false };
const NOT_UPDATED = { error_code: 'failed_to_update', message: 'The lock is busy.', is_access_code_error: true };
const NOT_SET = { error_code: 'failed_to_set_on_device', message: 'The keypad is full of snow.', is_access_code_error: true };

/** Where one code stands that the service lists. */
async function stateOf(until: Until, code: Json) {
	const { send } = answeringSend(() => ({ access_codes: [{ access_code_id: 'c1', ...code }] }));
	return (await until.lookUp(send, { requestsInFlight: 5, failures: new Map() })(['c1'])).get('c1');
}

const both: Array<[string, Until]> = [['a new code', untilSet], ['a changed code', untilChangeIsSet]];

describe.each(both)('%s', (_which, until) => {
	it.each<[string, Json, boolean]>([
		['set', { status: 'set', errors: [] }, true],
		['set on a lock that has gone offline since', { status: 'set', errors: [OFFLINE] }, true],
		['set, and the account is disconnected', { status: 'set', errors: [NO_ACCOUNT] }, true],
		['set, and the lock has an error that harms no code', { status: 'set', errors: [NO_BACKUP] }, true],
		['being set', { status: 'setting', errors: [] }, false],
		['being set, and the lock has an error that harms no code', { status: 'setting', errors: [NO_BACKUP, { error_code: 'auxiliary_heat_running' }] }, false],
		['waiting for its start', { status: 'unset' }, false],
	])('that is %s: %j has reached it: %s', async (_what, code, hasReached) => {
		expect(await stateOf(until, code)).toEqual({ hasReached, record: { access_code_id: 'c1', ...code } });
	});

	it.each<[string, Json, string[]]>([
		['the lock is offline', { status: 'setting', errors: [NO_BACKUP, OFFLINE] }, ['The lock is offline.']],
		['the lock refuses it', { status: 'unset', errors: [NOT_SET] }, ['The keypad is full of snow.']],
		['an error has no text', { status: 'unset', errors: [{ error_code: 'provider_issue' }] }, ['provider_issue']],
	])('that is not set fails where %s', async (_what, code, reasons) => {
		expect(await stateOf(until, code)).toEqual({ reasons, record: { access_code_id: 'c1', ...code } });
	});

	it('that the service does not know any more fails alone', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint === GET) throw refusal(GET, 404, 'access_code_not_found');
			return { access_codes: [{ access_code_id: 'c2', status: 'set' }] };
		});
		expect(await until.lookUp(send, { requestsInFlight: 5, failures: new Map() })(['c1', 'c2'])).toEqual(
			new Map([
				['c1', { reasons: ['The access code is no longer there'], record: { access_code_id: 'c1' } }],
				['c2', { hasReached: true, record: { access_code_id: 'c2', status: 'set' } }],
			]),
		);
		expect(requests).toMatchObject([
			{ endpoint: LIST, body: { access_code_ids: ['c1', 'c2'], limit: 2 }, effect: 'read', maxRetries: 0 },
			{ endpoint: GET, body: { access_code_id: 'c1' }, effect: 'read', maxRetries: 0 },
		]);
	});
});

describe('a changed code', () => {
	it('that is set as it was before has failed where the code itself says so', async () => {
		const code = { status: 'set', errors: [OFFLINE, NOT_UPDATED] };
		expect(await stateOf(untilChangeIsSet, code)).toEqual({ reasons: ['The lock is busy.'], record: { access_code_id: 'c1', ...code } });
	});

	it.each<[string, boolean]>([
		['updating_code', false],
		['updating_time_frame', false],
		['updating_name', true],
	])('that is set and has the pending mutation %s has reached it: %s', async (mutation, hasReached) => {
		expect(await stateOf(untilChangeIsSet, { status: 'set', pending_mutations: [{ mutation_code: mutation }] })).toMatchObject({ hasReached });
	});

	it('that waits for a lock that is offline has failed', async () => {
		const code = { status: 'set', pending_mutations: [{ mutation_code: 'updating_code' }], errors: [OFFLINE] };
		expect(await stateOf(untilChangeIsSet, code)).toMatchObject({ reasons: ['The lock is offline.'] });
	});
});
