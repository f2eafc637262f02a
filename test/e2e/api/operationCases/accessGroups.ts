import { waitFor } from '../../../../host/process/waitFor';
import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import {
	gets,
	lists,
	type OperationCase,
	paired,
	type Stage,
	type WireRecord,
} from './operationCase';

const GET = '/acs/access_groups/get';
const LIST_USERS = '/acs/access_groups/list_users';
const { staff, conference, failed } = hotel.accessGroups;
const { cleaning } = hotel.accessSystemUsers;
const { nightDesk } = hotel.userIdentities;
const RAW = { output: 'raw' };

/** Waits until the group has these users, because the access system applies the change only after the answer. Throws after a minute. */
export const untilUsersAre = async ({ ask }: Stage, groupId: string, userIds: readonly string[]) =>
	await waitFor(`the users ${userIds.join(', ')} of group ${groupId}`, async () => {
		const users = await ask<WireRecord[]>(LIST_USERS, 'acs_users', {
			acs_access_group_id: groupId,
		});
		return users.map(({ acs_user_id }) => acs_user_id).join() === userIds.join() || undefined;
	});

export const accessGroupCases: readonly OperationCase[] = [
	lists(
		'accessGroup.getAll',
		'lists all access groups',
		['/acs/access_groups/list', 'acs_access_groups'],
		RAW,
	),
	gets(
		'accessGroup.get',
		'gets the group of a conference, with its schedule',
		'accessGroupId',
		[GET, 'acs_access_group', 'acs_access_group_id', conference],
		RAW,
	),
	lists(
		'accessGroup.getUsers',
		'lists who is in the group of the staff',
		[LIST_USERS, 'acs_users', { acs_access_group_id: staff }],
		{ accessGroupId: byId(staff), ...RAW },
	),
	lists(
		'accessGroup.getEntrances',
		'lists the entrances that the group of the staff opens',
		[
			'/acs/access_groups/list_accessible_entrances',
			'acs_entrances',
			{ acs_access_group_id: staff },
		],
		{
			accessGroupId: byId(staff),
		},
	),
	{
		operation: 'accessGroup.addUser',
		title: 'lets the night desk into the conference',
		play: async (stage) => {
			const items = await stage.run({
				accessGroupId: byId(conference),
				member: 'userIdentity',
				userIdentityId: byId(nightDesk),
			});

			expect(items).toEqual([
				paired({ acs_access_group_id: conference, user_identity_id: nightDesk, added: true }),
			]);
			await untilUsersAre(stage, conference, [hotel.accessSystemUsers.nightDesk]);
		},
	},
	{
		operation: 'accessGroup.removeUser',
		title: 'takes cleaning out of the group of the staff',
		play: async (stage) => {
			const items = await stage.run({
				accessGroupId: byId(staff),
				member: 'accessSystemUser',
				accessSystemUserId: byId(cleaning),
			});

			expect(items).toEqual([
				paired({ acs_access_group_id: staff, acs_user_id: cleaning, removed: true }),
			]);
			await untilUsersAre(stage, staff, [hotel.accessSystemUsers.nightDesk]);
		},
	},
	{
		operation: 'accessGroup.delete',
		title: 'deletes a group that the access system never got',
		play: async ({ run, untilUnknown }) => {
			expect(await run({ accessGroupId: byId(failed) })).toEqual([
				paired({ acs_access_group_id: failed, deleted: true }),
			]);
			await untilUnknown(GET, { acs_access_group_id: failed });
		},
	},
];
