import type { IDataObject } from 'n8n-workflow';
import { listEncoders } from '../../lists/listEncoders';
import { action, booleanField, defineOperation, type Fields, type Resource } from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { memberFieldsOf } from '../fields/accessSystemUser';
import { filtersField, recordsFilter, severalOf } from '../fields/filters';
import { oneCard } from '../fields/oneCard';
import { accessCredentialField, encoderField } from '../fields/locators';

const whichEncoder = { encoderId: encoderField } as const satisfies Fields;
const whichReader = {
	encoderId: {
		...encoderField,
		description:
			'The encoder that reads the card. Put the card on the encoder before you execute the node. Send the node only one item per encoder.',
	},
} as const satisfies Fields;
/** A field for encoders of one maker. Other encoders ignore it. */
const NEW_TAGS = {
	detectNewTags: booleanField(
		'Detect New Tags',
		'Whether a Salto KS encoder also reads tags that are new to the access system',
		false,
	),
} as const satisfies Fields;

const newTagsBody = ({ detectNewTags }: IDataObject) =>
	detectNewTags === true ? { salto_ks_metadata: { detect_new_tags: true } } : {};

const record = recordOf(RECORDS.encoder);

export const encoder: Resource = {
	value: 'encoder',
	name: 'Encoder',
	description:
		'A device, often at the front desk, that writes and reads the cards of an access system',
	operations: [
		record.get('Get one encoder of an access system', {
			encoderId: { ...encoderField, description: 'The device that writes and reads the cards' },
		}),
		record.getMany(
			'Retrieve a list of the encoders of access systems',
			{
				filters: filtersField(
					{ ...severalOf('Access System', 'getAccessSystems'), name: 'accessSystemIds' },
					recordsFilter(encoderField, 'Encoders', 'encoderIds', 'Only these encoders'),
				),
			},
			{ pages: () => listEncoders },
		),
		defineOperation({
			value: 'encode',
			name: 'Encode',
			action: 'Encode card with encoder',
			description: 'Write an access credential to a card. Put a blank card on the encoder first.',
			endpoint: '/acs/encoders/encode_credential',
			effect: 'write',
			kind: oneCard(
				action({
					idField: 'acs_credential_id',
					says: {
						done: { outcome: 'encoded', sentence: 'The card was encoded' },
						acceptedSentence: 'The service accepted the encoding',
						failedSentence: 'The card was not encoded',
						lookLater: "Check the outcome later with 'Get access credential'",
					},
				}),
			),
			fields: { ...whichEncoder, accessCredentialId: accessCredentialField },
		}),
		defineOperation({
			value: 'scan',
			name: 'Scan',
			action: 'Scan card on encoder',
			description: 'Read the card on the encoder, and find its access credential',
			endpoint: '/acs/encoders/scan_credential',
			effect: 'write',
			kind: oneCard(
				action({
					idField: 'acs_encoder_id',
					says: {
						done: {
							outcome: 'scanned',
							sentence: "The card was read. See 'action_attempt.result' for what is on it.",
						},
						acceptedSentence: 'The service accepted the scan',
						failedSentence: 'The card was not read',
						lookLater: 'Scan the card again',
					},
				}),
			),
			fields: whichReader,
			options: NEW_TAGS,
			request: ({ options }, ofFields) => ({ ...ofFields(), ...newTagsBody(options) }),
		}),
		defineOperation({
			value: 'scanToAssign',
			name: 'Scan to Assign',
			action: 'Scan card on encoder and assign it',
			description: 'Read the card on the encoder, and assign it to a user',
			endpoint: '/acs/encoders/scan_to_assign_credential',
			effect: 'write',
			kind: oneCard(
				action({
					idField: 'acs_encoder_id',
					says: {
						done: { outcome: 'assigned', sentence: 'The card was assigned' },
						acceptedSentence: 'The service accepted the scan',
						failedSentence: 'The card was not assigned',
						lookLater: "Check the outcome later with 'Get many access credentials'",
					},
				}),
			),
			fields: {
				...whichReader,
				...memberFieldsOf('Find Holder By', 'How to identify who gets the card'),
			},
			options: NEW_TAGS,
			request: ({ options }, ofFields) => ({ ...ofFields(), ...newTagsBody(options) }),
		}),
	],
};
