import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox, type OperationName } from '../support/hotelSandbox';
import { until } from '../support/until';

const service = useHotelSandbox();

const { nightDesk, cleaning } = hotel.accessSystemUsers;
const { staff, conference } = hotel.accessGroups;
const NIGHT_DESK_AS_PERSON = {
	findBy: 'userIdentity',
	userIdentityId: byId(hotel.userIdentities.nightDesk),
	accessSystemId: byId(hotel.accessSystem),
};
const AS_PERSON_ON_WIRE = {
	user_identity_id: hotel.userIdentities.nightDesk,
	acs_system_id: hotel.accessSystem,
};

const usersIn = (groupId: string) => access()?.accessGroups.get(groupId)?.acs_user_ids;
const access = () => service.sandbox.state.workspaces.get(workspaceIds.main)?.access;

describe('Access System User', () => {
	it.each<[string, INodeParameters, string]>([
		['without a name', { fullName: ' ' }, "'Full Name' is empty"],
		[
			'with times in the wrong order',
			{
				fullName: 'A',
				additionalFields: { startsAt: '2031-02-01T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' },
			},
			"'Access Ends At' must be after 'Access Starts At'",
		],
	])('is not created %s', async (_what, parameters, message) => {
		const { error } = await service.run('accessSystemUser.create', {
			accessSystemId: byId(hotel.accessSystem),
			...parameters,
		});
		expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
	});

	it.each<[string, INodeParameters, string]>([
		['without a change', {}, 'There is nothing to change'],
		[
			'with one of two times',
			{ endsAt: '2031-02-02T11:00:00Z' },
			"'Access Starts At' and 'Access Ends At'",
		],
		[
			'with times and none',
			{ endsAt: '2031-02-02T11:00:00Z', hasNoTimes: true },
			"'No Access Times'",
		],
	])('is not changed %s', async (_what, updateFields, message) => {
		const { error } = await service.run('accessSystemUser.update', {
			accessSystemUserId: byId(cleaning),
			updateFields,
		});
		expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
	});

	const inGroup = { accessSystemUserId: byId(cleaning), accessGroupId: byId(conference) };
	it.each<[OperationName, INodeParameters, object, string[], string[]]>([
		[
			'accessSystemUser.addToGroup',
			inGroup,
			{ acs_user_id: cleaning, acs_access_group_id: conference, added: true },
			[nightDesk, cleaning],
			[cleaning],
		],
		[
			'accessSystemUser.removeFromGroup',
			{ ...inGroup, accessGroupId: byId(staff) },
			{ acs_user_id: cleaning, acs_access_group_id: staff, removed: true },
			[nightDesk],
			[],
		],
		[
			'accessSystemUser.revokeAccess',
			NIGHT_DESK_AS_PERSON,
			{ ...AS_PERSON_ON_WIRE, revoked: true },
			[cleaning],
			[],
		],
		[
			'accessSystemUser.delete',
			NIGHT_DESK_AS_PERSON,
			{ ...AS_PERSON_ON_WIRE, deleted: true },
			[cleaning],
			[],
		],
	])(
		'%s says what was done, and the groups follow',
		async (operation, parameters, json, inStaff, inConference) => {
			const { items } = await service.run(operation, parameters);
			expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
			const users = () => [usersIn(staff), usersIn(conference)];
			await until(() => JSON.stringify(users()) === JSON.stringify([inStaff, inConference]));
			expect(users()).toEqual([inStaff, inConference]);
		},
	);
});
