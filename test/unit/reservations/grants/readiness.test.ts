import { isIssued, isReady } from '../../../../nodes/DeviceAccess/reservations/grants/readiness';

const method = (mode: string, isIssued = true) => ({ mode, is_issued: isIssued });
const grant = (changes: Partial<Parameters<typeof isReady>[0]> = {}) => ({
	record: { requested_access_methods: [{ mode: 'code' }] },
	methods: [method('code')],
	devices: [{ device_id: 'lock', properties: { online: true } }],
	...changes,
});
const changing = { mutation_code: 'updating_access_times' };
const TWO = [method('code'), method('mobile_key', false)];

it.each<[string, Partial<Parameters<typeof isReady>[0]>, string[] | undefined, boolean]>([
	['with all that was requested', {}, undefined, true],
	['without a method that is wanted now', {}, ['code', 'mobile_key'], false],
	['with a wanted method that is not issued', { methods: TWO }, ['mobile_key'], false],
	['with an issued method and one that is no longer wanted', { methods: TWO }, ['code'], true],
	[
		'with a PIN beside one that was requested before and deleted since',
		{
			record: {
				requested_access_methods: [
					{ mode: 'code', created_access_method_ids: ['deleted'] },
					{ mode: 'code', created_access_method_ids: ['new'] },
				],
			},
		},
		undefined,
		true,
	],
	['without any method', { record: {}, methods: [] }, undefined, false],
	['with a PIN that is not on its lock', { codes: [{ status: 'setting' }] }, undefined, false],
	[
		'with times that are being changed',
		{ record: { pending_mutations: [changing] } },
		undefined,
		false,
	],
	[
		'with a lock that is offline',
		{ devices: [{ properties: { online: false } }] },
		['code'],
		false,
	],
	[
		'with a lock that is offline and has the PIN',
		{
			devices: [{ device_id: 'lock', properties: { online: false } }],
			codes: [{ device_id: 'lock', status: 'unset', is_scheduled_on_device: true }],
		},
		['code'],
		true,
	],
])('access %s is ready: only what is wanted now counts', (_what, changes, modes, expected) => {
	expect(isReady(grant(changes), [], modes)).toBe(expected);
});

it('a problem that keeps a door closed keeps access from being ready', () => {
	const problem = { code: 'x', reason: '', remedy: '' };
	expect(
		[true, false].map((isClosed) =>
			isReady(grant(), [{ ...problem, keeps_door_closed: isClosed }]),
		),
	).toEqual([false, true]);
});

it('a card that waits for a person counts as issued only for those who leave cards to the staff', () => {
	const card = { ...method('card', false), is_ready_for_encoding: true };
	expect(
		[true, false].map((leavesCards) => isIssued(grant({ methods: [card] }), { leavesCards })),
	).toEqual([true, false]);
});
