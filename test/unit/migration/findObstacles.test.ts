import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import {
	accessObstacle,
	conversionObstacle,
	duplicateOf,
	hasEnded,
	isConvertible,
	isInactive,
	lockObstacle,
	replacementObstacle,
} from '../../../nodes/DeviceAccess/migration/findObstacles';
import type { LockState } from '../../../nodes/DeviceAccess/migration/lockState';
import { code, device, errors, lock, NOW_MS, providedBy } from '../resources/lockRecords';

const FULL =
	'the lock is full, and another code could take the free place before the new one is set';
const ONE_TIME = 'the code has only a start or only an end, but a new code needs both or neither';
const UNKNOWN_TIMES = 'the code has a start or an end, but the service does not say when';

describe('a code can be converted', () => {
	it.each<[string, WireObject, WireObject]>([
		['even if it cannot be deleted', { cannot_delete_unmanaged_access_code: true }, {}],
		[
			'on a lock of a maker whose own service cannot, reached through a hub',
			{},
			{ device_type: 'kwikset_lock', device_provider: { device_provider_name: 'seam_bridge' } },
		],
		[
			'on a lock without a provider or a type',
			{},
			{ device_type: undefined, device_provider: undefined },
		],
	])('%s', (_where, record, lockRecord) => {
		expect(conversionObstacle(code(record), device(lockRecord))).toBeUndefined();
		expect(isConvertible(code(record), device(lockRecord))).toBe(true);
	});
});

describe('a code cannot be converted', () => {
	it.each<[string, WireObject, WireObject, string]>([
		[
			'its record says so',
			{ cannot_be_managed: true },
			{},
			'The lock or its provider does not allow converting this access code',
		],
		[
			'the provider is igloohome',
			{},
			providedBy('igloohome', 'igloohome'),
			'Codes on igloohome locks cannot be converted',
		],
		[
			'the provider is Kwikset',
			{},
			providedBy('kwikset', 'Kwikset'),
			'Codes on Kwikset locks cannot be converted',
		],
		[
			'the provider is SmartThings, without a name to show',
			{},
			providedBy('smartthings'),
			'Codes on smartthings locks cannot be converted',
		],
		[
			'only the type names the provider',
			{},
			{ device_type: 'igloohome_lock', device_provider: undefined },
			'Codes on igloohome locks cannot be converted',
		],
	])('if %s', (_where, record, lockRecord, obstacle) => {
		expect(conversionObstacle(code(record), device(lockRecord))).toBe(obstacle);
		expect(isConvertible(code(record), device(lockRecord))).toBe(false);
	});
});

describe('a lock', () => {
	it.each<[string, WireObject, string | undefined]>([
		['that is offline', device({}, { online: false }), 'the lock is offline'],
		['of which it is not known', device({}, { online: undefined }), undefined],
		['without properties', { errors: [] }, undefined],
		[
			'with an error',
			device({ errors: errors('device_disconnected') }),
			'the lock has an error (Message of device_disconnected)',
		],
		[
			'with an error of its account',
			device({
				errors: [{ error_code: 'account_disconnected', is_connected_account_error: true }],
			}),
			'the lock has an error (account_disconnected)',
		],
		[
			'with an error that repeats a PIN',
			device({ errors: [{ message: 'Code 4821 failed' }] }),
			'the lock has an error (Code **** failed)',
		],
		[
			'with an error that keeps no code from being set, and another one',
			device({ errors: errors('empty_backup_access_code_pool', 'hub_disconnected') }),
			'the lock has an error (Message of hub_disconnected)',
		],
	])('%s', (_what, record, objection) => {
		expect(lockObstacle(record)).toBe(objection);
		expect(accessObstacle(code(), record)).toBe(objection);
	});

	it.each([
		[
			'an error of the code',
			code({ errors: errors('provider_issue', 'insufficient_permissions') }),
			device(),
		],
		[
			'a warning of the lock',
			code(),
			device({
				warnings: [
					{
						warning_code: 'insufficient_permissions',
						message: 'Message of insufficient_permissions.',
					},
				],
			}),
		],
	])(
		'may not be changed through an account that lacks the right, as %s says',
		(_what, refused, lockRecord) => {
			expect(accessObstacle(refused, lockRecord)).toBe(
				'the connected account is not allowed to change codes on the lock (Message of insufficient_permissions)',
			);
		},
	);
});

describe('the duplicate of a code', () => {
	const twin = code({ access_code_id: 'c2', name: 'Guest 8' });

	it.each<[string, Partial<LockState>, object | undefined]>([
		[
			'is a managed code with its PIN',
			{ managed: [code({ access_code_id: 'm1', name: 'New' })] },
			{ nameOrId: 'New', isManaged: true },
		],
		[
			'is another unmanaged one with its PIN',
			{ unmanaged: [code(), twin] },
			{ nameOrId: 'Guest 8', isManaged: false },
		],
		[
			'is the managed one if there are both',
			{ managed: [code({ access_code_id: 'm1', name: null })], unmanaged: [code(), twin] },
			{ nameOrId: 'm1', isManaged: true },
		],
	])('%s', (_what, state, duplicate) => {
		expect(duplicateOf(code(), lock(state))).toEqual(duplicate);
	});

	it('has every digit of the PIN, also a zero in front', () => {
		const other = code({ ...twin, code: '04821' });
		expect(duplicateOf(code(), lock({ unmanaged: [code(), other] }))).toBeUndefined();
	});

	it.each([null, ''])('is not seen if the PIN is hidden (%p)', (pin) => {
		expect(
			duplicateOf(
				code({ code: pin }),
				lock({ unmanaged: [code({ code: pin }), code({ ...twin, code: pin })] }),
			),
		).toBeUndefined();
	});

	it.each([
		{ ids: { managed_access_code_id: 'm1' }, duplicate: { nameOrId: 'New', isManaged: true } },
		{
			ids: { unmanaged_access_code_id: 'c2' },
			duplicate: { nameOrId: 'Guest 8', isManaged: false },
		},
		{ ids: { unmanaged_access_code_id: 'c1' }, duplicate: undefined },
	])(
		'is the one that an error of the code names, even if PINs are hidden: $IDs',
		({ ids, duplicate }) => {
			const hidden = code({
				code: null,
				errors: [{ error_code: 'duplicate_code_on_device', ...ids }],
			});
			const others = {
				managed: [code({ access_code_id: 'm1', name: 'New', code: null })],
				unmanaged: [hidden, code({ ...twin, code: null })],
			};
			expect(duplicateOf(hidden, lock(others))).toEqual(duplicate);
		},
	);
});

describe('a time', () => {
	it('is over at its end, and never if there is none', () => {
		expect(hasEnded({ ends_at: '2030-01-31T10:00:00Z' }, NOW_MS)).toBe(true);
		for (const ends_at of ['2030-01-31T10:00:01Z', null, undefined, 'soon'])
			expect(hasEnded({ ends_at }, NOW_MS)).toBe(false);
	});
});

describe('a code that does not open the lock', () => {
	it('is unset, or has an error that says so', () => {
		expect([
			isInactive(code({ status: 'unset' })),
			isInactive(code({ errors: errors('access_code_inactive') })),
		]).toEqual([true, true]);
		expect([
			isInactive(code()),
			isInactive({}),
			isInactive(code({ errors: errors('provider_issue') })),
		]).toEqual([false, false, false]);
	});
});

describe('a code may be deleted and created again', () => {
	const object = (record: WireObject, state: Partial<LockState>, name = 'Guest 7') =>
		replacementObstacle(code(record), lock(state), name, NOW_MS);
	const FUTURE = { starts_at: '2030-02-01T15:00:00Z', ends_at: '2030-02-08T11:00:00Z' };

	it.each<[string, WireObject, Partial<LockState>]>([
		['nothing speaks against it', {}, {}],
		['it has begun', { ...FUTURE, starts_at: '2030-01-01T15:00:00Z' }, {}],
		[
			'the lock has room for one more',
			{},
			{ device: device({}, { max_active_codes_supported: 2 }) },
		],
	])('if %s', (_where, record, state) => {
		expect(object(record, state)).toBeUndefined();
	});

	it.each<[string, WireObject, Partial<LockState>, string]>([
		[
			'only the app of the maker can delete it',
			{ cannot_delete_unmanaged_access_code: true },
			{},
			"only the lock maker's app can delete the code",
		],
		[
			'its PIN is absent',
			{ code: undefined },
			{},
			'the PIN of the code is unknown, so no new code can have it',
		],
		[
			'it is unknown whether the lock is online',
			{},
			{ device: device({ properties: {} }) },
			'it is unknown whether the lock is online',
		],
		[
			'the lock takes no codes now',
			{},
			{ device: device({ can_program_online_access_codes: false }) },
			'the lock does not accept codes from the service',
		],
		[
			'a managed code has its PIN',
			{},
			{ managed: [code({ access_code_id: 'm1' })] },
			'another managed code on the lock has the same PIN',
		],
		[
			'the lock says that it is full',
			{},
			{ device: device({ warnings: [{ warning_code: 'max_access_codes_reached' }] }) },
			FULL,
		],
		[
			'the lock holds as many codes as it can',
			{},
			{ device: device({}, { max_active_codes_supported: 1 }) },
			FULL,
		],
		[
			'managed codes count too',
			{},
			{
				device: device({}, { max_active_codes_supported: 2 }),
				managed: [code({ access_code_id: 'm1', code: '4822' })],
			},
			FULL,
		],
		[
			'a managed code waits for room',
			{},
			{ managed: [{ code: '4822', errors: errors('no_space_for_access_code_on_device') }] },
			FULL,
		],
		[
			'it does not work now',
			{ status: 'unset' },
			{},
			'the code does not work on the lock now, but a new one would',
		],
		[
			'the code has ended',
			{ starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-31T10:00:00Z' },
			{},
			'the code has ended',
		],
		['it has no end', { starts_at: '2030-01-01T00:00:00Z', ends_at: null }, {}, ONE_TIME],
		['it has no start', { starts_at: null, ends_at: '2030-03-01T00:00:00Z' }, {}, ONE_TIME],
		['it is time-bound without times', { type: 'time_bound' }, {}, UNKNOWN_TIMES],
		['its only time cannot be read', { starts_at: '', ends_at: 1893456000 }, {}, UNKNOWN_TIMES],
	])('but not if %s', (_where, record, state, objection) => {
		expect(object(record, state)).toBe(objection);
	});

	it('is not its own neighbor by the rules of the lock', () => {
		const strict = device(
			{},
			{
				code_constraints: [
					{ constraint_type: 'name_must_be_unique' },
					{ constraint_type: 'unique_first_four_digits' },
				],
			},
		);
		expect(object({}, { device: strict })).toBeUndefined();
		expect(
			object(
				{},
				{
					device: strict,
					managed: [code({ access_code_id: 'm1', code: '48219', name: 'Guest 8' })],
				},
			),
		).toMatch(/^another code on the lock begins with/);
	});

	it('is judged by the name that the new code is to have', () => {
		const strict = device(
			{},
			{ code_constraints: [{ constraint_type: 'name_length', max_length: 7 }] },
		);
		expect([object({}, { device: strict }), object({}, { device: strict }, 'Guest 77')]).toEqual([
			undefined,
			expect.stringMatching(/^the name of the code is too long/),
		]);
	});

	it('is judged by the start that it has', () => {
		const strict = device({}, { code_constraints: [{ constraint_type: 'start_date_in_future' }] });
		expect([object(FUTURE, { device: strict }), object({}, { device: strict })]).toEqual([
			undefined,
			'the lock only accepts codes that start in the future',
		]);
	});
});
