import type { WaitCondition } from '../../../../nodes/DeviceAccess/operation/run/waits';
import type { Progress } from '../../../../nodes/DeviceAccess/waiting/progress';
import {
	waitUntilChangeIsSet,
	waitUntilSet,
} from '../../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import { answeringSend, refusal } from '../../answeringSend';

const LIST = '/access_codes/list';
const GET = '/access_codes/get';
const GET_UNMANAGED = '/access_codes/unmanaged/get';

type Json = Record<string, unknown>;

const OFFLINE = {
	error_code: 'device_disconnected',
	message: 'The lock is offline.',
	is_device_error: true,
};
const NO_BACKUP = {
	error_code: 'empty_backup_access_code_pool',
	message: 'The backup pool is empty.',
	is_device_error: true,
};
const NO_ACCOUNT = {
	error_code: 'account_disconnected',
	message: 'The account is gone.',
	is_connected_account_error: true,
	is_device_error: false,
};
const NOT_UPDATED = {
	error_code: 'failed_to_update',
	message: 'The lock is busy.',
	is_access_code_error: true,
};
const NOT_SET = {
	error_code: 'failed_to_set_on_device',
	message: 'The keypad is full of snow.',
	is_access_code_error: true,
};

async function stateOf(condition: WaitCondition, code: Json) {
	const { send } = answeringSend(() => ({ access_codes: [{ access_code_id: 'c1', ...code }] }));
	return (await condition.lookUp(send, new Map())(['c1'])).get('c1');
}

const both: Array<[string, WaitCondition]> = [
	['a new code', waitUntilSet],
	['a changed code', waitUntilChangeIsSet],
];

describe.each(both)('%s', (_which, condition) => {
	it.each<[string, Json, Progress['is']]>([
		['set on a lock that has gone offline since', { status: 'set', errors: [OFFLINE] }, 'done'],
		['set, and the account is disconnected', { status: 'set', errors: [NO_ACCOUNT] }, 'done'],
		[
			'being set, and the lock has an error that harms no code',
			{ status: 'setting', errors: [NO_BACKUP, { error_code: 'auxiliary_heat_running' }] },
			'pending',
		],
		['waiting for its start', { status: 'unset' }, 'pending'],
	])('that is %s: %j is %s', async (_what, code, is) => {
		expect(await stateOf(condition, code)).toEqual({
			is,
			record: { access_code_id: 'c1', ...code },
		});
	});

	it.each<[string, Json, string[], string]>([
		[
			'the lock is offline',
			{ status: 'setting', errors: [NO_BACKUP, OFFLINE] },
			['The lock is offline.'],
			OFFLINE.error_code,
		],
		[
			'the lock refuses it',
			{ status: 'unset', errors: [NOT_SET] },
			['The keypad is full of snow.'],
			NOT_SET.error_code,
		],
		[
			'an error has no text',
			{ status: 'unset', errors: [{ error_code: 'provider_issue' }] },
			['provider_issue'],
			'provider_issue',
		],
	])('that is not set fails if %s, with the type', async (_what, code, reasons, type) => {
		expect(await stateOf(condition, code)).toEqual({
			is: 'failed',
			reasons,
			type,
			record: { access_code_id: 'c1', ...code },
		});
	});

	it('that the service no longer knows is the only one to fail', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint !== LIST) throw refusal(endpoint, 404, 'access_code_not_found');
			return { access_codes: [{ access_code_id: 'c2', status: 'set' }] };
		});
		expect(await condition.lookUp(send, new Map())(['c1', 'c2'])).toEqual(
			new Map([
				[
					'c1',
					{
						is: 'failed',
						reasons: [expect.any(String)],
						type: 'access_code_not_found',
						advice: '',
						record: { access_code_id: 'c1' },
					},
				],
				['c2', { is: 'done', record: { access_code_id: 'c2', status: 'set' } }],
			]),
		);
		expect(requests).toMatchObject([
			{
				endpoint: LIST,
				body: { access_code_ids: ['c1', 'c2'], limit: 2 },
				effect: 'read',
				maxRetries: 0,
			},
			{ endpoint: GET, body: { access_code_id: 'c1' }, effect: 'read', maxRetries: 0 },
			{ endpoint: GET_UNMANAGED, body: { access_code_id: 'c1' } },
		]);
	});
});

describe('a changed code', () => {
	it('that is set as it was before has failed if the code itself says so', async () => {
		const code = { status: 'set', errors: [OFFLINE, NOT_UPDATED] };
		expect(await stateOf(waitUntilChangeIsSet, code)).toEqual({
			is: 'failed',
			reasons: ['The lock is busy.'],
			type: NOT_UPDATED.error_code,
			record: { access_code_id: 'c1', ...code },
		});
	});

	it.each<[string, Progress['is']]>([
		['updating_code', 'pending'],
		['updating_name', 'done'],
	])('that is set and has the pending mutation %s is %s', async (mutation, is) => {
		expect(
			await stateOf(waitUntilChangeIsSet, {
				status: 'set',
				pending_mutations: [{ mutation_code: mutation }],
			}),
		).toMatchObject({ is });
	});

	it('that waits for a lock that is offline has not failed', async () => {
		const code = {
			status: 'set',
			pending_mutations: [{ mutation_code: 'updating_code' }],
			errors: [OFFLINE],
		};
		expect(await stateOf(waitUntilChangeIsSet, code)).toMatchObject({
			is: 'pending',
			found: 'waiting_for_lock',
			reasons: ['The lock is offline.'],
		});
	});
});

describe('a change that the service keeps although the lock has errors', () => {
	const error = (code: string, marks: Json = { is_device_error: true }) => ({
		error_code: code,
		message: `This is ${code}.`,
		...marks,
	});
	const stateWith = async (...errors: Json[]) =>
		await stateOf(waitUntilSet, {
			status: 'setting',
			pending_mutations: [{ mutation_code: 'creating' }],
			errors,
		});

	it.each([
		[error('device_offline')],
		[error('hub_disconnected')],
		[error('bridge_disconnected', { is_bridge_error: true })],
	])('waits for its lock: %j', async (issue) => {
		expect(await stateWith(issue)).toMatchObject({ is: 'pending', found: 'waiting_for_lock' });
	});

	it.each([
		[error('device_removed')],
		[error('account_disconnected', { is_connected_account_error: true })],
		[error('an_error_that_is_new')],
	])('needs a person: %j', async (issue) => {
		for (const errors of [[issue], [OFFLINE, issue]])
			expect(await stateWith(...errors)).toMatchObject({
				is: 'failed',
				reasons: errors.map(({ message }) => message),
				advice: expect.stringMatching(/^Solve this .* before you execute the node again/),
			});
	});
});
