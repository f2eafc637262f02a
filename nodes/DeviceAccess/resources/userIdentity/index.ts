import { defineOperation, done, one, type Resource } from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { userIdentityField } from '../fields/locators';
import { outputForms } from '../fields/outputForms';
import { NEW_PERSON_FIELDS, PERSON_FIELDS } from '../fields/person';
import {
	byAccessSystem,
	createdBefore,
	filtersField,
	recordsFilter,
	severalOf,
	textFilter,
} from '../fields/filters';
import { additionalFieldsOf, clearable, updateFieldsOf } from '../fields/collections';
import { accessOperations } from './access';
import { whichPerson } from './whichPerson';

const userIdentityOutput = outputForms(
	'user_identity_id',
	['display_name', 'full_name', 'email_address', 'phone_number', 'user_identity_key', 'created_at'],
	['acs_user_ids', 'errors', 'warnings'],
	{ acs_user_ids: 'Access System User IDs' },
);

/** An update does not accept them. */
const ACCESS_SYSTEMS = {
	...severalOf('Access System', 'getAccessSystems'),
	name: 'accessSystemIds',
	hint: 'The person becomes a user of these systems',
};

const READ_BACK = { endpoint: '/user_identities/get', member: 'user_identity' } as const;

const record = recordOf(RECORDS.userIdentity, userIdentityOutput);

export const userIdentity: Resource = {
	value: 'userIdentity',
	name: 'Person',
	description:
		"People who can get access, such as guests, cleaners and staff (the service's user identities)",
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create person',
			description: 'Create a person, such as a guest. Add at least one field.',
			endpoint: '/user_identities/create',
			effect: 'write',
			kind: one('user_identity'),
			fields: {
				additionalFields: {
					...additionalFieldsOf(ACCESS_SYSTEMS, ...NEW_PERSON_FIELDS),
					ifEmpty: [
						'Nothing was entered about the person',
						"Add a name, an email address, a phone number or a key under 'Additional Fields'.",
					],
				},
			},
		}),
		record.get('Get one person, by ID or your own key', whichPerson),
		record.getMany('Retrieve a list of people', {
			filters: filtersField(
				createdBefore,
				{
					...byAccessSystem,
					displayName: 'Credential Manager',
					name: 'credentialManagerId',
					wire: 'credential_manager_acs_system_id',
					description: 'Only people whose mobile keys this system issues',
				},
				textFilter(
					'Search',
					'search',
					'Only people whose name, phone number, email address or ID contains this text',
				),
				recordsFilter(userIdentityField, 'People', 'userIdentityIds', 'Only these people'),
			),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update person',
			description: "Update a person's name, contact details or key. Returns the person.",
			endpoint: '/user_identities/update',
			effect: 'write',
			inOrderOf: ['user_identity_id'],
			kind: done('updated', ['user_identity_id'], { readBack: READ_BACK }),
			fields: {
				userIdentityId: userIdentityField,
				updateFields: updateFieldsOf(...PERSON_FIELDS.map(clearable)),
			},
		}),
		record.delete(
			'Delete a person, once they have no access grants, with their keys. This cannot be undone.',
			{ userIdentityId: userIdentityField },
		),
		...accessOperations,
	],
};
