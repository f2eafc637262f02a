import {
	booleanField,
	choiceField,
	defineOperation,
	done,
	type Fields,
	one,
	type Resource,
} from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { memberFieldsOf, whichUserFields } from '../fields/accessSystemUser';
import { neverEmpty, updateFieldsOf } from '../fields/collections';
import {
	byAccessSystem,
	byAccessSystemUser,
	byPerson,
	createdBefore,
	filtersField,
	textFilter,
} from '../fields/filters';
import { credentialOutput } from '../fields/credentialOutput';
import { accessCredentialField } from '../fields/locators';
import { CODE, ENDS_AT, newCredentialFields } from './newCredential';

const credentialFields = { accessCredentialId: accessCredentialField } as const satisfies Fields;
const holderFields = (description: string) => ({
	...credentialFields,
	...memberFieldsOf('Find Holder By', description),
});
/**
 * The answer to a change may not have the record (docs/service.md#systems-2), so the node reads it.
 */
const READ_BACK = {
	readBack: { endpoint: '/acs/credentials/get', member: 'acs_credential' },
} as const;

const record = recordOf(RECORDS.accessCredential, credentialOutput);

export const accessCredential: Resource = {
	value: 'accessCredential',
	name: 'Access Credential',
	description: 'A card, PIN or key in an access system. Not an n8n credential.',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create access credential',
			description:
				'Create a card, PIN or key for a user of an access system. An encoder then writes the card.',
			endpoint: '/acs/credentials/create',
			effect: 'write',
			kind: one('acs_credential'),
			fields: {
				accessMethod: choiceField(
					'Access Method',
					'What the user opens the doors with',
					[
						{ name: 'Card', value: 'card' },
						{
							name: 'Cloud Key',
							value: 'cloud_key',
							description: 'A key that opens the entrance remotely',
						},
						{
							name: 'Mobile Key',
							value: 'mobile_key',
							description: 'A key on the phone of the user',
						},
						{ name: 'PIN', value: 'code' },
					],
					'card',
				),
				...whichUserFields,
				additionalFields: newCredentialFields,
			},
		}),
		record.get('Get one card, PIN or key of an access system', credentialFields),
		record.getMany('Retrieve a list of the cards, PINs and keys of access systems', {
			filters: filtersField(
				byAccessSystem,
				byAccessSystemUser,
				createdBefore,
				booleanField(
					'On All Phones',
					"Whether to return only mobile keys that are on all of their user's phones. If off, only other credentials are returned.",
					true,
					{ name: 'isMultiPhoneSync', wire: 'is_multi_phone_sync_credential' },
				),
				textFilter(
					'Search',
					'search',
					'Only credentials whose name, PIN, card number or ID contains this text',
				),
				byPerson,
			),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access credential',
			description: 'Change the PIN or the end of a credential. Returns the updated credential.',
			endpoint: '/acs/credentials/update',
			effect: 'write',
			inOrderOf: ['acs_credential_id'],
			kind: done('updated', ['acs_credential_id'], READ_BACK),
			fields: { ...credentialFields, updateFields: updateFieldsOf(ENDS_AT, neverEmpty(CODE)) },
		}),
		record.delete(
			'Delete a card, PIN or key, so that it stops working. This cannot be undone.',
			credentialFields,
		),
		defineOperation({
			value: 'assign',
			name: 'Assign',
			action: 'Assign access credential',
			description: 'Assign a card, PIN or key to a user. Returns the updated credential.',
			endpoint: '/acs/credentials/assign',
			effect: 'write',
			inOrderOf: ['acs_credential_id'],
			kind: done('assigned', ['acs_credential_id'], READ_BACK),
			fields: holderFields('How to identify who gets the credential'),
		}),
		defineOperation({
			value: 'unassign',
			name: 'Unassign',
			action: 'Unassign access credential',
			description: 'Unassign a card, PIN or key from a user. Returns the updated credential.',
			endpoint: '/acs/credentials/unassign',
			effect: 'write',
			kind: done('unassigned', ['acs_credential_id'], READ_BACK),
			fields: holderFields('How to identify who has the credential'),
		}),
	],
};
