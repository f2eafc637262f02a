import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { ignoreFilters } from '../support/service/ignoreFilters';

const service = useHotelSandbox();

describe('an access method', () => {
	it.each<[string, INodeParameters, string]>([
		['its code', { accessCodeId: byId(hotel.managedCodes.room104) }, hotel.accessGrants.stay104],
		['its entrance', { entranceId: hotel.entrances.gym }, hotel.accessGrants.stay102],
	])('says whose it is when listed by %s', async (_what, filters, grantId) => {
		const { items } = await service.run('accessMethod.getAll', { filters });
		expect(new Set(items.flatMap(({ json }) => json.access_grant_ids))).toEqual(new Set([grantId]));
	});

	it('fails, instead of belonging to nobody, if the grants cannot be read', async () => {
		service.sandbox.faults.always('/access_grants/list', {
			kind: 'status',
			status: 400,
			body: { error: { type: 'invalid_input', message: 'No.' }, ok: false },
		});
		const { items, error } = await service.run('accessMethod.getAll', {
			filters: { accessGrantKey: 'stay-101' },
		});
		expect([items, error?.description]).toEqual([
			[],
			expect.stringContaining('/access_grants/list'),
		]);
	});
});

describe('the deletion of the methods of a reservation', () => {
	const deletion = { methodsOf: 'reservation', reservationKey: 'reservation-999' };

	it('fails if no grant has its key, instead of saying that something was deleted', async () => {
		const { items, error } = await service.run('accessMethod.delete', deletion);
		expect([items, error?.message]).toEqual([[], expect.stringContaining("'reservation-999'")]);
		expect(service.paths()).toEqual(['/access_grants/list']);
	});

	it('goes by the keys of the grants, not by the filter, which a service may ignore', async () => {
		const server = await ignoreFilters(service.sandbox);
		const { deviceAccessApi } = service.credentials;
		const credentials = { deviceAccessApi: { ...deviceAccessApi, baseUrl: server.url } };
		const deleted = async (reservationKey: string) =>
			(
				await service.run('accessMethod.delete', { ...deletion, reservationKey }, { credentials })
			).items.map(({ json }) => json);
		try {
			expect(await deleted('reservation-999')).toEqual([]);
			expect(await deleted('reservation-101')).toEqual([
				{ reservation_key: 'reservation-101', deleted: true },
			]);
		} finally {
			await server.stop();
		}
	});
});
