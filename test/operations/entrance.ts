import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/byId';
import { anyText, type Dossiers, ended, theRecord, theRecords } from './dossier';

const { entrances } = hotel;
const lobby = { entranceId: byId(entrances.lobby) };

export const entrance: Dossiers = {
	get: {
		'gets an entrance': {
			parameters: lobby,
			sends: { acs_entrance_id: entrances.lobby },
			items: theRecord({ acs_entrance_id: entrances.lobby, display_name: 'Lobby' }),
		},
	},
	getAll: {
		'lists all entrances': {
			parameters: { returnAll: true },
			sends: {},
			items: theRecords(
				{ acs_entrance_id: entrances.lobby },
				{ acs_entrance_id: entrances.elevator },
				{ acs_entrance_id: entrances.gym },
			),
		},
		'lists the entrances that a credential opens': {
			parameters: {
				filters: {
					credentialId: byId(hotel.credentials.cleaningCard),
					accessSystemId: hotel.accessSystem,
				},
			},
			sends: {
				acs_credential_id: hotel.credentials.cleaningCard,
				acs_system_id: hotel.accessSystem,
			},
			items: theRecord({
				acs_entrance_id: entrances.lobby,
				acs_system_id: hotel.accessSystem,
				display_name: 'Lobby',
			}),
		},
		'lists the entrances with these IDs': {
			parameters: { filters: { entranceIds: `${entrances.lobby}, ${entrances.gym}` } },
			sends: { acs_entrance_ids: [entrances.lobby, entrances.gym] },
			items: theRecords({ acs_entrance_id: entrances.lobby }, { acs_entrance_id: entrances.gym }),
		},
		'sends every filter under its name on the wire': {
			parameters: {
				filters: {
					connectedAccountId: hotel.spaces.suite,
					customerKey: 'owner-7',
					search: 'pool',
					spaceId: hotel.spaces.suite,
				},
			},
			sends: {
				connected_account_id: hotel.spaces.suite,
				customer_key: 'owner-7',
				search: 'pool',
				space_id: hotel.spaces.suite,
			},
			items: [],
		},
	},
	getCredentials: {
		'lists the cards and keys that open an entrance': {
			parameters: { entranceId: byId(entrances.elevator), returnAll: true },
			sends: { acs_entrance_id: entrances.elevator },
			items: [
				{
					acs_credential_id: anyText,
					display_name: 'Plastic Card',
					access_method: 'card',
					card_number: null,
					acs_system_id: hotel.accessSystem,
					is_issued: false,
				},
			],
		},
	},
	unlock: {
		'unlocks an entrance with a cloud key': {
			parameters: { ...lobby, accessCredentialId: byId(hotel.cloudKeyCredential) },
			sends: { acs_entrance_id: entrances.lobby, acs_credential_id: hotel.cloudKeyCredential },
			items: [ended('unlocked', { acs_entrance_id: entrances.lobby })],
		},
	},
};
