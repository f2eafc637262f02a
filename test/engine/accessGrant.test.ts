import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { inRows } from '../support/inRows';

const service = useHotelSandbox();

const STAY = hotel.accessGrants.stay101;
const { guest101 } = hotel.userIdentities;
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
});
