import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { inRows } from '../support/service/inRows';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { anyText, type Dossiers, having, theRecord, theRecords } from './dossier';

const { accessGrants, devices, entrances, spaces, userIdentities } = hotel;
const grant = (id: string) => ({ accessGrantId: byId(id) });
const methods = (
	...method: Array<{ mode: string; code?: string; instantKeyMaxUseCount?: number }>
) => ({ requestedAccessMethods: { method } });
const forGuest = { userIdentityId: byId(userIdentities.guest101) };
const ALL_RELATED = [
	'access_methods',
	'acs_access_groups',
	'acs_entrances',
	'acs_systems',
	'connected_accounts',
	'devices',
	'spaces',
	'user_identities',
];
const untilIssued = { options: { waitUntilIssued: true } };

export const accessGrant: Dossiers = {
	create: {
		'gives a person access to places for a time': {
			parameters: {
				...forGuest,
				...methods(
					{ mode: 'code', code: '4103' },
					{ mode: 'code', code: '' },
					{ mode: 'mobile_key', instantKeyMaxUseCount: 2 },
					{ mode: 'cloud_key' },
				),
				spaceIds: inRows('space', spaces.room101),
				deviceIds: inRows('device', devices.room101),
				entranceIds: inRows('entrance', entrances.elevator),
				additionalFields: {
					name: 'Stay 4103',
					accessGrantKey: 'stay-4103',
					reservationKey: 'reservation-4103',
					spaceKeys: 'room-102, suite',
					customizationProfileId: spaces.suite,
					startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`,
					endsAt: `${NEXT_YEAR}-02-02T11:00:00Z`,
				},
			},
			sends: {
				user_identity_id: userIdentities.guest101,
				requested_access_methods: [
					{ mode: 'code', code: '4103' },
					{ mode: 'code' },
					{ mode: 'mobile_key', instant_key_max_use_count: 2 },
					{ mode: 'cloud_key' },
				],
				device_ids: [devices.room101],
				acs_entrance_ids: [entrances.elevator],
				space_ids: [spaces.room101],
				space_keys: ['room-102', 'suite'],
				name: 'Stay 4103',
				starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
				ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
				access_grant_key: 'stay-4103',
				reservation_key: 'reservation-4103',
				customization_profile_id: spaces.suite,
			},
			items: theRecord({
				display_name: 'Stay 4103',
				space_ids: [spaces.room101, spaces.room102, spaces.suite],
			}),
		},
		'creates the person too': {
			parameters: {
				person: 'new',
				newUserIdentity: {
					fullName: 'Walk-In Guest',
					emailAddress: 'walk-in@example.com',
					phoneNumber: '+15550100000',
					userIdentityKey: 'walk-in',
				},
				...methods({ mode: 'mobile_key' }),
				entranceIds: inRows('entrance', entrances.lobby),
			},
			sends: {
				user_identity: {
					email_address: 'walk-in@example.com',
					full_name: 'Walk-In Guest',
					phone_number: '+15550100000',
					user_identity_key: 'walk-in',
				},
				requested_access_methods: [{ mode: 'mobile_key', instant_key_max_use_count: 1 }],
				acs_entrance_ids: [entrances.lobby],
			},
			items: theRecord({ name: null, display_name: 'Walk-In Guest: Lobby' }),
		},
		'says that it is pending at the deadline': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 60_000;
			return {
				parameters: {
					...forGuest,
					...methods({ mode: 'code', code: '4103' }),
					spaceIds: inRows('space', spaces.room101),
					options: { waitUntilIssued: true, waitTimeout: 0 },
				},
				sends: {
					user_identity_id: userIdentities.guest101,
					requested_access_methods: [{ mode: 'code', code: '4103' }],
					space_ids: [spaces.room101],
				},
				items: [
					having({
						outcome: 'pending',
						message: anyText,
						access_methods: [having({ mode: 'code', code: '4103', is_issued: false })],
					}),
				],
			};
		},
	},
	get: {
		'gets a grant by its ID': {
			parameters: grant(accessGrants.stay101),
			sends: { access_grant_id: accessGrants.stay101 },
			items: [
				{
					access_grant_id: accessGrants.stay101,
					display_name: 'Stay in Room 101',
					access_grant_key: 'stay-101',
					reservation_key: 'reservation-101',
					user_identity_id: userIdentities.guest101,
					starts_at: '2026-01-20T15:00:00.000Z',
					ends_at: '2036-01-20T11:00:00.000Z',
					access_method_ids: [hotel.accessMethods.code101, hotel.accessMethods.mobileKey101],
					created_at: '2026-01-15T10:01:41.000Z',
				},
			],
		},
		'gets a grant by its key': {
			parameters: { findBy: 'key', accessGrantKey: 'stay-101', output: 'raw' },
			sends: { access_grant_key: 'stay-101' },
			items: theRecord({
				access_grant_id: accessGrants.stay101,
				name: 'Stay in Room 101',
				display_name: 'Stay in Room 101',
			}),
		},
	},
	getAll: {
		'lists all grants': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ access_grant_id: accessGrants.stay101 },
				{ access_grant_id: accessGrants.stay102 },
				{ access_grant_id: accessGrants.stay104 },
			),
		},
		'finds grants by every filter': {
			parameters: {
				filters: {
					accessGrantIds: accessGrants.stay101,
					accessGrantKey: 'stay-101',
					reservationKey: 'reservation-101',
					userIdentityId: userIdentities.guest101,
					deviceId: devices.room104,
					accessCodeId: hotel.managedCodes.room104,
					accessSystemId: hotel.assignmentSystem,
					entranceId: entrances.gym,
					customerKey: 'owner-7',
					spaceId: spaces.emptyWing,
				},
			},
			sends: {
				access_grant_ids: [accessGrants.stay101],
				access_grant_key: 'stay-101',
				reservation_key: 'reservation-101',
				user_identity_id: userIdentities.guest101,
				access_code_id: hotel.managedCodes.room104,
				device_id: devices.room104,
				acs_entrance_id: entrances.gym,
				acs_system_id: hotel.assignmentSystem,
				customer_key: 'owner-7',
				space_id: spaces.emptyWing,
			},
			items: [],
		},
	},
	update: {
		'changes name and end': {
			parameters: {
				...grant(accessGrants.stay101),
				updateFields: {
					name: 'Long stay',
					startsAt: '2026-01-21T15:00:00Z',
					endsAt: `${NEXT_YEAR + 2}-01-01T00:00:00Z`,
				},
			},
			sends: {
				access_grant_id: accessGrants.stay101,
				name: 'Long stay',
				starts_at: '2026-01-21T15:00:00.000Z',
				ends_at: `${NEXT_YEAR + 2}-01-01T00:00:00.000Z`,
			},
			items: theRecord(),
		},
		'removes the end of a grant found by its key': {
			parameters: {
				findBy: 'key',
				accessGrantKey: 'stay-101',
				updateFields: { name: 'Long stay', hasNoEnd: true },
			},
			sends: { access_grant_key: 'stay-101', name: 'Long stay', ends_at: null },
			items: theRecord({ access_grant_id: accessGrants.stay101 }),
		},
		'waits until the methods follow': {
			parameters: {
				...grant(accessGrants.stay104),
				updateFields: { name: 'Long stay', hasNoEnd: true },
				...untilIssued,
			},
			sends: { access_grant_id: accessGrants.stay104, name: 'Long stay', ends_at: null },
			items: [
				having({
					access_grant_id: accessGrants.stay104,
					name: 'Long stay',
					ends_at: null,
					outcome: 'issued',
					message: anyText,
					access_methods: [
						having({ mode: 'code', is_issued: true }),
						having({ mode: 'cloud_key', is_issued: true }),
					],
				}),
			],
		},
	},
	getRelated: {
		'gets the person, the methods and the doors': {
			parameters: grant(accessGrants.stay104),
			sends: { access_grant_ids: [accessGrants.stay104], include: ALL_RELATED },
			items: theRecord({
				access_methods: [{ mode: 'code', code: '1041' }, { mode: 'cloud_key' }],
				acs_entrances: [{ display_name: 'Lobby' }],
				devices: [{ device_id: devices.room104 }],
				user_identities: [{ user_identity_id: userIdentities.guest102 }],
			}),
		},
		'gets only the chosen records of a grant found by its key': {
			parameters: { findBy: 'key', accessGrantKey: 'stay-101', related: ['spaces', 'devices'] },
			sends: { access_grant_keys: ['stay-101'], include: ['spaces', 'devices'] },
			items: [{ spaces: [], devices: [] }],
		},
	},
	delete: {
		'deletes a grant': {
			parameters: grant(accessGrants.stay101),
			sends: { access_grant_id: accessGrants.stay101 },
			items: [{ access_grant_id: accessGrants.stay101, deleted: true }],
		},
	},
	requestAccessMethods: {
		'adds a mobile key': {
			parameters: { ...grant(accessGrants.stay104), ...methods({ mode: 'mobile_key' }) },
			sends: {
				access_grant_id: accessGrants.stay104,
				requested_access_methods: [{ mode: 'mobile_key', instant_key_max_use_count: 1 }],
			},
			items: theRecord({
				requested_access_methods: [{ mode: 'code' }, { mode: 'cloud_key' }, { mode: 'mobile_key' }],
			}),
		},
	},
};
