import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { aLink, type Dossiers, ended, theRecord, theRecords } from './dossier';
import { leaveChangesPending } from './pendingChanges';

const { accessGrants, accessMethods, entrances } = hotel;
const method = (id: string) => ({ accessMethodId: byId(id) });
const ALL_RELATED = [
	'access_grants',
	'acs_credentials',
	'acs_entrances',
	'devices',
	'instant_keys',
	'spaces',
];

export const accessMethod: Dossiers = {
	get: {
		'gets a mobile key with its grant': {
			parameters: method(accessMethods.mobileKey101),
			sends: { access_method_id: accessMethods.mobileKey101 },
			items: [
				{
					access_method_id: accessMethods.mobileKey101,
					display_name: 'Mobile Key',
					mode: 'mobile_key',
					instant_key_url: aLink,
					is_issued: true,
					issued_at: '2026-01-15T10:03:20.000Z',
					created_at: '2026-01-15T10:01:41.000Z',
				},
			],
		},
		'gets a method that is being changed': async (sandbox) => {
			await leaveChangesPending(sandbox);
			return {
				parameters: { ...method(accessMethods.code104), output: 'raw' },
				sends: { access_method_id: accessMethods.code104 },
				items: theRecord({ pending_mutations: [{ mutation_code: 'updating_access_times' }] }),
			};
		},
	},
	getAll: {
		'lists the methods of a grant by its key': {
			parameters: { filters: { accessGrantKey: 'stay-101' } },
			sends: { access_grant_key: 'stay-101' },
			items: [
				{
					access_method_id: accessMethods.code101,
					access_grant_ids: [accessGrants.stay101],
					display_name: 'PIN Code',
					mode: 'code',
					code: '7101',
					is_issued: true,
					issued_at: '2026-01-15T10:03:20.000Z',
				},
				{
					access_method_id: accessMethods.mobileKey101,
					access_grant_ids: [accessGrants.stay101],
					display_name: 'Mobile Key',
					mode: 'mobile_key',
					instant_key_url: aLink,
					is_issued: true,
					issued_at: '2026-01-15T10:03:20.000Z',
				},
			],
		},
		'lists the methods of a grant': {
			parameters: {
				filters: { accessGrantId: accessGrants.stay102 },
				returnAll: true,
				output: 'raw',
			},
			sends: { access_grant_id: accessGrants.stay102 },
			items: theRecords(
				{ access_method_id: accessMethods.cardToEncode },
				{ access_method_id: accessMethods.cardToAssign },
			),
		},
		'lists the method of a code at its device': {
			parameters: {
				filters: { accessCodeId: hotel.managedCodes.room104, deviceId: hotel.devices.room104 },
				output: 'raw',
			},
			sends: { access_code_id: hotel.managedCodes.room104, device_id: hotel.devices.room104 },
			items: theRecord({ access_method_id: accessMethods.code104, display_name: 'PIN Code' }),
		},
		'finds none for an entrance and space': {
			parameters: { filters: { entranceId: entrances.gym, spaceId: hotel.spaces.suite } },
			sends: { acs_entrance_id: entrances.gym, space_id: hotel.spaces.suite },
			items: [],
		},
	},
	getRelated: {
		'gets the grant, the doors and the card of a method': {
			parameters: method(accessMethods.cardToEncode),
			sends: {
				access_method_ids: [accessMethods.cardToEncode],
				include: ALL_RELATED,
			},
			items: theRecord({
				access_grants: [{ access_grant_id: accessGrants.stay102 }],
				acs_entrances: [{ display_name: 'Elevator' }],
				acs_credentials: [{ access_method: 'card' }],
				devices: [],
				instant_keys: [],
				spaces: [],
			}),
		},
		'gets only the chosen records': {
			parameters: { ...method(accessMethods.code101), related: ['access_grants', 'devices'] },
			sends: { access_method_ids: [accessMethods.code101], include: ['access_grants', 'devices'] },
			items: theRecord({ access_grants: [{ access_grant_id: accessGrants.stay101 }], devices: [] }),
		},
	},
	delete: {
		'deletes a method': {
			parameters: method(accessMethods.code101),
			sends: { access_method_id: accessMethods.code101 },
			items: [{ access_method_id: accessMethods.code101, deleted: true }],
		},
		'deletes the methods of a grant': {
			parameters: { methodsOf: 'accessGrant', accessGrantId: byId(accessGrants.stay101) },
			sends: { access_grant_id: accessGrants.stay101 },
			items: [{ access_grant_id: accessGrants.stay101, deleted: true }],
		},
		'deletes the methods of a reservation': {
			parameters: { methodsOf: 'reservation', reservationKey: 'reservation-101' },
			sends: { reservation_key: 'reservation-101' },
			items: [{ reservation_key: 'reservation-101', deleted: true }],
		},
	},
	encode: {
		'writes a card': {
			parameters: { ...method(accessMethods.cardToEncode), encoderId: byId(hotel.encoder) },
			sends: { access_method_id: accessMethods.cardToEncode, acs_encoder_id: hotel.encoder },
			items: [ended('encoded', { access_method_id: accessMethods.cardToEncode })],
		},
	},
	assignCard: {
		'assigns a card by its number': {
			parameters: { ...method(accessMethods.cardToAssign), cardNumber: hotel.spareCardNumber },
			sends: { access_method_id: accessMethods.cardToAssign, card_number: hotel.spareCardNumber },
			items: [ended('assigned', { access_method_id: accessMethods.cardToAssign })],
		},
	},
	unlockDoor: {
		'unlocks an entrance with a cloud key': {
			parameters: { ...method(accessMethods.cloudKey104), entranceId: byId(entrances.lobby) },
			sends: { access_method_id: accessMethods.cloudKey104, acs_entrance_id: entrances.lobby },
			items: [ended('unlocked', { access_method_id: accessMethods.cloudKey104 })],
		},
	},
};
