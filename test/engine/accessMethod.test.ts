import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { ignoreFilters } from '../support/service/ignoreFilters';

const service = useHotelSandbox();

describe('Access Method', () => {
	const { cardToAssign } = hotel.accessMethods;
	const options = QUICK_CHECKS;

	const attemptOf = (action_type: string, rest: object = { status: 'success', error: null }) => ({
		action_attempt_id: expect.any(String),
		action_type,
		result: expect.any(Object),
		...rest,
	});

	describe('an access method', () => {
		it.each<[string, INodeParameters, string]>([
			['its code', { accessCodeId: byId(hotel.managedCodes.room104) }, hotel.accessGrants.stay104],
			['its device', { deviceId: hotel.devices.room104 }, hotel.accessGrants.stay104],
			['its entrance', { entranceId: hotel.entrances.gym }, hotel.accessGrants.stay102],
			[
				'its grant',
				{ accessGrantId: byId(hotel.accessGrants.stay102) },
				hotel.accessGrants.stay102,
			],
		])('says whose it is when listed by %s', async (_what, filters, grantId) => {
			const { items } = await service.run('accessMethod.getAll', { filters });
			expect(new Set(items.flatMap(({ json }) => json.access_grant_ids))).toEqual(
				new Set([grantId]),
			);
		});

		it('comes as the service returns it if that is chosen, without further requests', async () => {
			const { items } = await service.run('accessMethod.getAll', {
				filters: { accessGrantKey: 'stay-101' },
				output: 'raw',
			});
			expect(items.filter(({ json }) => 'access_grant_ids' in json)).toEqual([]);
			expect(service.paths()).toEqual(['/access_methods/list']);
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

		it('fails with nothing sent if the grants cannot be read', async () => {
			service.sandbox.faults.always('/access_grants/list', {
				kind: 'status',
				status: 400,
				body: { error: { type: 'invalid_input', message: 'No.' }, ok: false },
			});
			const { error } = await service.run('accessMethod.delete', deletion);
			expect(error?.message).not.toContain("'reservation-999'");
			expect(service.paths()).toEqual(['/access_grants/list']);
		});
	});

	describe('a card', () => {
		it('is assigned by its number, even if an expression returns a number', async () => {
			const parameters = {
				accessMethodId: byId(cardToAssign),
				cardNumber: '={{ $json.card }}',
				options,
			};
			const { items } = await service.run('accessMethod.assignCard', parameters, {
				input: [{ card: Number(hotel.spareCardNumber) }],
			});
			expect(service.bodies('/access_methods/assign_card')).toEqual([
				{ access_method_id: cardToAssign, card_number: hotel.spareCardNumber },
			]);
			expect(items).toEqual([
				{
					json: {
						outcome: 'assigned',
						name: null,
						device_name: null,
						access_method_id: cardToAssign,
						message: expect.any(String),
						action_attempt: attemptOf('ASSIGN_CREDENTIAL'),
					},
					pairedItem: { item: 0 },
				},
			]);
		});
	});
});
