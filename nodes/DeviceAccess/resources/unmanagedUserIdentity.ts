import { optionalDateTime, optionalText, requireUuid } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { done } from '../operation/kinds/done';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { additionalFieldsOf } from './fields/collections';
import { filtersField, textFilter } from './fields/filters';
import { unmanagedUserIdentityField } from './fields/locators';

export const unmanagedUserIdentity: Resource = {
	value: 'unmanagedUserIdentity',
	name: 'Unmanaged User Identity',
	description: 'A person whom this workspace did not create, such as one that an access system brought along; the person can be taken over',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged user identities',
			description: 'Retrieve a list of the persons whom this workspace does not manage',
			endpoint: '/user_identities/unmanaged/list',
			effect: 'read',
			kind: many('user_identities', {
				nothingFound: 'No unmanaged persons were found. Those that this workspace manages are under the resource User Identity.',
				nothingFits: 'No unmanaged person fits the filters: change them or leave them out to see all. Those that this workspace manages are under the resource User Identity.',
			}),
			hasIssues: true,
			fields: {
				filters: filtersField(
					{ displayName: 'Created Before', name: 'createdBefore', type: 'dateTime', default: '', description: 'Only persons who were created before this time' },
					textFilter('Search', 'search', 'Only persons whose name, phone number, email address or ID contains this text'),
				),
			},
			request: ({ filters }) => ({ created_before: optionalDateTime('Created Before', filters.createdBefore), search: optionalText(filters.search) }),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged user identity',
			description: 'Get one person whom this workspace does not manage',
			endpoint: '/user_identities/unmanaged/get',
			effect: 'read',
			kind: one('user_identity'),
			hasIssues: true,
			fields: { userIdentityId: unmanagedUserIdentityField },
			request: ({ userIdentityId }) => ({ user_identity_id: requireUuid('User Identity', userIdentityId) }),
		}),
		defineOperation({
			value: 'convertToManaged',
			name: 'Convert to Managed',
			action: 'Convert unmanaged user identity to managed',
			description: 'Take over a person, who is a user identity of this workspace from then on, which cannot be undone',
			endpoint: '/user_identities/unmanaged/update',
			effect: 'write',
			kind: done({ outcome: 'converted', message: 'The user identity is managed now' }, ['user_identity_id']),
			fields: {
				userIdentityId: unmanagedUserIdentityField,
				additionalFields: additionalFieldsOf(
					textFilter('User Identity Key', 'userIdentityKey', 'Your own key for the person, unique in the workspace. Left empty, the person keeps the key that there is.'),
				),
			},
			request: ({ userIdentityId, additionalFields }) => ({
				user_identity_id: requireUuid('User Identity', userIdentityId),
				is_managed: true,
				user_identity_key: optionalText(additionalFields.userIdentityKey),
			}),
		}),
	],
};
