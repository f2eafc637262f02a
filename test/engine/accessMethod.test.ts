import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

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
						access_method_id: cardToAssign,
						outcome: 'assigned',
						message: expect.any(String),
						action_attempt: attemptOf('ASSIGN_CREDENTIAL'),
					},
					pairedItem: { item: 0 },
				},
			]);
		});
	});
});

describe('Access Group', () => {
	describe('an access group', () => {
		const { staff, conference } = hotel.accessGroups;

		it.each<[OperationName, string, INodeParameters, object]>([
			[
				'accessGroup.addUser',
				'added',
				{ accessGroupId: byId(conference), userIdentityId: byId(hotel.userIdentities.guest101) },
				{ acs_access_group_id: conference, user_identity_id: hotel.userIdentities.guest101 },
			],
			[
				'accessGroup.addUser',
				'added',
				{
					accessGroupId: byId(conference),
					member: 'accessSystemUser',
					accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
				},
				{ acs_access_group_id: conference, acs_user_id: hotel.accessSystemUsers.cleaning },
			],
			[
				'accessGroup.removeUser',
				'removed',
				{ accessGroupId: byId(staff), userIdentityId: byId(hotel.userIdentities.nightDesk) },
				{ acs_access_group_id: staff, user_identity_id: hotel.userIdentities.nightDesk },
			],
			[
				'accessGroup.removeUser',
				'removed',
				{
					accessGroupId: byId(staff),
					member: 'accessSystemUser',
					accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
				},
				{ acs_access_group_id: staff, acs_user_id: hotel.accessSystemUsers.cleaning },
			],
			[
				'accessGroup.delete',
				'deleted',
				{ accessGroupId: byId(conference) },
				{ acs_access_group_id: conference },
			],
		])(
			'is changed by %s, which says what it has %s (%j)',
			async (operation, word, parameters, body) => {
				const { items } = await service.run(operation, parameters);
				expect(items).toEqual([{ json: { ...body, [word]: true }, pairedItem: { item: 0 } }]);
				expect(service.sandbox.requests.entries.map((entry) => entry.body)).toEqual([body]);
			},
		);

		it('fails to remove a user who is not a member', async () => {
			const parameters = {
				accessGroupId: byId(conference),
				member: 'accessSystemUser',
				accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
			};
			const { items } = await service.run('accessGroup.removeUser', parameters, {
				onError: 'continueRegularOutput',
			});
			expect(items).toMatchObject([
				{
					json: { error: expect.any(String), details: { type: 'acs_user_not_found' } },
					pairedItem: { item: 0 },
				},
			]);
		});
	});
});
