import { InvalidParameterError } from '../../errors/errors';
import { listAll } from '../../lists/listAllPages';
import { action, choiceField, defineOperation, type Resource, stringField } from '../../operation';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { RECORDS } from '../../wire/recordTable';
import { offlineNotice, recordOf } from '../fields/recordOperations';
import { oneCard } from '../fields/oneCard';
import {
	accessGrantField,
	accessMethodField,
	encoderField,
	entranceField,
	narrowingAccessGrantField,
} from '../fields/locators';
import { outputForms } from '../fields/outputForms';
import { getRelatedOfMethod } from './getRelated';
import { listWithGrants } from './listWithGrants';
import {
	byAccessCode,
	byDevice,
	byEntrance,
	bySpace,
	filtersField,
	recordFilter,
	textFilter,
} from '../fields/filters';

const mostUsed = (...links: string[]) => [
	'display_name',
	'mode',
	'code',
	...links,
	'is_issued',
	'issued_at',
	'is_ready_for_encoding',
	'is_ready_for_assignment',
];
const OTHERS = [
	'errors',
	'is_assignment_required',
	'is_encoding_required',
	'pending_mutations',
	'warnings',
];

export const methodOutput = (...links: string[]) =>
	outputForms('access_method_id', [...mostUsed(...links), 'created_at'], OTHERS);

const listedMethodOutput = outputForms(
	'access_method_id',
	['access_grant_ids', ...mostUsed('instant_key_url')],
	[...OTHERS, 'created_at'],
);

const methodFields = {
	accessGrantId: narrowingAccessGrantField,
	accessMethodId: accessMethodField,
};
const LOOK_LATER = "Check the outcome later with 'Get access method'";

const record = recordOf(RECORDS.accessMethod, methodOutput('instant_key_url'));

export const accessMethod: Resource = {
	value: 'accessMethod',
	name: 'Access Method',
	description: 'One PIN, card or key of an access grant',
	operations: [
		record.getMany(
			'Retrieve a list of the PINs, cards and keys of a grant, device, entrance or space',
			{
				filters: {
					...filtersField(
						byAccessCode,
						recordFilter(accessGrantField, 'accessGrantId', 'Only methods of this grant'),
						textFilter(
							'Access Grant Key',
							'accessGrantKey',
							'Only methods of the grant with this key',
						),
						byDevice,
						byEntrance,
						bySpace,
					),
					ifEmpty: ["'Filters' is empty", 'Add at least one filter, such as the grant.'],
				},
			},
			{ pages: () => listWithGrants, output: listedMethodOutput },
		),
		record.get('Get one PIN, card or key of a grant', methodFields),
		getRelatedOfMethod,
		record.delete(
			'Delete PINs, cards or keys, and keep their grant. This cannot be undone.',
			{
				methodsOf: choiceField(
					'Delete',
					'Which PINs, cards and keys to delete',
					[
						{ name: 'All Methods of a Grant', value: 'accessGrant' },
						{
							name: 'All Methods of a Reservation',
							value: 'reservation',
							description: 'Those of all grants with the same reservation key',
						},
						{ name: 'One Access Method', value: 'one' },
					],
					'one',
					{ notSent: true },
				),
				accessMethodId: { ...accessMethodField, showWhen: { methodsOf: ['one'] } },
				accessGrantId: { ...accessGrantField, showWhen: { methodsOf: ['accessGrant'] } },
				reservationKey: stringField(
					'Reservation Key',
					"The 'reservation_key' of the grants, as 'Get many access grants' returns it. To end access that the resource 'Reservation' gave, use 'Delete reservation'.",
					{
						required: true,
						placeholder: 'e.g. stay-4711',
						showWhen: { methodsOf: ['reservation'] },
					},
				),
				offlineNotice,
			},
			['access_method_id', 'access_grant_id', 'reservation_key'],
			{ confirm: requireGrants },
		),
		defineOperation({
			value: 'encode',
			name: 'Encode',
			action: 'Encode card of access method',
			description:
				'Use an encoder to write the card of an access method. Put the card on the encoder first.',
			endpoint: '/access_methods/encode',
			effect: 'write',
			kind: oneCard(
				action({
					idField: 'access_method_id',
					says: {
						done: { outcome: 'encoded', sentence: 'The card was encoded' },
						acceptedSentence: 'The service accepted the encoding',
						failedSentence: 'The card was not encoded',
						lookLater: LOOK_LATER,
					},
				}),
			),
			fields: { ...methodFields, encoderId: encoderField },
		}),
		defineOperation({
			value: 'assignCard',
			name: 'Assign Card',
			action: 'Assign card to access method',
			description: 'Assign an existing card to an access method',
			endpoint: '/access_methods/assign_card',
			effect: 'write',
			kind: action({
				idField: 'access_method_id',
				says: {
					done: { outcome: 'assigned', sentence: 'The card was assigned' },
					acceptedSentence: 'The service accepted the card',
					failedSentence: 'The card was not assigned',
					lookLater: LOOK_LATER,
				},
			}),
			fields: {
				...methodFields,
				cardNumber: stringField('Card Number', 'The number of the card in the access system', {
					required: true,
					placeholder: 'e.g. 0004821733',
				}),
			},
		}),
		defineOperation({
			value: 'unlockDoor',
			name: 'Unlock Door',
			action: 'Unlock door with access method',
			description: 'Unlock an entrance remotely with a cloud key',
			endpoint: '/access_methods/unlock_door',
			effect: 'write',
			opensDoor: true,
			kind: action({
				idField: 'access_method_id',
				says: {
					done: { outcome: 'unlocked', sentence: 'The entrance was unlocked' },
					acceptedSentence: 'The service accepted the command',
					failedSentence: 'The entrance was not unlocked',
					lookLater: 'The events of the entrance show whether the door opened',
				},
			}),
			fields: { ...methodFields, entranceId: entranceField },
		}),
	],
};

/** The service deletes nothing for a key that no grant has, and says `ok`. It may ignore the filter. */
async function requireGrants(
	send: SendRequest,
	{ body: { reservation_key: key } }: { body: WireObject },
): Promise<undefined> {
	if (typeof key !== 'string') return;
	const grants = await listAll(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: { reservation_key: key },
	});
	if (grants.some(({ reservation_key: own }) => own === key)) return;
	throw new InvalidParameterError(
		`Nothing was deleted: no grant has the reservation key '${key}'`,
		"Copy 'reservation_key' from the output of 'Get many access grants', or use 'Delete reservation'.",
	);
}
