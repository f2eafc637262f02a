import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

const { frontDoor, room104 } = hotel.devices;
const { guest101, guest102, nightDesk } = hotel.userIdentities;
const users = hotel.accessSystemUsers;

const service = useHotelSandbox();

const listed = async (operation: OperationName, person: string) =>
	(await service.run(operation, { userIdentityId: byId(person), returnAll: true })).items.map(
		({ json }) => json.device_id ?? json.acs_entrance_id,
	);
const userIdsOf = async (person: object) =>
	(await service.run('userIdentity.get', { ...person, output: 'raw' })).items.map(
		({ json }) => json.acs_user_ids,
	);

it('Get Devices and Get Entrances list what grants and groups open', async () => {
	expect(await listed('userIdentity.getDevices', guest102)).toEqual([room104]);
	expect(await listed('userIdentity.getEntrances', guest101)).toEqual([hotel.entrances.lobby]);
	expect(await listed('userIdentity.getEntrances', nightDesk)).toEqual([
		hotel.entrances.lobby,
		hotel.entrances.elevator,
	]);
	expect(service.bodies('/user_identities/list_accessible_entrances')).toEqual([
		{ user_identity_id: guest101 },
		{ user_identity_id: nightDesk },
	]);
});

it('Grant Access to Device lets a person in, and Revoke Access to Device ends that', async () => {
	const parameters = { userIdentityId: byId(nightDesk), deviceId: byId(frontDoor) };
	const ids = { user_identity_id: nightDesk, device_id: frontDoor };
	expect((await service.run('userIdentity.grantAccessToDevice', parameters)).items).toEqual([
		{ json: { ...ids, granted: true }, pairedItem: { item: 0 } },
	]);
	expect(await listed('userIdentity.getDevices', nightDesk)).toEqual([frontDoor]);
	expect((await service.run('userIdentity.revokeAccessToDevice', parameters)).items).toEqual([
		{ json: { ...ids, revoked: true }, pairedItem: { item: 0 } },
	]);
	expect(await listed('userIdentity.getDevices', nightDesk)).toEqual([]);
});

it('Add Access System User makes a user the person, and Remove Access System User ends that', async () => {
	const parameters = { userIdentityId: byId(guest101), accessSystemUserId: byId(users.cleaning) };
	const ids = { user_identity_id: guest101, acs_user_id: users.cleaning };
	expect((await service.run('userIdentity.addAccessSystemUser', parameters)).items).toEqual([
		{ json: { ...ids, added: true }, pairedItem: { item: 0 } },
	]);
	expect(await userIdsOf({ userIdentityId: byId(guest101) })).toEqual([[users.cleaning]]);
	expect((await service.run('userIdentity.removeAccessSystemUser', parameters)).items).toEqual([
		{ json: { ...ids, removed: true }, pairedItem: { item: 0 } },
	]);
	expect(await userIdsOf({ userIdentityId: byId(guest101) })).toEqual([[]]);
});

it('Add Access System User creates a new person for the user under a key that nobody has', async () => {
	const { items } = await service.run('userIdentity.addAccessSystemUser', {
		findBy: 'key',
		userIdentityKey: 'cleaning',
		accessSystemUserId: byId(users.cleaning),
	});
	expect(items.map(({ json }) => json)).toEqual([
		{ user_identity_key: 'cleaning', acs_user_id: users.cleaning, added: true },
	]);
	expect(await userIdsOf({ findBy: 'key', userIdentityKey: 'cleaning' })).toEqual([
		[users.cleaning],
	]);
});
