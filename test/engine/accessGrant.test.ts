import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';
import { inRows } from '../support/inRows';

const service = useHotelSandbox();

const STAY = hotel.accessGrants.stay101;
const { guest101, guest102 } = hotel.userIdentities;
const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const CODE = { method: [{ mode: 'code', code: '4103' }] };

const create = (parameters: INodeParameters): INodeParameters => ({
	person: 'existing',
	userIdentityId: byId(guest101),
	requestedAccessMethods: CODE,
	spaceIds: inRows('space', hotel.spaces.room101),
	...parameters,
});

describe('creating a grant', () => {
	it('refuses a list of space keys or devices with an empty entry, because the guest would lack a door', async () => {
		const ofSpaces = await service.run(
			'accessGrant.create',
			create({ additionalFields: { spaceKeys: '={{ ["room-101", ""] }}' } }),
		);
		const ofDevices = await service.run(
			'accessGrant.create',
			create({ deviceIds: inRows('device', `={{ ["${hotel.devices.room101}", ""] }}`) }),
		);
		expect([ofSpaces.error?.message, ofDevices.error?.message, service.paths()]).toEqual([
			"An entry in 'Space Keys' is empty",
			"'Devices' is empty",
			[],
		]);
	});

	it('sends person, methods, places and times under the names of the API', async () => {
		const { items } = await service.run(
			'accessGrant.create',
			create({
				requestedAccessMethods: {
					method: [
						{ mode: 'code', code: '4103' },
						{ mode: 'code', code: '' },
						{ mode: 'mobile_key', instantKeyMaxUseCount: 2 },
						{ mode: 'cloud_key' },
					],
				},
				deviceIds: inRows('device', hotel.devices.room101),
				entranceIds: inRows('entrance', hotel.entrances.elevator),
				additionalFields: {
					name: 'Stay 4103',
					accessGrantKey: 'stay-4103',
					reservationKey: 'reservation-4103',
					spaceKeys: 'room-102, suite',
					startsAt: '2031-01-31T15:00:00Z',
					endsAt: '2031-02-02T11:00:00Z',
				},
			}),
		);
		expect(service.bodies('/access_grants/create')).toEqual([
			{
				user_identity_id: guest101,
				requested_access_methods: [
					{ mode: 'code', code: '4103' },
					{ mode: 'code' },
					{ mode: 'mobile_key', instant_key_max_use_count: 2 },
					{ mode: 'cloud_key' },
				],
				space_ids: [hotel.spaces.room101],
				device_ids: [hotel.devices.room101],
				acs_entrance_ids: [hotel.entrances.elevator],
				space_keys: ['room-102', 'suite'],
				name: 'Stay 4103',
				access_grant_key: 'stay-4103',
				reservation_key: 'reservation-4103',
				starts_at: '2031-01-31T15:00:00.000Z',
				ends_at: '2031-02-02T11:00:00.000Z',
			},
		]);
		expect(items).toMatchObject([
			{
				json: {
					access_grant_key: 'stay-4103',
					display_name: 'Stay 4103',
					user_identity_id: guest101,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('creates the person together with the grant', async () => {
		const { items } = await service.run(
			'accessGrant.create',
			create({ person: 'new', newUserIdentity: { fullName: 'Walk-In Guest' } }),
		);
		expect(service.bodies('/access_grants/create')).toMatchObject([
			{ user_identity: { full_name: 'Walk-In Guest' } },
		]);
		expect(service.bodies('/access_grants/create')).not.toMatchObject([
			{ user_identity_id: expect.anything() },
		]);
		expect(items).toMatchObject([{ json: { access_grant_id: ANY_ID, user_identity_id: ANY_ID } }]);
	});

	it('waits until its PIN and key work, and returns them with the grant', async () => {
		const { items } = await service.run(
			'accessGrant.create',
			create({
				requestedAccessMethods: {
					method: [{ mode: 'code', code: '4103' }, { mode: 'mobile_key' }],
				},
				options: { waitUntilIssued: true, ...QUICK_CHECKS },
			}),
		);
		expect(items).toMatchObject([
			{
				json: {
					access_grant_id: ANY_ID,
					outcome: 'issued',
					message: expect.any(String),
					errors: [],
					access_methods: [
						{ mode: 'code', code: '4103', is_issued: true },
						{
							mode: 'mobile_key',
							is_issued: true,
							instant_key_url: expect.stringMatching(/^https:/),
						},
					],
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('hides PINs, links and tokens if that is chosen', async () => {
		const options = { waitUntilIssued: true, maskPinCodes: true, ...QUICK_CHECKS };
		const requestedAccessMethods = {
			method: [{ mode: 'code', code: '4103' }, { mode: 'mobile_key' }],
		};
		const { items } = await service.run(
			'accessGrant.create',
			create({ requestedAccessMethods, options }),
		);
		expect(items).toMatchObject([{ json: { outcome: 'issued' } }]);
		expect(JSON.stringify(items)).not.toMatch(/4103|instant-keys|sandbox-session/);
	});

	it('says that it is not finished at the deadline', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const { items } = await service.run(
			'accessGrant.create',
			create({ options: { waitUntilIssued: true, waitTimeout: 0.1, ...QUICK_CHECKS } }),
		);
		expect(items).toMatchObject([
			{ json: { access_grant_id: ANY_ID, outcome: 'pending', message: expect.any(String) } },
		]);
	});

	describe.each(['type', 'labelAndTitle'] as const)(
		'a reservation key, with refusals that have a %s',
		(form) => {
			const { lobby, elevator, gym } = hotel.entrances;
			const stay = { startsAt: '2031-01-31T15:00:00Z', endsAt: '2031-02-02T11:00:00Z' };
			const give = async (entrance: string, additionalFields: INodeParameters) =>
				await service.run(
					'accessGrant.create',
					create({
						spaceIds: {},
						entranceIds: inRows('entrance', entrance),
						additionalFields: { ...stay, ...additionalFields },
					}),
				);
			beforeEach(() => void (service.sandbox.settings.reservationErrorForm = form));

			it('that no door can take fails its item with the advice to remove it', async () => {
				const { error } = await give(gym, { reservationKey: 'stay-7' });
				expect(error).toMatchObject({
					httpCode: '400',
					description: expect.stringMatching(/^Remove 'Reservation Key'.*The service says: ./),
				});
			});

			it('that is missing fails its item with the advice to add it', async () => {
				service.sandbox.settings.saltoSpaceNeedsReservationKey = true;
				const { error } = await give(lobby, {});
				expect(error).toMatchObject({
					httpCode: '400',
					description: expect.stringMatching(
						/^Under 'Additional Fields', set 'Reservation Key'.*The service says: ./,
					),
				});
			});

			it('that another grant already uses for other doors fails its item, and says how to move the grant', async () => {
				await give(lobby, { reservationKey: 'stay-7' });
				const { error } = await give(elevator, { reservationKey: 'stay-7' });
				expect(error).toMatchObject({
					httpCode: '409',
					description: expect.stringMatching(/delete its grants.*The service says: ./),
				});
			});
		},
	);

	it.each<[string, INodeParameters, string]>([
		['no method', { requestedAccessMethods: {} }, "'Access Methods'"],
		[
			'a PIN of three digits',
			{ requestedAccessMethods: { method: [{ mode: 'code', code: '410' }] } },
			"'PIN'",
		],
		[
			'a PIN of ten digits',
			{ requestedAccessMethods: { method: [{ mode: 'code', code: '4103410341' }] } },
			"'PIN'",
		],
		[
			'a PIN with a letter',
			{ requestedAccessMethods: { method: [{ mode: 'code', code: '41a3' }] } },
			"'PIN'",
		],
		[
			'no use of the link',
			{ requestedAccessMethods: { method: [{ mode: 'mobile_key', instantKeyMaxUseCount: 0 }] } },
			"'Max Link Uses'",
		],
		['no place', { spaceIds: {} }, 'The access grant would open nothing'],
		['a place that is no ID', { spaceIds: inRows('space', "={{ 'room 101' }}") }, "'Spaces'"],
		[
			'an end before its start',
			{ additionalFields: { startsAt: '2031-02-02T11:00:00Z', endsAt: '2031-01-31T15:00:00Z' } },
			"'Ends At'",
		],
		[
			'an end that is its start',
			{ additionalFields: { startsAt: '2031-02-02T11:00:00Z', endsAt: '2031-02-02T11:00:00Z' } },
			"'Ends At'",
		],
		['nobody', { person: 'new', newUserIdentity: {} }, 'Nothing was entered about the person'],
		['no existing person', { userIdentityId: byId("={{ '' }}") }, "'Person'"],
	])('is refused before it is sent with %s', async (_what, parameters, message) => {
		const { error } = await service.run('accessGrant.create', create(parameters));
		expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
	});

	it('fails only its item if the service refuses it, and never repeats the PIN', async () => {
		const { items } = await service.run(
			'accessGrant.create',
			create({ additionalFields: { accessGrantKey: '={{ $json.key }}' } }),
			{
				input: [{ key: 'stay-101' }, { key: 'stay-new' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items).toMatchObject([
			{
				json: { error: expect.any(String), details: { type: 'duplicate_access_grant_key' } },
				pairedItem: { item: 0 },
			},
			{ json: { access_grant_key: 'stay-new' }, pairedItem: { item: 1 } },
		]);
		expect(JSON.stringify(items[0])).not.toContain('4103');
	});
});

describe('a grant', () => {
	const simplified = {
		access_grant_id: STAY,
		display_name: 'Stay in Room 101',
		access_grant_key: 'stay-101',
		reservation_key: 'reservation-101',
		user_identity_id: guest101,
		starts_at: '2026-01-20T15:00:00.000Z',
		ends_at: '2036-01-20T11:00:00.000Z',
		created_at: expect.any(String),
		access_method_ids: [hotel.accessMethods.code101, hotel.accessMethods.mobileKey101],
	};

	it.each<[string, INodeParameters, object]>([
		['ID', { accessGrantId: byId(STAY) }, { access_grant_id: STAY }],
		['key', { findBy: 'key', accessGrantKey: 'stay-101' }, { access_grant_key: 'stay-101' }],
	])('is found by its %s', async (_way, parameters, body) => {
		const { items } = await service.run('accessGrant.get', parameters);
		expect([items, service.bodies('/access_grants/get')]).toEqual([
			[{ json: simplified, pairedItem: { item: 0 } }],
			[body],
		]);
	});

	it.each<[string, INodeParameters, string[]]>([
		[
			'person',
			{ userIdentityId: guest102 },
			[hotel.accessGrants.stay102, hotel.accessGrants.stay104],
		],
		['key', { accessGrantKey: 'stay-101' }, [STAY]],
		['reservation', { reservationKey: 'reservation-101' }, [STAY]],
		['device', { deviceId: hotel.devices.room104 }, [hotel.accessGrants.stay104]],
		['entrance', { entranceId: hotel.entrances.gym }, [hotel.accessGrants.stay102]],
		['access system', { accessSystemId: hotel.assignmentSystem }, [hotel.accessGrants.stay102]],
		['access code', { accessCodeId: hotel.managedCodes.room104 }, [hotel.accessGrants.stay104]],
		[
			'IDs',
			{ accessGrantIds: `${STAY},${hotel.accessGrants.stay104}` },
			[STAY, hotel.accessGrants.stay104],
		],
		['space', { spaceId: hotel.spaces.emptyWing }, []],
	])('is listed by its %s', async (_what, filters, ids) => {
		const { items } = await service.run('accessGrant.getAll', { filters });
		expect(items.map(({ json }) => json.access_grant_id)).toEqual(ids);
	});

	it('gets another name and loses its end, and is returned as it is afterwards', async () => {
		const { items } = await service.run('accessGrant.update', {
			findBy: 'key',
			accessGrantKey: 'stay-101',
			updateFields: { name: 'Long stay', hasNoEnd: true },
		});
		expect(service.bodies('/access_grants/update')).toEqual([
			{ access_grant_key: 'stay-101', name: 'Long stay', ends_at: null },
		]);
		expect(items).toMatchObject([
			{
				json: {
					access_grant_id: STAY,
					name: 'Long stay',
					ends_at: null,
					starts_at: simplified.starts_at,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[INodeParameters, string]>([
		[{}, 'There is nothing to change'],
		[{ hasNoEnd: true, endsAt: '2031-01-31T15:00:00Z' }, "'Ends At'"],
	])('is not changed with %j', async (updateFields, message) => {
		const { error } = await service.run('accessGrant.update', {
			accessGrantId: byId(STAY),
			updateFields,
		});
		expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
	});

	it('gets an additional method', async () => {
		const parameters = {
			accessGrantId: byId(hotel.accessGrants.stay104),
			requestedAccessMethods: { method: [{ mode: 'mobile_key' }] },
		};
		const { items } = await service.run('accessGrant.requestAccessMethods', parameters);
		expect(service.bodies('/access_grants/request_access_methods')).toEqual([
			{
				access_grant_id: hotel.accessGrants.stay104,
				requested_access_methods: [{ mode: 'mobile_key', instant_key_max_use_count: 1 }],
			},
		]);
		expect(items).toMatchObject([
			{
				json: {
					requested_access_methods: [
						{ mode: 'code' },
						{ mode: 'cloud_key' },
						{ mode: 'mobile_key' },
					],
				},
			},
		]);
	});

	it('leads to its person, its methods and its doors', async () => {
		const options = { maskPinCodes: true };
		const { items } = await service.run('accessGrant.getRelated', {
			accessGrantId: byId(hotel.accessGrants.stay104),
			options,
		});
		const ids = (member: string, id: string) =>
			(items[0]?.json[member] as IDataObject[]).map((record) => record[id]);
		expect([
			ids('devices', 'device_id'),
			ids('acs_entrances', 'display_name'),
			ids('user_identities', 'user_identity_id'),
			ids('access_methods', 'code'),
		]).toEqual([
			[hotel.devices.room104],
			['Lobby'],
			[hotel.userIdentities.guest102],
			['****', undefined],
		]);

		const some = await service.run('accessGrant.getRelated', {
			findBy: 'key',
			accessGrantKey: 'stay-101',
			related: ['spaces', 'devices'],
		});
		expect(some.items).toEqual([{ json: { spaces: [], devices: [] }, pairedItem: { item: 0 } }]);
		expect(service.bodies('/access_grants/get_related')).toEqual([
			{ access_grant_ids: [hotel.accessGrants.stay104], include: expect.any(Array) },
			{ access_grant_keys: ['stay-101'], include: ['spaces', 'devices'] },
		]);
	});

	it('is deleted', async () => {
		const { items } = await service.run('accessGrant.delete', { accessGrantId: byId(STAY) });
		expect(items).toEqual([
			{ json: { access_grant_id: STAY, deleted: true }, pairedItem: { item: 0 } },
		]);
	});

	it.each<[OperationName, INodeParameters]>([
		['accessGrant.get', {}],
		['accessGrant.delete', {}],
		['accessGrant.requestAccessMethods', { requestedAccessMethods: CODE }],
	])(
		'that is not there stops %s with the error type of the service',
		async (operation, parameters) => {
			const { error } = await service.run(operation, {
				accessGrantId: byId(hotel.devices.garage),
				...parameters,
			});
			expect(error).toMatchObject({
				message: expect.any(String),
				description: expect.stringContaining('access_grant_not_found'),
			});
		},
	);
});
