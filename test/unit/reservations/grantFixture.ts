import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';

/** A grant of the reservation 4711 as the service would have it, with the given changes. */
export const grantFixture = (changes: Partial<Grant> = {}): Grant => ({
	id: 'grant-1',
	key: { prefix: 'reservation:', reservationKey: '4711', part: 1 },
	name: 'Guest',
	startsAt: '2030-06-20T15:00:00.000Z',
	endsAt: '2030-06-22T11:00:00.000Z',
	spaceIds: ['a'],
	placeNames: ['A'],
	spaceIdsOfDoors: ['a'],
	methods: [{ access_method_id: 'method-1', mode: 'code', code: '4821' }],
	pin: '4821',
	requestedCodes: [],
	createdAtMs: 0,
	hasErrors: false,
	person: {
		user_identity_id: 'person-1',
		user_identity_key: 'reservation:4711',
		full_name: 'Guest',
	},
	spaces: [],
	record: { user_identity_id: 'person-1' },
	devices: [],
	accounts: [],
	entrances: [],
	...changes,
});
