import { optionalText, optionalUuid, requireUuid } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { done } from '../operation/kinds/done';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { additionalFieldsOf } from './fields/collections';
import { byAccessSystem, byEntrance, filtersField, recordFilter, textFilter } from './fields/filters';
import { unmanagedAccessGrantField, unmanagedUserIdentityField } from './fields/locators';
import { outputForms } from './fields/outputForms';

const unmanagedGrantOutput = outputForms(
	'access_grant_id',
	['display_name', 'reservation_key', 'user_identity_id', 'starts_at', 'ends_at', 'access_method_ids', 'created_at'],
	[
		'access_method_ids', 'created_at', 'display_name', 'ends_at', 'errors', 'name', 'pending_mutations', 'requested_access_methods',
		'reservation_key', 'space_ids', 'starts_at', 'user_identity_id', 'warnings',
	],
);

export const unmanagedAccessGrant: Resource = {
	value: 'unmanagedAccessGrant',
	name: 'Unmanaged Access Grant',
	description: 'Access that this workspace did not give, such as one that an access system brought along; it can be taken over',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged access grants',
			description: 'Retrieve a list of the access grants that this workspace does not manage',
			endpoint: '/access_grants/unmanaged/list',
			effect: 'read',
			kind: many('access_grants', {
				nothingFound: 'No unmanaged grants were found. Those that this workspace manages are under the resource Access Grant.',
				nothingFits: 'No unmanaged grant fits the filters: change them or leave them out to see all. Those that this workspace manages are under the resource Access Grant.',
			}),
			output: unmanagedGrantOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byAccessSystem,
					byEntrance,
					textFilter('Reservation Key', 'reservationKey', 'Only grants of the stay with this key'),
					recordFilter(unmanagedUserIdentityField, 'userIdentityId', 'Only grants of this person'),
				),
			},
			request: ({ filters }) => ({
				acs_entrance_id: optionalUuid('Entrance Name or ID', filters.entranceId),
				acs_system_id: optionalUuid('Access System Name or ID', filters.accessSystemId),
				reservation_key: optionalText(filters.reservationKey),
				user_identity_id: optionalUuid('User Identity', filters.userIdentityId),
			}),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged access grant',
			description: 'Get one access grant that this workspace does not manage',
			endpoint: '/access_grants/unmanaged/get',
			effect: 'read',
			kind: one('access_grant'),
			output: unmanagedGrantOutput,
			hasIssues: true,
			fields: { accessGrantId: unmanagedAccessGrantField },
			request: ({ accessGrantId }) => ({ access_grant_id: requireUuid('Access Grant', accessGrantId) }),
		}),
		defineOperation({
			value: 'convertToManaged',
			name: 'Convert to Managed',
			action: 'Convert unmanaged access grant to managed',
			description: 'Take over an access grant with its PINs, cards and keys, so that this workspace can change and delete it; this cannot be undone',
			endpoint: '/access_grants/unmanaged/update',
			effect: 'write',
			kind: done({ outcome: 'converted', message: 'The access grant and its access methods are managed now' }, ['access_grant_id']),
			fields: {
				accessGrantId: unmanagedAccessGrantField,
				additionalFields: additionalFieldsOf(
					textFilter('Access Grant Key', 'accessGrantKey', 'Your own key for the grant, unique in the workspace. Left empty, the grant keeps the key that there is.'),
				),
			},
			request: ({ accessGrantId, additionalFields }) => ({
				access_grant_id: requireUuid('Access Grant', accessGrantId),
				is_managed: true,
				access_grant_key: optionalText(additionalFields.accessGrantKey),
			}),
		}),
	],
};
