import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { aLink, type Dossiers, ended, theRecord, theRecords } from './dossier';

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
	},
	getAll: {
		'lists the methods of a grant by its key': {
			parameters: { filters: { accessGrantKey: 'stay-101' }, output: 'raw' },
			sends: { access_grant_key: 'stay-101' },
			items: theRecords(
				{ access_method_id: accessMethods.code101, code: '7101' },
				{ access_method_id: accessMethods.mobileKey101 },
			),
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
		'finds methods by every other filter': {
			parameters: {
				filters: {
					accessCodeId: hotel.managedCodes.room104,
					deviceId: hotel.devices.room104,
					entranceId: entrances.gym,
					spaceId: hotel.spaces.suite,
				},
			},
			sends: {
				access_code_id: hotel.managedCodes.room104,
				device_id: hotel.devices.room104,
				acs_entrance_id: entrances.gym,
				space_id: hotel.spaces.suite,
			},
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
