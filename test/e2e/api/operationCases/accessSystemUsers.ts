import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { untilUsersAre } from './accessGroups';
import { gets, lists, type OperationCase, paired, type WireRecord } from './operationCase';

const GET = '/acs/users/get';
const { nightDesk, cleaning } = hotel.accessSystemUsers;
const { conference } = hotel.accessGroups;
const RAW = { output: 'raw' };
/** The user that one case creates and another deletes. */
const GARDENER = 'Gardener';

/** A case that changes the access system user for cleaning; its item says what was done. */
const does = (name: string, title: string, word: string): OperationCase => ({
	operation: `accessSystemUser.${name}`,
	title,
	play: async ({ run }) => {
		expect(await run({ accessSystemUserId: byId(cleaning) })).toEqual([
			paired({ acs_user_id: cleaning, [word]: true }),
		]);
	},
});

/** A case that changes the users of the conference group and waits until the access system has applied the change. */
const changesGroup = (
	name: string,
	title: string,
	word: string,
	usersAfter: readonly string[],
): OperationCase => ({
	operation: `accessSystemUser.${name}`,
	title,
	play: async (stage) => {
		const items = await stage.run({
			accessSystemUserId: byId(cleaning),
			accessGroupId: byId(conference),
		});

		expect(items).toEqual([
			paired({ acs_user_id: cleaning, acs_access_group_id: conference, [word]: true }),
		]);
		await untilUsersAre(stage, conference, usersAfter);
	},
});

export const accessSystemUserCases: readonly OperationCase[] = [
	lists(
		'accessSystemUser.getAll',
		'lists the users of all access systems',
		['/acs/users/list', 'acs_users'],
		RAW,
	),
	gets(
		'accessSystemUser.get',
		'gets the user of the night desk',
		'accessSystemUserId',
		[GET, 'acs_user', 'acs_user_id', nightDesk],
		RAW,
	),
	lists(
		'accessSystemUser.getEntrances',
		'lists what the night desk can open',
		['/acs/users/list_accessible_entrances', 'acs_entrances', { acs_user_id: nightDesk }],
		{ accessSystemUserId: byId(nightDesk) },
	),
	{
		operation: 'accessSystemUser.create',
		title: 'adds a gardener to the access system',
		play: async ({ run, ask }) => {
			const [item] = (await run({
				accessSystemId: byId(hotel.accessSystem),
				fullName: GARDENER,
			})) as [{ json: WireRecord }];

			expect([item]).toEqual([
				paired(await ask(GET, 'acs_user', { acs_user_id: item.json.acs_user_id })),
			]);
		},
	},
	{
		operation: 'accessSystemUser.update',
		title: 'corrects the name of a user',
		play: async ({ run, ask }) => {
			const items = await run({
				accessSystemUserId: byId(cleaning),
				updateFields: { fullName: 'Cleaning Team' },
			});

			const user = await ask(GET, 'acs_user', { acs_user_id: cleaning });
			expect(user).toMatchObject({ full_name: 'Cleaning Team' });
			expect(items).toEqual([paired(user)]);
		},
	},
	does('suspend', 'suspends a user', 'suspended'),
	does('unsuspend', 'gives a suspended user access again', 'unsuspended'),
	changesGroup('addToGroup', 'puts a user into a group', 'added', [nightDesk, cleaning]),
	changesGroup('removeFromGroup', 'takes a user out of a group', 'removed', [nightDesk]),
	does('revokeAccess', 'takes all access of a user away', 'revoked'),
	{
		operation: 'accessSystemUser.delete',
		title: 'removes a user from the access system',
		play: async ({ run, ask, untilUnknown }) => {
			const [gardener] = await ask<WireRecord[]>('/acs/users/list', 'acs_users', {
				search: GARDENER,
			});
			const id = String(gardener?.acs_user_id);

			expect(await run({ accessSystemUserId: byId(id) })).toEqual([
				paired({ acs_user_id: id, deleted: true }),
			]);
			await untilUnknown(GET, { acs_user_id: id });
		},
	},
];
