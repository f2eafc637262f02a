import { hotel } from '../../sandbox/fixtures/hotel';
import { calls, clock, useFreshSandbox } from './freshSandbox';

type Group = Record<string, unknown> & {
	name: string;
	pending_mutations: Array<Record<string, unknown>>;
};
type User = Record<string, unknown> & { acs_user_id: string };

const { staff, conference, failed } = hotel.accessGroups;
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

it('lists groups by system, user, person and text', async () => {
	expect(await names({ acs_system_id: hotel.accessSystem })).toEqual([
		'Staff',
		'Conference Guests',
		'Night Shift',
	]);
	expect(await names({ acs_system_id: hotel.assignmentSystem })).toEqual([]);
	expect(await names({ acs_user_id: cleaning })).toEqual(['Staff']);
	expect(await names({ user_identity_id: hotel.userIdentities.nightDesk })).toEqual(['Staff']);
	expect(await names({ user_identity_id: hotel.userIdentities.guest101 })).toEqual([]);
	expect(await names({ search: 'conf' })).toEqual(['Conference Guests']);
});

it('lists the entrances that a group opens', async () => {
	const entrances = await calls.call(
		'/acs/access_groups/list_accessible_entrances',
		{ acs_access_group_id: staff },
		'acs_entrances',
	);
	expect(entrances).toMatchObject([
		{ acs_entrance_id: hotel.entrances.lobby },
		{ acs_entrance_id: hotel.entrances.elevator },
	]);
});

it('takes a user in after a while, and shows the change as pending until then', async () => {
	await add({ acs_access_group_id: conference, acs_user_id: nightDesk });
	expect(await userIds(conference)).toEqual([]);
	expect((await group(conference)).pending_mutations).toEqual([
		{
			mutation_code: 'updating_user_membership',
			message: expect.any(String) as string,
			created_at: '2026-03-01T12:00:00.000Z',
			from: { acs_user_id: null },
			to: { acs_user_id: nightDesk },
		},
	]);
	await clock.advanceBy(2_000);
	expect(await userIds(conference)).toEqual([nightDesk]);
	expect((await group(conference)).pending_mutations).toEqual([]);
});

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

it('lets a user go after a while, named by user or by person', async () => {
	await remove({ acs_access_group_id: staff, acs_user_id: cleaning });
	await remove({ acs_access_group_id: staff, user_identity_id: hotel.userIdentities.nightDesk });
	expect(await userIds(staff)).toEqual([nightDesk, cleaning]);
	await clock.advanceBy(2_000);
	expect(await userIds(staff)).toEqual([]);
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
		'an unknown user',
		'/acs/access_groups/add_user',
		{ acs_access_group_id: conference, acs_user_id: failed },
		[404, 'acs_user_not_found'],
	],
	[
		'an unknown person',
		'/acs/access_groups/add_user',
		{ acs_access_group_id: conference, user_identity_id: failed },
		[404, 'user_identity_not_found'],
	],
	[
		'an unknown group',
		'/acs/access_groups/add_user',
		{ acs_access_group_id: cleaning, acs_user_id: cleaning },
		[404, 'acs_access_group_not_found'],
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
