import { listAll } from '../../../nodes/DeviceAccess/lists/listAllPages';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { openersOfDevice } from '../../../nodes/DeviceAccess/whoCanOpen/whoCanOpen';
import { answeringSend } from '../answeringSend';

const NOW_MS = Date.parse('2030-06-20T16:00:00Z');

/** Who opens a lock with these records. */
async function openersAmong({
	grants = [],
	methods = [],
	codes = [],
	unmanaged = [],
}: Partial<Record<'grants' | 'methods' | 'codes' | 'unmanaged', WireObject[]>>) {
	const answers: Record<string, WireObject> = {
		'/access_grants/list': { access_grants: grants },
		'/access_grants/get_related': { batch: { user_identities: [] } },
		'/access_methods/list': { access_methods: methods },
		'/access_codes/list': { access_codes: codes },
		'/access_codes/unmanaged/list': { access_codes: unmanaged },
	};
	const { send } = answeringSend(({ endpoint }) => answers[endpoint] ?? {});
	return await openersOfDevice(
		{
			send,
			nowMs: NOW_MS,
			list: async (endpoint, member, parameters) =>
				await listAll(send, { endpoint, member, parameters }),
		},
		'lock-a',
	);
}

const grant = (id: string): WireObject => ({
	access_grant_id: id,
	access_grant_key: `reservation:${id}`,
	// With an entrance, the node sends it too.
	...(id === 'b' ? { reservation_key: `reservation:${id}` } : {}),
	access_method_ids: [`method-${id}`],
	user_identity_id: `person-${id}`,
	starts_at: '2030-06-20T15:00:00Z',
	ends_at: null,
});
const method = (id: string, code: string | null) => ({
	access_method_id: `method-${id}`,
	mode: 'code',
	code,
	is_issued: true,
});
const code = (id: string, pin: string | null) => ({
	access_code_id: id,
	name: `Code ${id}`,
	code: pin,
	status: 'set',
});

/** The reservation of each code, in a lock of two stays. */
async function reservationsOf(methods: WireObject[], codes: WireObject[]) {
	const openers = await openersAmong({ grants: [grant('a'), grant('b')], methods, codes });
	return codes.map(
		({ access_code_id: id }) =>
			openers.find(({ access_code_id: codeId }) => codeId === id)?.reservation_key,
	);
}

it.each([
	['hides', null],
	['shows to be of no grant', '9999'],
])('names no guest of a code whose PIN the service %s', async (_what, pin) => {
	const methods = [method('a', '1111'), method('b', '2222')];
	expect(await reservationsOf(methods, [code('1', pin)])).toEqual([null]);
});

it('names the reservation of a guest by its own key, in rooms with entrances too', async () => {
	const methods = [method('a', '1111'), method('b', '2222')];
	const codes = [code('1', '1111'), code('2', '2222')];
	expect(await reservationsOf(methods, codes)).toEqual(['a', 'b']);
});

it('gives a code without a PIN to no guest who has a mobile key only', async () => {
	const key = { ...method('a', null), mode: 'mobile_key' };
	expect(await reservationsOf([key], [{ access_code_id: '1', status: 'set' }])).toEqual([null]);
});

it.each([
	[
		'is here',
		[
			['left', 1, 2],
			['here', 20, 21],
			['left later', 3, 4],
		],
		'here',
	],
	[
		'has left last, until the lock is online,',
		[
			['left', 1, 2],
			['left last', 3, 4],
			['comes', 25, 26],
		],
		'left last',
	],
	[
		'comes next',
		[
			['comes later', 28, 29],
			['comes', 25, 26],
		],
		'comes',
	],
	[
		'comes, if it has the times of that stay,',
		[
			['left', 1, 2],
			['comes', 21, 22],
		],
		'comes',
		{ ends_at: '2030-06-22T11:00:00Z' },
	],
	[
		'has no end either',
		[
			['guest', 20, 25],
			['owner', 1, undefined],
		],
		'owner',
	],
] as const)(
	'of stays with the same PIN, the code is of the guest who %s and of nobody else',
	async (_what, stays, whose, times: object = {}) => {
		const grants = stays.map(([id, from, until]) => ({
			...grant(id),
			starts_at: `2030-06-${String(from).padStart(2, '0')}T15:00:00Z`,
			ends_at: until === undefined ? null : `2030-06-${String(until).padStart(2, '0')}T11:00:00Z`,
		}));
		const openers = await openersAmong({
			grants,
			methods: stays.map(([id]) => method(id, '1111')),
			codes: [{ ...code('1', '1111'), ...times }],
		});
		expect(
			openers.map(({ reservation_key: key, opens_now: opens, access_code_id: id }) => [
				key,
				opens,
				id,
			]),
		).toEqual(
			expect.arrayContaining(
				stays.map(([id]) => (id === whose ? [id, true, '1'] : [id, false, null])),
			),
		);
		expect(openers).toHaveLength(stays.length);
	},
);

it('lists a mobile key until the earlier end of its stay has reached the phone', async () => {
	const ended: WireObject = { ...grant('a'), ends_at: '2030-06-20T15:30:00Z' };
	const before = { starts_at: ended.starts_at, ends_at: '2030-06-21T11:00:00Z' };
	const changing = [
		{ mutation_code: 'updating_access_times', from: before, to: { ...before, ...ended } },
	];
	const opens = async (pending_mutations: WireObject[]) => {
		const key = { ...method('a', null), mode: 'mobile_key', pending_mutations };
		const openers = await openersAmong({ grants: [ended], methods: [key] });
		return openers.map(({ opens_now: now }) => now);
	};
	expect([await opens(changing), await opens([])]).toEqual([[true], [false]]);
});

it('leaves out an unmanaged code that is not on the lock and has no start', async () => {
	const unmanaged = [
		{ access_code_id: 'on-lock', status: 'set' },
		{ access_code_id: 'gone', status: 'unset', starts_at: null },
		{ access_code_id: 'later', status: 'unset', starts_at: '2030-06-21T15:00:00Z' },
	];
	const openers = await openersAmong({ unmanaged });
	expect(openers.map(({ access_code_id: id, opens_now: opens }) => [id, opens])).toEqual([
		['on-lock', true],
		['later', false],
	]);
});

it('lists the code of a method whose grant is not listed, without a guest', async () => {
	expect(await reservationsOf([method('c', '3333')], [code('1', '3333')])).toEqual([null]);
});

it.each([
	['that is being removed', { status: 'removing', ends_at: '2030-06-20T11:00:00Z' }, true],
	['whose end has passed', { status: 'set', ends_at: '2030-06-20T11:00:00Z' }, false],
	[
		'whose earlier end is not on the lock yet',
		{
			status: 'set',
			ends_at: '2030-06-20T11:00:00Z',
			pending_mutations: [
				{ mutation_code: 'updating_time_frame', from: { ends_at: '2030-06-21T11:00:00Z' } },
			],
		},
		true,
	],
])('a code %s opens now: %j, %s', async (_what, changes, opens) => {
	const openers = await openersAmong({ codes: [{ ...code('1', '1111'), ...changes }] });
	expect(openers.map(({ opens_now: opensNow }) => opensNow)).toEqual([opens]);
});
