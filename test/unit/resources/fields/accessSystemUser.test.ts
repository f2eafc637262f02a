import {
	HAS_NO_ENTRANCES,
	isInGroup,
	isSuspended,
} from '../../../../nodes/DeviceAccess/resources/fields/accessSystemUser';
import type { ChangeCheck } from '../../../../nodes/DeviceAccess/operation/run/waits';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../../answeringSend';
import { runItem } from '../../operation/itemRun';

const SENT = { acs_user_id: 'u1', acs_access_group_id: 'g2' };
const group = (id: string) => ({ acs_access_group_id: id });

const answering = (user: WireObject, members: WireObject[] = [], ofGroup: WireObject = {}) =>
	answeringSend(({ endpoint, body }) => {
		if (endpoint === '/acs/users/get') return { acs_user: { acs_user_id: 'u1', ...user } };
		if (endpoint === '/acs/access_groups/get')
			return { acs_access_group: { ...group('g2'), ...ofGroup, acs_system_id: 's1' } };
		const page = body.page_cursor === undefined ? [group('g1')] : members;
		return {
			acs_access_groups: page,
			pagination: {
				has_next_page: page !== members,
				next_page_cursor: page === members ? null : 'c',
				next_page_url: null,
			},
		};
	});

describe('whether a user is in a group', () => {
	it.each([true, false])('is read from all pages (%s is wanted)', async (wanted) => {
		const { send } = answering({}, [group('g2')]);
		expect((await isInGroup(wanted)(send, SENT)).is).toBe(wanted ? 'done' : 'pending');
	});

	it('of a person is read in the access system of the group', async () => {
		const { send, requests } = answering({});
		const sent = { user_identity_id: 'p1', acs_access_group_id: 'g2' };
		expect((await isInGroup(false)(send, sent)).is).toBe('done');
		expect(requests.at(-1)?.body).toEqual({ user_identity_id: 'p1', acs_system_id: 's1' });
	});

	it.each([
		['/acs/access_groups/get', 'acs_access_group_not_found'],
		['/acs/users/get', 'acs_user_not_found'],
	])('is known once %s answers %s: nobody is in the group', async (gone, type) => {
		const { send: answer } = answering({}, [], {});
		const { send } = answeringSend(async (request) => {
			if (request.endpoint === gone) throw refusal(gone, 404, type);
			return (await answer(request as never)).body;
		});
		const sent = { user_identity_id: 'p1', acs_access_group_id: 'g2' };
		expect(await isInGroup(false)(send, sent)).toEqual({ is: 'done' });
		await expect(isInGroup(true)(send, sent)).rejects.toThrow();
	});
});

const FAILED = {
	error_code: 'failed_to_update_on_acs_system',
	message: 'Failed to update user on access system.',
};
const mutation = (from: WireObject, to: WireObject) => ({ pending_mutations: [{ from, to }] });

it.each<[string, ChangeCheck, ReturnType<typeof answering>]>([
	[
		'suspension',
		isSuspended(true),
		answering({
			is_suspended: true,
			errors: [FAILED],
			...mutation({ is_suspended: false }, { is_suspended: true }),
		}),
	],
	[
		'membership, as the user says',
		isInGroup(false),
		answering({
			errors: [FAILED],
			...mutation({ acs_access_group_id: 'g2' }, { acs_access_group_id: null }),
		}),
	],
	[
		'membership that is deferred',
		isInGroup(false),
		answering({ errors: [FAILED], pending_mutations: [{ acs_access_group_id: 'g2' }] }),
	],
	[
		'membership, as the group says',
		isInGroup(false),
		answering({ errors: [FAILED] }, [], mutation({ acs_user_id: 'u1' }, { acs_user_id: null })),
	],
])(
	'a %s that is still changing is not made, and has the reasons of the user',
	async (_what, check, { send }) => {
		expect(await check(send, SENT)).toEqual({ is: 'pending', reasons: [FAILED.message] });
	},
);

it('a user of an access system that names no suspension is not suspended', async () => {
	const { send } = answering({});
	expect((await isSuspended(false)(send, SENT)).is).toBe('done');
	expect((await isSuspended(true)(send, SENT)).is).toBe('pending');
});

it.each(['accessSystemUser', 'accessGroup', 'accessCredential'])(
	'%s: a record that could not be deleted says why',
	async (resource) => {
		const left = { errors: [{ error_code: 'failed_to_delete_on_acs_system', message: 'No.' }] };
		const service = answeringSend(({ endpoint }) =>
			endpoint.endsWith('/get')
				? { acs_user: left, acs_access_group: left, acs_credential: left }
				: {},
		);
		const id = '00000000-0000-4000-8000-000000000001';
		const values = {
			findBy: 'id',
			accessSystemUserId: id,
			accessGroupId: id,
			accessCredentialId: id,
			waitForCompletion: false,
		};
		expect(await runItem(resource, 'delete', { service, values })).toMatchObject({
			records: [{ deleted: false, outcome: 'pending', errors: ['No.'] }],
		});
	},
);

describe('a new user of an access system', () => {
	const [system, other, staff, gone] = [1, 2, 3, 4].map(
		(digit) => `00000000-0000-4000-8000-00000000000${digit}`,
	);
	const createIn = async (accessSystemId?: string, ...groups: Array<string | undefined>) => {
		const service = answeringSend(({ endpoint, body: { acs_access_group_id: id } }) => {
			if (endpoint === '/acs/users/create') return { acs_user: { acs_user_id: 'u1' } };
			if (id === gone) throw refusal(endpoint, 404, 'acs_access_group_not_found');
			return { acs_access_group: { ...group(String(id)), name: 'Staff', acs_system_id: system } };
		});
		const additionalFields = { accessGroupIds: groups as string[] };
		const values = { accessSystemId, fullName: 'Ana', additionalFields };
		const state = await runItem('accessSystemUser', 'create', { service, values });
		const message = state?.is === 'failed' ? String(state.error) : undefined;
		const created = service.requests.filter(({ endpoint }) => endpoint === '/acs/users/create');
		return [message, created.length];
	};

	it('is created only if the access system has each group, because others are skipped', async () => {
		expect(await createIn(system, staff)).toEqual([undefined, 1]);
		expect(await createIn(other, staff)).toEqual([expect.stringContaining("'Staff'"), 0]);
		expect(await createIn(system, staff, gone)).toEqual([expect.stringContaining(`'${gone}'`), 0]);
		expect(await createIn(system)).toEqual([undefined, 1]);
	});
});

it.each([
	['acs_credential_not_found', true],
	// A gateway can answer so for a path that it does not know.
	['not_found', false],
])('after a deletion, a 404 %s says that the record is gone: %s', async (type, deleted) => {
	const service = answeringSend(({ endpoint }) => {
		if (endpoint.endsWith('/get')) throw refusal(endpoint, 404, type);
		return {};
	});
	const accessCredentialId = '00000000-0000-4000-8000-000000000001';
	const values = { accessCredentialId, waitForCompletion: false };
	expect(await runItem('accessCredential', 'delete', { service, values })).toMatchObject({
		records: [{ deleted }],
	});
});

it.each<[string, ChangeCheck]>([
	['added to a group', isInGroup(true)],
	['unsuspended', isSuspended(false)],
	['revoked', HAS_NO_ENTRANCES],
])('an answer without its record or list does not say that a user is %s', async (_what, check) => {
	const { send } = answeringSend(() => ({ ok: true }));
	await expect(check(send, SENT)).rejects.toThrow(/has no/);
});
