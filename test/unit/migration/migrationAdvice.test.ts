import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { LockState } from '../../../nodes/DeviceAccess/migration/lockState';
import {
	addMigrationAdvice,
	adviseMigration,
} from '../../../nodes/DeviceAccess/migration/migrationAdvice';
import { answeringSend } from '../answeringSend';
import { code, device, errors, lock, NOW_MS } from '../resources/lockRecords';

const advise = (record: WireObject, state: Partial<LockState> = {}) =>
	adviseMigration(code(record), lock(state), NOW_MS);
const flagged = { cannot_be_managed: true };
const offline = { device: device({}, { online: false }) };
const FLAGGED = 'The lock or its provider does not allow converting this access code';
const ENDED = { advice: 'keep', reason: 'The code has ended, so there is nothing to convert' };
const ended = { starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-31T10:00:00Z' };

describe('the advice is to convert a code', () => {
	it.each<[string, WireObject, Partial<LockState>]>([
		['nothing speaks against it', {}, {}],
		['only the app of the maker can delete it', { cannot_delete_unmanaged_access_code: true }, {}],
		[
			'the lock is full',
			{},
			{ device: device({ warnings: [{ warning_code: 'max_access_codes_reached' }] }) },
		],
	])('if %s', (_where, record, state) => {
		expect(advise(record, state)).toEqual({
			advice: 'convert',
			reason:
				'This code can be converted: the PIN keeps working, and its name and times stay the same',
		});
	});

	it('which does not promise that one that is unset works', () => {
		expect(advise({ status: 'unset' })).toEqual({
			advice: 'convert',
			reason:
				'This code can be converted. It does not open the lock now, and converting does not change that',
		});
	});
});

it('the advice is to replace a code if its record says that it cannot be managed', () => {
	expect(advise(flagged)).toEqual({
		advice: 'replace',
		reason: `${FLAGGED}. This code can be deleted and created again with the same PIN, name and times. In between, the PIN does not work`,
	});
});

describe('the advice is to keep a code', () => {
	it.each<[string, WireObject, Partial<LockState>, string]>([
		[
			'only the maker can delete it',
			{ ...flagged, cannot_delete_unmanaged_access_code: true },
			{},
			`${FLAGGED}. This code cannot be replaced either: only the lock maker's app can delete the code`,
		],
		[
			'the lock is offline',
			flagged,
			offline,
			`${FLAGGED}. This code cannot be replaced now: the lock is offline`,
		],
		[
			'the lock does not take its name',
			flagged,
			{
				device: device(
					{},
					{ code_constraints: [{ constraint_type: 'name_length', max_length: 6 }] },
				),
			},
			`${FLAGGED}. This code cannot be replaced now: the name of the code is too long or too short for the lock ('Replace With Managed' can give the new code another name)`,
		],
	])('that can neither be converted nor replaced: %s', (_why, record, state, reason) => {
		expect(advise(record, state)).toEqual({ advice: 'keep', reason });
	});

	it('that can be converted, but not now', () => {
		expect(advise({ errors: errors('insufficient_permissions') })).toEqual({
			advice: 'keep',
			reason:
				'This code cannot be converted now: the connected account is not allowed to change codes on the lock (Message of insufficient_permissions)',
		});
	});

	it.each([
		['managed', { managed: [code({ access_code_id: 'm1', name: 'New' })] }],
		['unmanaged', { unmanaged: [code(), code({ access_code_id: 'c2', name: 'New' })] }],
	])(
		'while a %s code has the same PIN, whether it could be converted or replaced',
		(kind, state) => {
			const kept = {
				advice: 'keep',
				reason: `The ${kind} code 'New' on this lock has the same PIN. Delete one of the two, then execute the node again`,
			};
			expect([advise({}, state), advise(flagged, state)]).toEqual([kept, kept]);
		},
	);

	it('that has ended', () => {
		expect([advise(ended), advise({ ...flagged, ...ended })]).toEqual([ENDED, ENDED]);
	});
});

describe('if there are several reasons', () => {
	it('what will not change is said first, so that nobody waits for a lock in vain', () => {
		expect(advise({ ...flagged, code: null }, offline).reason).toContain(
			'the PIN of the code is unknown',
		);
		expect(advise(ended, offline)).toEqual(ENDED);
	});
});

describe('the advice for the codes of a lock', () => {
	it('is added to each record, by the state of the lock at that moment', async () => {
		const { send, requests } = answeringSend(({ endpoint }) =>
			endpoint === '/devices/get'
				? { device: device({}, { online: false }) }
				: { access_codes: [], pagination: { has_next_page: false, next_page_cursor: null } },
		);
		const advised = await addMigrationAdvice(send, 'd1', [
			code(),
			code({ access_code_id: 'c2', ends_at: '2020-01-01T00:00:00Z' }),
		]);
		expect(advised).toEqual([
			{
				...code(),
				migration: {
					advice: 'keep',
					reason: 'This code cannot be converted now: the lock is offline',
				},
			},
			{ ...code({ access_code_id: 'c2', ends_at: '2020-01-01T00:00:00Z' }), migration: ENDED },
		]);
		expect(requests.map(({ endpoint, body }) => [endpoint, body?.device_id])).toEqual([
			['/devices/get', 'd1'],
			['/access_codes/list', 'd1'],
			['/access_codes/unmanaged/list', 'd1'],
		]);
	});
});
