import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, startHotelSandbox, type HotelSandbox, type OperationName } from '../support/hotelSandbox';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

describe('an access group', () => {
	const { staff, conference, failed } = hotel.accessGroups;
	const users = async (accessGroupId: string) =>
		(await service.run('accessGroup.getUsers', { accessGroupId: byId(accessGroupId) })).items.map(({ json }) => json.display_name);

	it('is listed with its schedule, and says what is wrong with it', async () => {
		const { items } = await service.run('accessGroup.getAll', { options: { addIssueSummary: true } });
		expect(items.map(({ json }) => [json.acs_access_group_id, json.access_schedule_ends_at, json.issue_summary])).toEqual([
			[staff, null, ''],
			[conference, '2036-01-20T11:00:00.000Z', ''],
			[failed, undefined, 'Error: The group was not created on the access control system (failed_to_create_on_acs_system)'],
		]);
	});

	it('is found by its ID, and by its members', async () => {
		const { items: [one] } = await service.run('accessGroup.get', { accessGroupId: byId(staff) });
		const { items } = await service.run('accessGroup.getAll', { filters: { userIdentityId: hotel.userIdentities.nightDesk } });
		expect(one?.json).toMatchObject({ acs_access_group_id: staff, display_name: 'Staff', acs_system_id: hotel.accessSystem });
		expect(items).toEqual([one]);
	});

	it.each<[OperationName, string, INodeParameters, object]>([
		['accessGroup.addUser', 'added', { accessGroupId: byId(conference), userIdentityId: byId(hotel.userIdentities.guest101) }, { acs_access_group_id: conference, user_identity_id: hotel.userIdentities.guest101 }],
		['accessGroup.addUser', 'added', { accessGroupId: byId(conference), member: 'accessSystemUser', accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) }, { acs_access_group_id: conference, acs_user_id: hotel.accessSystemUsers.cleaning }],
		['accessGroup.removeUser', 'removed', { accessGroupId: byId(staff), userIdentityId: byId(hotel.userIdentities.nightDesk) }, { acs_access_group_id: staff, user_identity_id: hotel.userIdentities.nightDesk }],
		['accessGroup.removeUser', 'removed', { accessGroupId: byId(staff), member: 'accessSystemUser', accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) }, { acs_access_group_id: staff, acs_user_id: hotel.accessSystemUsers.cleaning }],
		['accessGroup.delete', 'deleted', { accessGroupId: byId(conference) }, { acs_access_group_id: conference }],
	])('is changed by %s, which says what it has %s (%j)', async (operation, word, parameters, body) => {
		const { items } = await service.run(operation, parameters);
		expect(items).toEqual([{ json: { ...body, [word]: true }, pairedItem: { item: 0 } }]);
		expect(service.sandbox.requests.entries.map((entry) => entry.body)).toEqual([body]);
	});

	it('tells who is in it', async () => {
		expect(await users(staff)).toEqual(['Night Desk', 'Cleaning']);
		expect(await users(conference)).toEqual([]);
	});

	it('tells which entrances it opens', async () => {
		const { items } = await service.run('accessGroup.getEntrances', { accessGroupId: byId(staff) });
		expect(items.map(({ json }) => json.acs_entrance_id)).toEqual([hotel.entrances.lobby, hotel.entrances.elevator]);
		expect(service.bodies('/acs/access_groups/list_accessible_entrances')).toMatchObject([{ acs_access_group_id: staff }]);
	});

	it('does not lose somebody who is not in it', async () => {
		const parameters = { accessGroupId: byId(conference), member: 'accessSystemUser', accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) };
		const { items } = await service.run('accessGroup.removeUser', parameters, { onError: 'continueRegularOutput' });
		expect(items).toMatchObject([{ json: { error: expect.any(String), details: { type: 'acs_user_not_found' } }, pairedItem: { item: 0 } }]);
	});
});
