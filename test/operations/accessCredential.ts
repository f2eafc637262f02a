import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { type Dossiers, made, theRecord, theRecords } from './dossier';

const { accessSystemUsers, credentials, entrances, userIdentities } = hotel;
const cleaningCard = { accessCredentialId: byId(credentials.cleaningCard) };
const spareCard = { accessCredentialId: byId(credentials.spareCard) };

export const accessCredential: Dossiers = {
	create: {
		'creates a PIN with its entrances and times': {
			parameters: {
				accessMethod: 'code',
				accessSystemUserId: byId(accessSystemUsers.nightDesk),
				additionalFields: {
					code: '7711',
					entranceIds: [entrances.lobby],
					isMultiPhoneSync: false,
					startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`,
					endsAt: `${NEXT_YEAR}-02-02T11:00:00Z`,
				},
			},
			sends: {
				access_method: 'code',
				acs_user_id: accessSystemUsers.nightDesk,
				allowed_acs_entrance_ids: [entrances.lobby],
				code: '7711',
				starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
				ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
				is_multi_phone_sync_credential: false,
			},
			items: theRecord({ display_name: 'PIN Code' }),
		},
		'creates a card for a person, with the fields of the lock makers': {
			parameters: {
				accessMethod: 'card',
				findBy: 'userIdentity',
				userIdentityId: byId(userIdentities.guest101),
				accessSystemId: byId(hotel.accessSystem),
				additionalFields: {
					visionlineCardFunctionType: 'guest',
					visionlineOverride: false,
					visionlineJoinerCredentialIds: byId(credentials.cleaningCard),
					vostioAutoJoin: true,
					saltoSpaceAssignNewKey: true,
				},
			},
			sends: {
				access_method: 'card',
				user_identity_id: userIdentities.guest101,
				acs_system_id: hotel.accessSystem,
				salto_space_metadata: { assign_new_key: true },
				visionline_metadata: {
					card_function_type: 'guest',
					joiner_acs_credential_ids: [credentials.cleaningCard],
					override: false,
				},
				assa_abloy_vostio_metadata: { auto_join: true },
			},
			items: theRecord({ display_name: 'Plastic Card' }),
		},
	},
	get: {
		'gets a card': {
			parameters: cleaningCard,
			sends: { acs_credential_id: credentials.cleaningCard },
			items: [
				{
					acs_credential_id: credentials.cleaningCard,
					display_name: 'Card',
					access_method: 'card',
					card_number: '800001',
					acs_user_id: accessSystemUsers.cleaning,
					acs_system_id: hotel.accessSystem,
					is_issued: true,
				},
			],
		},
	},
	getAll: {
		'lists all credentials': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ acs_credential_id: credentials.cleaningCard },
				{ acs_credential_id: credentials.newCard },
				{ acs_credential_id: credentials.spareCard },
			),
		},
		'finds credentials by every filter': {
			parameters: {
				filters: {
					accessSystemUserId: byId(accessSystemUsers.cleaning),
					accessSystemId: hotel.accessSystem,
					userIdentityId: byId(userIdentities.nightDesk),
					search: '8000',
					createdBefore: '2020-01-01T00:00:00Z',
					isMultiPhoneSync: true,
				},
			},
			sends: {
				acs_system_id: hotel.accessSystem,
				acs_user_id: accessSystemUsers.cleaning,
				user_identity_id: userIdentities.nightDesk,
				search: '8000',
				created_before: '2020-01-01T00:00:00.000Z',
				is_multi_phone_sync_credential: true,
			},
			items: [],
		},
	},
	update: {
		'changes the end': {
			parameters: { ...cleaningCard, updateFields: { endsAt: `${NEXT_YEAR}-01-31T15:00:00Z` } },
			sends: {
				acs_credential_id: credentials.cleaningCard,
				ends_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
			},
			items: theRecord({ display_name: 'Card' }),
		},
	},
	delete: {
		'deletes a card': {
			parameters: cleaningCard,
			sends: { acs_credential_id: credentials.cleaningCard },
			items: [{ acs_credential_id: credentials.cleaningCard, ...made('deleted') }],
		},
	},
	assign: {
		'assigns a card to a person': {
			parameters: { ...spareCard, userIdentityId: byId(userIdentities.nightDesk) },
			sends: {
				acs_credential_id: credentials.spareCard,
				user_identity_id: userIdentities.nightDesk,
			},
			items: theRecord({ display_name: 'Card' }),
		},
	},
	unassign: {
		'takes a card from a user': {
			parameters: {
				...cleaningCard,
				member: 'accessSystemUser',
				accessSystemUserId: byId(accessSystemUsers.cleaning),
			},
			sends: {
				acs_credential_id: credentials.cleaningCard,
				acs_user_id: accessSystemUsers.cleaning,
			},
			items: theRecord({ display_name: 'Card', acs_user_id: undefined }),
		},
	},
};
