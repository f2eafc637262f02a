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
	it('is created with contact, person, groups and times', async () => {
		const { items } = await service.run('accessSystemUser.create', {
			accessSystemId: byId(hotel.accessSystem),
			fullName: 'Gardener',
			additionalFields: {
				accessGroupIds: [conference],
				emailAddress: 'gardener@example.com',
				phoneNumber: '+15555550100',
				userIdentityId: hotel.userIdentities.guest102,
				startsAt: '2031-01-31T15:00:00Z',
			},
		});
		const record = {
			acs_system_id: hotel.accessSystem,
			full_name: 'Gardener',
			email_address: 'gardener@example.com',
			phone_number: '+15555550100',
			user_identity_id: hotel.userIdentities.guest102,
			access_schedule: { starts_at: '2031-01-31T15:00:00.000Z', ends_at: null },
		};
		expect(service.bodies('/acs/users/create')).toEqual([
			{ ...record, acs_access_group_ids: [conference] },
		]);
		expect(items).toMatchObject([
			{
				json: { acs_user_id: expect.any(String), ...record, is_suspended: false },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('is created with only a name and a system', async () => {
		await service.run('accessSystemUser.create', {
			accessSystemId: byId(hotel.accessSystem),
			fullName: 'Gardener',
		});
		expect(service.bodies('/acs/users/create')).toEqual([
			{ acs_system_id: hotel.accessSystem, full_name: 'Gardener' },
		]);
	});

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

	it.each<[string, INodeParameters, object]>([
		['ID', { accessSystemUserId: byId(nightDesk) }, { acs_user_id: nightDesk }],
		['person and system', NIGHT_DESK_AS_PERSON, AS_PERSON_ON_WIRE],
	])('is found by %s, and simplified', async (_what, parameters, body) => {
		const { items } = await service.run('accessSystemUser.get', parameters);
		expect(service.bodies('/acs/users/get')).toEqual([body]);
		expect(items).toEqual([
			{
				json: {
					acs_user_id: nightDesk,
					display_name: 'Night Desk',
					full_name: 'Night Desk',
					user_identity_id: hotel.userIdentities.nightDesk,
					acs_system_id: hotel.accessSystem,
					is_suspended: false,
					created_at: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, INodeParameters, object, string[]]>([
		[
			'system',
			{ accessSystemId: hotel.accessSystem },
			{ acs_system_id: hotel.accessSystem },
			[nightDesk, cleaning],
		],
		[
			'person',
			{ userIdentityId: byId(hotel.userIdentities.nightDesk) },
			{ user_identity_id: hotel.userIdentities.nightDesk },
			[nightDesk],
		],
		[
			'email address of the person',
			{ userIdentityEmailAddress: 'night-desk@example.com' },
			{ user_identity_email_address: 'night-desk@example.com' },
			[nightDesk],
		],
		['text', { search: 'clean' }, { search: 'clean' }, [cleaning]],
		[
			'time',
			{ createdBefore: '2020-01-01T00:00:00Z' },
			{ created_before: '2020-01-01T00:00:00.000Z' },
			[],
		],
	])('is listed by %s', async (_what, filters, body, ids) => {
		const { items } = await service.run('accessSystemUser.getAll', { filters });
		expect(service.bodies('/acs/users/list')).toMatchObject([body]);
		expect(items.flatMap(({ json }) => json.acs_user_id ?? [])).toEqual(ids);
	});

	it('can open the entrances of its groups and cards', async () => {
		const entrances = async (parameters: INodeParameters) =>
			(await service.run('accessSystemUser.getEntrances', parameters)).items.map(
				({ json }) => json.acs_entrance_id,
			);
		expect(await entrances({ accessSystemUserId: byId(cleaning) })).toEqual([
			hotel.entrances.lobby,
			hotel.entrances.elevator,
		]);
		expect(await entrances(NIGHT_DESK_AS_PERSON)).toEqual([
			hotel.entrances.lobby,
			hotel.entrances.elevator,
		]);
		expect(service.bodies('/acs/users/list_accessible_entrances')).toEqual([
			{ acs_user_id: cleaning },
			AS_PERSON_ON_WIRE,
		]);
	});

	it('is changed, and returned as it is afterwards', async () => {
		const { items } = await service.run('accessSystemUser.update', {
			accessSystemUserId: byId(cleaning),
			updateFields: {
				fullName: 'Cleaning Team',
				startsAt: '2031-01-31T15:00:00Z',
				endsAt: '2031-02-02T11:00:00Z',
			},
		});
		const schedule = { starts_at: '2031-01-31T15:00:00.000Z', ends_at: '2031-02-02T11:00:00.000Z' };
		expect(service.bodies('/acs/users/update')).toEqual([
			{ acs_user_id: cleaning, full_name: 'Cleaning Team', access_schedule: schedule },
		]);
		expect(items).toMatchObject([
			{
				json: { acs_user_id: cleaning, full_name: 'Cleaning Team', access_schedule: schedule },
				pairedItem: { item: 0 },
			},
		]);
		const {
			items: [without],
		} = await service.run('accessSystemUser.update', {
			accessSystemUserId: byId(cleaning),
			updateFields: { hasNoTimes: true },
		});
		expect(without?.json).not.toHaveProperty('access_schedule');
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

	it('is suspended, and unsuspended', async () => {
		const suspended = await service.run('accessSystemUser.suspend', {
			accessSystemUserId: byId(cleaning),
		});
		expect(suspended.items).toEqual([
			{ json: { acs_user_id: cleaning, suspended: true }, pairedItem: { item: 0 } },
		]);
		await until(() => access()?.accessSystemUsers.get(cleaning)?.is_suspended === true);
		expect(
			(await service.run('accessSystemUser.get', { accessSystemUserId: byId(cleaning) })).items,
		).toMatchObject([{ json: { is_suspended: true } }]);
		const unsuspended = await service.run('accessSystemUser.unsuspend', {
			accessSystemUserId: byId(cleaning),
		});
		expect(unsuspended.items).toEqual([
			{ json: { acs_user_id: cleaning, unsuspended: true }, pairedItem: { item: 0 } },
		]);
		await until(() => access()?.accessSystemUsers.get(cleaning)?.is_suspended === false);
		expect(
			(await service.run('accessSystemUser.get', { accessSystemUserId: byId(cleaning) })).items,
		).toMatchObject([{ json: { is_suspended: false } }]);
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
