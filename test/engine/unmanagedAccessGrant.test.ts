import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

const { accessGrant: grantId, code, mobileKey, userIdentity } = hotel.unmanaged;
const grant = { accessGrantId: byId(grantId) };

const service = useHotelSandbox();

it('Get and Get Many return the grants that the workspace does not manage', async () => {
	const { items } = await service.run('unmanagedAccessGrant.get', grant);
	expect(items).toEqual([
		{
			json: {
				access_grant_id: grantId,
				display_name: 'Former Manager',
				reservation_key: 'former-manager',
				user_identity_id: userIdentity,
				access_method_ids: [code, mobileKey],
				starts_at: expect.any(String),
				ends_at: expect.any(String),
				created_at: expect.any(String),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(
		(
			await service.run('unmanagedAccessGrant.getAll', {
				filters: { reservationKey: 'former-manager' },
			})
		).items,
	).toEqual(items);
	expect(
		(
			await service.run('unmanagedAccessGrant.getAll', {
				filters: { entranceId: hotel.entrances.gym },
			})
		).items,
	).toEqual([]);
	expect(service.bodies('/access_grants/unmanaged/list')).toEqual([
		{ reservation_key: 'former-manager', limit: 50 },
		{ acs_entrance_id: hotel.entrances.gym, limit: 50 },
	]);
});

it('Convert to Managed converts a grant with its methods, under your own key', async () => {
	const { items } = await service.run('unmanagedAccessGrant.convertToManaged', {
		...grant,
		additionalFields: { accessGrantKey: 'stay-901' },
	});
	expect(items).toEqual([
		{
			json: { access_grant_id: grantId, outcome: 'converted', message: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
	expect(service.bodies('/access_grants/unmanaged/update')).toEqual([
		{ access_grant_id: grantId, is_managed: true, access_grant_key: 'stay-901' },
	]);
	const { items: managed } = await service.run('accessGrant.get', {
		findBy: 'key',
		accessGrantKey: 'stay-901',
	});
	expect(managed.map(({ json }) => json.access_method_ids)).toEqual([[code, mobileKey]]);
	expect(
		(await service.run('accessMethod.get', { accessMethodId: byId(code) })).items,
	).toHaveLength(1);
	expect((await service.run('unmanagedAccessGrant.get', grant)).error).toMatchObject({
		httpCode: '404',
	});
});
