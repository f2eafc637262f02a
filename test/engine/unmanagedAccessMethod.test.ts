import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { listSearch } from '../support/listSearch';

const { accessGrant: grantId, code, mobileKey } = hotel.unmanaged;

const service = useHotelSandbox();

it('Get returns the PIN of a grant that the workspace does not manage, which Mask PINs hides', async () => {
	const run = async (maskPinCodes: boolean) =>
		(
			await service.run('unmanagedAccessMethod.get', {
				accessMethodId: byId(code),
				options: { maskPinCodes },
			})
		).items;
	const json = {
		access_method_id: code,
		display_name: 'PIN Code',
		mode: 'code',
		code: '7901',
		is_issued: true,
		issued_at: expect.any(String),
		created_at: expect.any(String),
	};
	expect([await run(false), await run(true)]).toEqual([
		[{ json, pairedItem: { item: 0 } }],
		[{ json: { ...json, code: '****' }, pairedItem: { item: 0 } }],
	]);
});

it('Get Many returns the methods of one grant', async () => {
	const listed = async (filters = {}) =>
		(
			await service.run('unmanagedAccessMethod.getAll', { accessGrantId: byId(grantId), filters })
		).items.map(({ json }) => json.access_method_id);
	expect(await listed()).toEqual([code, mobileKey]);
	expect(await listed({ entranceId: hotel.entrances.gym })).toEqual([]);
	expect(service.bodies('/access_methods/unmanaged/list')).toEqual([
		{ access_grant_id: grantId },
		{ access_grant_id: grantId, acs_entrance_id: hotel.entrances.gym },
	]);
});

it('the picker shows the methods with their grant, without PINs', async () => {
	expect(
		(
			await listSearch('deviceAccess', 'searchUnmanagedAccessMethods', {
				credentials: service.credentials,
			})
		).results,
	).toEqual([
		{ name: 'PIN Code - Former Manager', value: code },
		{ name: 'Mobile Key - Former Manager', value: mobileKey },
	]);
});
