import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { type Dossiers, ended, theRecord, theRecords } from './dossier';

const { credentials } = hotel;
const encoderField = { encoderId: byId(hotel.encoder) };

export const encoder: Dossiers = {
	get: {
		'gets an encoder': {
			parameters: encoderField,
			sends: { acs_encoder_id: hotel.encoder },
			items: theRecord({ display_name: 'Front Desk Encoder' }),
		},
	},
	getAll: {
		'lists the encoders of all access systems': {
			parameters: { returnAll: true },
			sends: { acs_system_ids: [hotel.accessSystem, hotel.assignmentSystem] },
			items: theRecords(
				{ acs_encoder_id: hotel.encoder },
				{ acs_encoder_id: hotel.removedEncoder },
			),
		},
		'lists the encoders of a system': {
			parameters: { filters: { accessSystemIds: [hotel.assignmentSystem] } },
			sends: { acs_system_ids: [hotel.assignmentSystem] },
			items: [],
		},
		'lists the encoders with these IDs': {
			parameters: { filters: { encoderIds: byId(hotel.removedEncoder) } },
			sends: { acs_encoder_ids: [hotel.removedEncoder] },
			items: theRecord({ acs_encoder_id: hotel.removedEncoder }),
		},
	},
	encode: {
		'writes a card': {
			parameters: { ...encoderField, accessCredentialId: byId(credentials.newCard) },
			sends: { acs_encoder_id: hotel.encoder, acs_credential_id: credentials.newCard },
			items: [ended('encoded', { acs_credential_id: credentials.newCard })],
		},
	},
	scan: {
		'reads the card on the encoder': {
			parameters: { ...encoderField, options: { detectNewTags: true } },
			sends: { acs_encoder_id: hotel.encoder, salto_ks_metadata: { detect_new_tags: true } },
			items: [ended('scanned', { acs_encoder_id: hotel.encoder })],
		},
	},
	scanToAssign: {
		'assigns the card on the encoder to a person': {
			parameters: { ...encoderField, userIdentityId: byId(hotel.userIdentities.nightDesk) },
			sends: { acs_encoder_id: hotel.encoder, user_identity_id: hotel.userIdentities.nightDesk },
			items: [ended('assigned', { acs_encoder_id: hotel.encoder })],
		},
		'assigns the card on the encoder to a user': {
			parameters: {
				...encoderField,
				member: 'accessSystemUser',
				accessSystemUserId: byId(hotel.accessSystemUsers.nightDesk),
				options: { detectNewTags: true },
			},
			sends: {
				acs_encoder_id: hotel.encoder,
				acs_user_id: hotel.accessSystemUsers.nightDesk,
				salto_ks_metadata: { detect_new_tags: true },
			},
			items: [ended('assigned', { acs_encoder_id: hotel.encoder })],
		},
	},
};
