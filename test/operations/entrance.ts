import { hotel } from '../../sandbox/fixtures/hotel';
import { STAY_ENDS_AT, STAY_STARTS_AT } from '../../sandbox/fixtures/hotelAccess';
import { byId } from '../support/service/byId';
import { type Dossiers, ended, theRecord, theRecords } from './dossier';
import { opener } from './opener';

const { entrances } = hotel;
const lobby = { entranceId: byId(entrances.lobby) };

const ofFixture = { starts_at: STAY_STARTS_AT, ends_at: STAY_ENDS_AT };
const ofStay101 = {
	reservation_key: 'reservation-101',
	user_identity_id: hotel.userIdentities.guest101,
	access_grant_id: hotel.accessGrants.stay101,
};
const ofStay104 = {
	starts_at: STAY_STARTS_AT,
	user_identity_id: hotel.userIdentities.guest102,
	access_grant_id: hotel.accessGrants.stay104,
};

export const entrance: Dossiers = {
	get: {
		'gets an entrance': {
			parameters: lobby,
			sends: { acs_entrance_id: entrances.lobby },
			items: theRecord({ display_name: 'Lobby' }),
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
			items: theRecord({ acs_entrance_id: entrances.lobby, display_name: 'Lobby' }),
		},
		'finds entrances by every other filter': {
			parameters: {
				filters: {
					connectedAccountId: hotel.spaces.suite,
					customerKey: 'owner-7',
					entranceIds: `${entrances.lobby}, ${entrances.gym}`,
					search: 'pool',
					spaceId: hotel.spaces.suite,
				},
			},
			sends: {
				connected_account_id: hotel.spaces.suite,
				customer_key: 'owner-7',
				acs_entrance_ids: [entrances.lobby, entrances.gym],
				search: 'pool',
				space_id: hotel.spaces.suite,
			},
			items: [],
		},
	},
	getCredentials: {
		'lists the cards and keys that open an entrance': {
			parameters: { entranceId: byId(entrances.elevator), returnAll: true, output: 'raw' },
			sends: { acs_entrance_id: entrances.elevator },
			items: theRecord({ display_name: 'Plastic Card' }),
		},
	},
	getWhoCanOpen: {
		'lists who can open an entrance now, and why': {
			parameters: { ...lobby, returnAll: true },
			sends: { acs_entrance_id: entrances.lobby },
			items: [
				opener('Cleaning', 'credential', {
					mode: 'card',
					acs_user_id: hotel.accessSystemUsers.cleaning,
					acs_credential_id: hotel.credentials.cleaningCard,
				}),
				opener('Cleaning', 'group', {
					starts_at: STAY_STARTS_AT,
					access_group_name: 'Staff',
					acs_user_id: hotel.accessSystemUsers.cleaning,
					acs_access_group_id: hotel.accessGroups.staff,
				}),
				opener('Former Manager', 'unmanaged_grant', {
					...ofFixture,
					reservation_key: 'former-manager',
					user_identity_id: hotel.unmanaged.userIdentity,
					access_grant_id: hotel.unmanaged.accessGrant,
				}),
				opener('Guest of Room 101', 'reservation', {
					...ofFixture,
					...ofStay101,
					mode: 'code',
					access_method_id: hotel.accessMethods.code101,
				}),
				opener('Guest of Room 101', 'reservation', {
					...ofFixture,
					...ofStay101,
					mode: 'mobile_key',
					access_method_id: hotel.accessMethods.mobileKey101,
				}),
				opener('Guest of Room 102', 'grant', {
					...ofStay104,
					mode: 'code',
					access_method_id: hotel.accessMethods.code104,
				}),
				opener('Guest of Room 102', 'grant', {
					...ofStay104,
					mode: 'cloud_key',
					access_method_id: hotel.accessMethods.cloudKey104,
				}),
				opener('Night Desk', 'group', {
					starts_at: STAY_STARTS_AT,
					access_group_name: 'Staff',
					user_identity_id: hotel.userIdentities.nightDesk,
					acs_user_id: hotel.accessSystemUsers.nightDesk,
					acs_access_group_id: hotel.accessGroups.staff,
				}),
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
