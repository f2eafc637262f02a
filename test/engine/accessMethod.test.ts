import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

const service = useHotelSandbox();

describe('Access Method', () => {
	const { cardToEncode, cardToAssign, cloudKey104, code101, mobileKey101 } = hotel.accessMethods;
	const options = QUICK_CHECKS;

	const attemptOf = (action_type: string, rest: object = { status: 'success', error: null }) => ({
		action_attempt_id: expect.any(String),
		action_type,
		result: expect.any(Object),
		...rest,
	});

	describe('an access method', () => {
		it('is simplified, with its grant and its PIN or link', async () => {
			const { items } = await service.run('accessMethod.getAll', {
				filters: { accessGrantKey: 'stay-101' },
			});
			const issued = {
				access_grant_ids: [hotel.accessGrants.stay101],
				is_issued: true,
				issued_at: expect.any(String),
			};
			expect(items).toEqual([
				{
					json: {
						access_method_id: code101,
						display_name: 'PIN Code',
						mode: 'code',
						code: '7101',
						...issued,
					},
					pairedItem: { item: 0 },
				},
				{
					json: {
						access_method_id: mobileKey101,
						display_name: 'Mobile Key',
						mode: 'mobile_key',
						instant_key_url: expect.stringMatching(/^https:/),
						...issued,
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.bodies('/access_methods/list')).toEqual([{ access_grant_key: 'stay-101' }]);
		});

		it.each<[string, INodeParameters, string[]]>([
			['grant', { accessGrantId: hotel.accessGrants.stay102 }, [cardToEncode, cardToAssign]],
			['code', { accessCodeId: hotel.managedCodes.room104 }, [hotel.accessMethods.code104]],
			['device', { deviceId: hotel.devices.room104 }, [hotel.accessMethods.code104]],
			['entrance', { entranceId: hotel.entrances.gym }, [cardToAssign]],
			['space', { spaceId: hotel.spaces.suite }, []],
		])('is listed by its %s', async (_what, filters, ids) => {
			const { items } = await service.run('accessMethod.getAll', { filters });
			expect(items.map(({ json }) => json.access_method_id)).toEqual(ids);
		});

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

		it('is not listed without a filter, which the service needs', async () => {
			const { error } = await service.run('accessMethod.getAll', { filters: {} });
			expect([error?.message, service.paths()]).toEqual(["'Filters' is empty", []]);
		});

		it('leads to its grant, its doors and its card, and never to a session', async () => {
			const { items } = await service.run('accessMethod.getRelated', {
				accessMethodId: byId(cardToEncode),
			});
			expect(items).toEqual([
				{
					json: {
						access_grants: [
							expect.objectContaining({ access_grant_id: hotel.accessGrants.stay102 }),
						],
						acs_entrances: [expect.objectContaining({ display_name: 'Elevator' })],
						acs_credentials: [expect.objectContaining({ access_method: 'card' })],
						devices: [],
						instant_keys: [],
						spaces: [],
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('hides its PIN if that is chosen', async () => {
			const { items } = await service.run('accessMethod.get', {
				accessMethodId: byId(code101),
				options: { maskPinCodes: true },
			});
			expect(items).toMatchObject([
				{ json: { access_method_id: code101, code: expect.stringMatching(/^\*+$/) } },
			]);
		});

		it.each<[string, INodeParameters, object]>([
			['alone', { accessMethodId: byId(code101) }, { access_method_id: code101 }],
			[
				'with the others of its grant',
				{ methodsOf: 'accessGrant', accessGrantId: byId(hotel.accessGrants.stay101) },
				{ access_grant_id: hotel.accessGrants.stay101 },
			],
			[
				'with the others of its reservation',
				{ methodsOf: 'reservation', reservationKey: 'reservation-101' },
				{ reservation_key: 'reservation-101' },
			],
		])('is deleted %s', async (_which, parameters, body) => {
			const { items } = await service.run('accessMethod.delete', parameters);
			expect([items, service.bodies('/access_methods/delete')]).toEqual([
				[{ json: { ...body, deleted: true }, pairedItem: { item: 0 } }],
				[body],
			]);
		});
	});

	describe('a card', () => {
		const encode = { accessMethodId: byId(cardToEncode), encoderId: byId(hotel.encoder), options };

		it('is encoded', async () => {
			const { items } = await service.run('accessMethod.encode', encode);
			expect(service.bodies('/access_methods/encode')).toEqual([
				{ access_method_id: cardToEncode, acs_encoder_id: hotel.encoder },
			]);
			expect(items).toEqual([
				{
					json: {
						access_method_id: cardToEncode,
						outcome: 'encoded',
						message: expect.any(String),
						action_attempt: attemptOf('ENCODE_CREDENTIAL'),
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('that the encoder cannot write fails its item, or returns it, with the reason', async () => {
			const parameters = { ...encode, encoderId: byId(hotel.removedEncoder) };
			const failed = await service.run('accessMethod.encode', parameters, {
				onError: 'continueRegularOutput',
			});
			expect(failed.items).toMatchObject([
				{
					json: {
						error: expect.stringMatching(/^The card was not encoded: ./),
						details: { outcome: 'failed' },
					},
					pairedItem: { item: 0 },
				},
			]);
			const returned = await service.run('accessMethod.encode', {
				...parameters,
				options: { ...options, onFailedAction: 'returnItem' },
			});
			expect(returned.items).toMatchObject([
				{
					json: {
						access_method_id: cardToEncode,
						outcome: 'failed',
						action_attempt: { status: 'error', error: { type: 'encoder_not_online' } },
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('that is still being encoded at the deadline is pending', async () => {
			service.sandbox.settings.attemptDurationMs = 60_000;
			const { items } = await service.run('accessMethod.encode', {
				...encode,
				options: { ...options, waitTimeout: 0.1 },
			});
			expect(items).toMatchObject([
				{
					json: {
						outcome: 'pending',
						message: expect.any(String),
					},
				},
			]);
		});

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

		it('that the system does not know is not assigned', async () => {
			const { error } = await service.run('accessMethod.assignCard', {
				accessMethodId: byId(cardToAssign),
				cardNumber: '123',
				options,
			});
			expect(error?.message).toMatch(/^The card was not assigned: ./);
		});
	});

	describe('a cloud key', () => {
		it('unlocks an entrance', async () => {
			const { items } = await service.run('accessMethod.unlockDoor', {
				accessMethodId: byId(cloudKey104),
				entranceId: byId(hotel.entrances.lobby),
				options,
			});
			expect(service.bodies('/access_methods/unlock_door')).toEqual([
				{ access_method_id: cloudKey104, acs_entrance_id: hotel.entrances.lobby },
			]);
			expect(items).toEqual([
				{
					json: {
						access_method_id: cloudKey104,
						outcome: 'unlocked',
						message: expect.any(String),
						action_attempt: attemptOf('UNLOCK_DOOR'),
					},
					pairedItem: { item: 0 },
				},
			]);
		});
	});
});

describe('Access Group', () => {
	describe('an access group', () => {
		const { staff, conference, failed } = hotel.accessGroups;
		const users = async (accessGroupId: string) =>
			(await service.run('accessGroup.getUsers', { accessGroupId: byId(accessGroupId) })).items.map(
				({ json }) => json.display_name,
			);

		it('is listed with its schedule, and says what is wrong with it', async () => {
			const { items } = await service.run('accessGroup.getAll', {
				options: { addIssueSummary: true },
			});
			expect(
				items.map(({ json }) => [
					json.acs_access_group_id,
					json.access_schedule_ends_at,
					json.issue_summary,
				]),
			).toEqual([
				[staff, null, ''],
				[conference, '2036-01-20T11:00:00.000Z', ''],
				[
					failed,
					undefined,
					'Error: The group was not created on the access control system (failed_to_create_on_acs_system)',
				],
			]);
		});

		it('is found by its ID, and by its members', async () => {
			const {
				items: [one],
			} = await service.run('accessGroup.get', { accessGroupId: byId(staff) });
			const { items } = await service.run('accessGroup.getAll', {
				filters: { userIdentityId: hotel.userIdentities.nightDesk },
			});
			expect(one?.json).toMatchObject({
				acs_access_group_id: staff,
				display_name: 'Staff',
				acs_system_id: hotel.accessSystem,
			});
			expect(items).toEqual([one]);
		});

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

		it('lists its members', async () => {
			expect(await users(staff)).toEqual(['Night Desk', 'Cleaning']);
			expect(await users(conference)).toEqual([]);
		});

		it('lists the entrances that it opens', async () => {
			const { items } = await service.run('accessGroup.getEntrances', {
				accessGroupId: byId(staff),
			});
			expect(items.map(({ json }) => json.acs_entrance_id)).toEqual([
				hotel.entrances.lobby,
				hotel.entrances.elevator,
			]);
			expect(service.bodies('/acs/access_groups/list_accessible_entrances')).toMatchObject([
				{ acs_access_group_id: staff },
			]);
		});

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
