import { hotel } from '../../sandbox/fixtures/hotel';
import { calls, clock, useFreshSandbox } from './freshSandbox';

type Group = Record<string, unknown> & {
	name: string;
	pending_mutations: Array<Record<string, unknown>>;
};
type User = Record<string, unknown> & { acs_user_id: string };

const { staff, conference } = hotel.accessGroups;
const { nightDesk, cleaning } = hotel.accessSystemUsers;

useFreshSandbox();

const list = async (filters: object = {}) =>
	await calls.call<Group[]>('/acs/access_groups/list', filters, 'acs_access_groups');
const names = async (filters: object) => (await list(filters)).map(({ name }) => name);
const group = async (id: string) =>
	await calls.call<Group>(
		'/acs/access_groups/get',
		{ acs_access_group_id: id },
		'acs_access_group',
	);
const users = async (id: string) =>
	await calls.call<User[]>(
		'/acs/access_groups/list_users',
		{ acs_access_group_id: id },
		'acs_users',
	);
const userIds = async (id: string) => (await users(id)).map(({ acs_user_id }) => acs_user_id);
const add = async (parameters: object) =>
	await calls.call('/acs/access_groups/add_user', parameters);
const remove = async (parameters: object) =>
	await calls.call('/acs/access_groups/remove_user', parameters);

it('makes a user of the system for a person who is none yet', async () => {
	await add({ acs_access_group_id: conference, user_identity_id: hotel.userIdentities.guest101 });
	await clock.advanceBy(2_000);
	const [user] = await users(conference);
	expect(user).toMatchObject({
		display_name: 'Guest of Room 101',
		acs_system_id: hotel.accessSystem,
		user_identity_id: hotel.userIdentities.guest101,
	});
	const identity = await calls.call(
		'/user_identities/get',
		{ user_identity_id: hotel.userIdentities.guest101 },
		'user_identity',
	);
	expect(identity).toMatchObject({ acs_user_ids: [user?.acs_user_id] });
	expect(await calls.events({ event_type: 'acs_user.created' })).toMatchObject([
		{ acs_user_id: user?.acs_user_id, acs_system_id: hotel.accessSystem },
	]);
});

it('goes by the last change of a membership', async () => {
	await add({ acs_access_group_id: conference, acs_user_id: nightDesk });
	await clock.advanceBy(2_000);
	await remove({ acs_access_group_id: conference, acs_user_id: nightDesk });
	await clock.advanceBy(1_000);
	await add({ acs_access_group_id: conference, acs_user_id: nightDesk });
	expect((await group(conference)).pending_mutations).toHaveLength(1);
	await clock.advanceBy(2_000);
	expect(await userIds(conference)).toEqual([nightDesk]);
});

it('deletes a group after a while; its users stay', async () => {
	await calls.call('/acs/access_groups/delete', { acs_access_group_id: staff });
	expect(await group(staff)).toMatchObject({
		warnings: [{ warning_code: 'being_deleted' }],
		pending_mutations: [{ mutation_code: 'deleting' }],
	});
	await clock.advanceBy(2_000);
	expect(await names({})).toEqual(['Conference Guests', 'Night Shift']);
	expect(
		await calls.refusal('/acs/access_groups/get', { acs_access_group_id: staff }),
	).toMatchObject({
		status: 404,
		error: { type: 'acs_access_group_not_found' },
	});
	expect(await calls.events()).toMatchObject([
		{ event_type: 'acs_access_group.deleted', acs_access_group_id: staff },
	]);
	expect(await calls.call('/acs/users/list', {}, 'acs_users')).toHaveLength(2);
});

it.each([
	[
		'neither user nor person',
		'/acs/access_groups/add_user',
		{ acs_access_group_id: conference },
		[400, 'invalid_input'],
	],
	[
		'both',
		'/acs/access_groups/add_user',
		{
			acs_access_group_id: conference,
			acs_user_id: cleaning,
			user_identity_id: hotel.userIdentities.guest101,
		},
		[400, 'invalid_input'],
	],
	[
		'somebody who is not in the group',
		'/acs/access_groups/remove_user',
		{ acs_access_group_id: conference, acs_user_id: cleaning },
		[404, 'acs_user_not_found'],
	],
])('refuses %s', async (_what, path, parameters, [status, type]) => {
	expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
});
