import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/byId';
import {
	type Body,
	call,
	done,
	type Dossiers,
	ended,
	type OperationCase,
	theRecord,
	theRecords,
} from './dossier';

const { credentials } = hotel;
const encoderField = { encoderId: byId(hotel.encoder) };
const card = credentials.cleaningCard;

/** A simulation with a card chosen; the request names the card only if the simulation concerns one. */
const simulates = (simulation: string, endpoint: string, ending: Body): OperationCase => ({
	parameters: { ...encoderField, simulation, accessCredentialId: byId(card) },
	sends: [
		[
			`/acs/encoders/simulate/next_credential_${endpoint}`,
			{ acs_encoder_id: hotel.encoder, ...ending },
		],
	],
	items: [done('simulated', { acs_encoder_id: hotel.encoder, simulation })],
});

export const encoder: Dossiers = {
	get: {
		'gets an encoder': {
			parameters: encoderField,
			sends: { acs_encoder_id: hotel.encoder },
			items: theRecord({ acs_encoder_id: hotel.encoder, display_name: 'Front Desk Encoder' }),
		},
		'gets an encoder that was removed': {
			parameters: { encoderId: byId(hotel.removedEncoder) },
			sends: { acs_encoder_id: hotel.removedEncoder },
			items: theRecord({ acs_encoder_id: hotel.removedEncoder, display_name: 'Former Encoder' }),
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
			items: theRecord({ acs_encoder_id: hotel.removedEncoder, display_name: 'Former Encoder' }),
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
		'reads a card that is unknown': async (sandbox) => {
			await call(sandbox, '/acs/encoders/simulate/next_credential_scan_will_succeed', {
				acs_encoder_id: hotel.encoder,
				scenario: 'credential_does_not_exist_on_seam',
			});
			return {
				parameters: encoderField,
				sends: { acs_encoder_id: hotel.encoder },
				items: [ended('scanned', { acs_encoder_id: hotel.encoder })],
			};
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
	simulate: {
		'makes an encoding succeed': simulates('encodingSucceeds', 'encode_will_succeed', {
			scenario: 'credential_is_issued',
		}),
		'makes an encoding fail': simulates('encodingFails', 'encode_will_fail', {
			error_code: 'uncategorized_error',
			acs_credential_id: card,
		}),
		'makes an encoding fail for any card': {
			parameters: { ...encoderField, simulation: 'encodingFails' },
			sends: [
				[
					'/acs/encoders/simulate/next_credential_encode_will_fail',
					{ acs_encoder_id: hotel.encoder, error_code: 'uncategorized_error' },
				],
			],
			items: [done('simulated', { acs_encoder_id: hotel.encoder, simulation: 'encodingFails' })],
		},
		'makes an encoding expire': simulates('encodingExpires', 'encode_will_fail', {
			error_code: 'action_attempt_expired',
			acs_credential_id: card,
		}),
		'makes an encoding find no card': simulates('encodingFindsNoCard', 'encode_will_fail', {
			error_code: 'no_credential_on_encoder',
		}),
		'interrupts an encoding': simulates('encodingIsInterrupted', 'encode_will_fail', {
			error_code: 'encoding_interrupted',
		}),
		'makes a scan find a known card': simulates('scanFindsKnownCard', 'scan_will_succeed', {
			scenario: 'credential_exists_on_seam',
			acs_credential_id_on_seam: card,
		}),
		'makes a scan find an outdated card': simulates('scanFindsOutdatedCard', 'scan_will_succeed', {
			scenario: 'credential_on_encoder_needs_update',
			acs_credential_id_on_seam: card,
		}),
		'makes a scan find a blank card': simulates('scanFindsBlankCard', 'scan_will_succeed', {
			scenario: 'credential_on_encoder_is_empty',
		}),
		'makes a scan find an unknown card': simulates('scanFindsUnknownCard', 'scan_will_succeed', {
			scenario: 'credential_does_not_exist_on_seam',
		}),
		'makes a scan find no card': simulates('scanFindsNoCard', 'scan_will_fail', {
			error_code: 'no_credential_on_encoder',
		}),
		'makes a scan fail': simulates('scanFails', 'scan_will_fail', {
			error_code: 'uncategorized_error',
			acs_credential_id_on_seam: card,
		}),
		'makes a scan expire': simulates('scanExpires', 'scan_will_fail', {
			error_code: 'action_attempt_expired',
			acs_credential_id_on_seam: card,
		}),
	},
};
