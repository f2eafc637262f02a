import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	defineOperation,
	done,
	isEmptyBody,
	many,
	one,
	optionalDateTime,
	optionalText,
	optionalUuid,
	optionalUuids,
	requireUuid,
	type Resource,
} from '../../operation';
import { userIdentityField } from '../fields/locators';
import { outputForms } from '../fields/outputForms';
import { PERSON_FIELDS, personBody } from '../fields/person';
import {
	byAccessSystem,
	createdBefore,
	filtersField,
	recordsFilter,
	severalOf,
	textFilter,
} from '../fields/filters';
import { additionalFieldsOf, updateFieldsOf } from '../fields/collections';
import { accessOperations } from './access';
import { whichPerson } from './whichPerson';

const userIdentityOutput = outputForms(
	'user_identity_id',
	['display_name', 'full_name', 'email_address', 'phone_number', 'user_identity_key', 'created_at'],
	[
		'acs_user_ids',
		'created_at',
		'display_name',
		'email_address',
		'errors',
		'full_name',
		'phone_number',
		'user_identity_key',
		'warnings',
	],
	{ acs_user_ids: 'Access System User IDs' },
);

/** Access systems in which a new person becomes a user. An update does not accept them. */
const ACCESS_SYSTEMS = {
	...severalOf('Access System', 'getAccessSystems'),
	name: 'accessSystemIds',
	hint: 'The person becomes a user of these systems',
};

const READ_BACK = { endpoint: '/user_identities/get', member: 'user_identity' };

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
				additionalFields: additionalFieldsOf(ACCESS_SYSTEMS, ...PERSON_FIELDS),
			},
			request: ({ additionalFields }) => {
				const body = identityBody(additionalFields);
				if (isEmptyBody(body))
					throw new InvalidParameterError(
						'Nothing was entered about the person',
						"Add a name, an email address, a phone number or a key under 'Additional Fields'.",
					);
				return body;
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get person',
			description: 'Get one person, by ID or your own key',
			endpoint: '/user_identities/get',
			effect: 'read',
			kind: one('user_identity'),
			output: userIdentityOutput,
			hasIssues: true,
			fields: whichPerson.fields,
			request: whichPerson.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many people',
			description: 'Retrieve a list of people',
			endpoint: '/user_identities/list',
			effect: 'read',
			kind: many('user_identities'),
			output: userIdentityOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					createdBefore('Only people created'),
					{
						...byAccessSystem,
						displayName: 'Credential Manager Name or ID',
						name: 'credentialManagerId',
						hint: 'Only people whose mobile keys this system issues',
					},
					textFilter(
						'Search',
						'search',
						'Only people whose name, phone number, email address or ID contains this text',
					),
					recordsFilter(userIdentityField, 'People', 'userIdentityIds', 'Only these people'),
				),
			},
			request: ({ filters }) => ({
				created_before: optionalDateTime('Created Before', filters.createdBefore),
				credential_manager_acs_system_id: optionalUuid(
					'Credential Manager Name or ID',
					filters.credentialManagerId,
				),
				search: optionalText(filters.search),
				user_identity_ids: optionalUuids('People', filters.userIdentityIds),
			}),
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
				updateFields: updateFieldsOf(...PERSON_FIELDS),
			},
			request: ({ userIdentityId, updateFields }) => {
				const id = requireUuid('Person', userIdentityId);
				const changes = personBody(updateFields);
				if (isEmptyBody(changes))
					throw new InvalidParameterError(
						'There is nothing to change',
						"Add a field under 'Update Fields'.",
					);
				return { user_identity_id: id, ...changes };
			},
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete person',
			description:
				'Delete a person with their keys and access system users. Delete their access grants first. This cannot be undone.',
			endpoint: '/user_identities/delete',
			effect: 'write',
			kind: done('deleted', ['user_identity_id']),
			fields: { userIdentityId: userIdentityField },
		}),
		...accessOperations,
	],
};

function identityBody({ accessSystemIds, ...person }: IDataObject) {
	return {
		...personBody(person),
		acs_system_ids: optionalUuids('Access System Names or IDs', accessSystemIds),
	};
}
