import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

const { userIdentity: id } = hotel.unmanaged;
const person = { userIdentityId: byId(id) };

const service = useHotelSandbox();

it('Get and Get Many return the people whom the workspace does not manage', async () => {
	const { items } = await service.run('unmanagedUserIdentity.get', person);
	expect(items).toEqual([
		{
			json: expect.objectContaining({ user_identity_id: id, full_name: 'Former Manager' }),
			pairedItem: { item: 0 },
		},
	]);
	expect(
		(await service.run('unmanagedUserIdentity.getAll', { filters: { search: 'former' } })).items,
	).toEqual(items);
	expect(service.bodies('/user_identities/unmanaged/list')).toEqual([
		{ search: 'former', limit: 50 },
	]);
	expect(
		(
			await service.run('unmanagedUserIdentity.get', {
				userIdentityId: byId(hotel.userIdentities.guest101),
			})
		).error,
	).toMatchObject({ httpCode: '404' });
});

it('Convert to Managed converts a person, under your own key', async () => {
	const { items } = await service.run('unmanagedUserIdentity.convertToManaged', {
		...person,
		additionalFields: { userIdentityKey: 'manager-1' },
	});
	expect(items).toEqual([
		{
			json: { user_identity_id: id, outcome: 'converted', message: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
	expect(service.bodies('/user_identities/unmanaged/update')).toEqual([
		{ user_identity_id: id, is_managed: true, user_identity_key: 'manager-1' },
	]);
	const { items: managed } = await service.run('userIdentity.get', {
		findBy: 'key',
		userIdentityKey: 'manager-1',
	});
	expect(managed.map(({ json }) => json.user_identity_id)).toEqual([id]);
	expect((await service.run('unmanagedUserIdentity.getAll')).items).toEqual([]);
});
