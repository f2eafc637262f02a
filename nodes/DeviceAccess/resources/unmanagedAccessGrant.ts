import {
	alreadyManaged,
	defineOperation,
	done,
	many,
	one,
	optionalText,
	requireUuid,
	type Resource,
} from '../operation';
import { additionalFieldsOf, textField } from './fields/collections';
import {
	byAccessSystem,
	byEntrance,
	filtersField,
	recordFilter,
	textFilter,
} from './fields/filters';
import { unmanagedAccessGrantField, unmanagedUserIdentityField } from './fields/locators';
import { outputForms } from './fields/outputForms';

const unmanagedGrantOutput = outputForms(
	'access_grant_id',
	[
		'display_name',
		'reservation_key',
		'user_identity_id',
		'starts_at',
		'ends_at',
		'access_method_ids',
		'created_at',
	],
	[
		'access_method_ids',
		'created_at',
		'display_name',
		'ends_at',
		'errors',
		'name',
		'pending_mutations',
		'requested_access_methods',
		'reservation_key',
		'space_ids',
		'starts_at',
		'user_identity_id',
		'warnings',
	],
);

export const unmanagedAccessGrant: Resource = {
	value: 'unmanagedAccessGrant',
	name: 'Unmanaged Access Grant',
	description:
		'A grant created elsewhere, such as in an access system. You can list or convert it.',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged access grants',
			description:
				'Retrieve a list of access grants created elsewhere, such as in an access system',
			endpoint: '/access_grants/unmanaged/list',
			effect: 'read',
			kind: many('access_grants', {
				nothingFound:
					"No unmanaged grants. Grants that this workspace manages are under the resource 'Access Grant'.",
				nothingFits:
					"No unmanaged grant matches the filters. Remove them to see all. Grants that this workspace manages are under the resource 'Access Grant'.",
			}),
			output: unmanagedGrantOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byAccessSystem,
					byEntrance,
					textFilter(
						'Reservation Key',
						'reservationKey',
						'Only grants of the reservation with this key',
					),
					recordFilter(unmanagedUserIdentityField, 'userIdentityId', 'Only grants of this person'),
				),
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged access grant',
			description: 'Get one unmanaged access grant',
			endpoint: '/access_grants/unmanaged/get',
			effect: 'read',
			kind: one('access_grant'),
			output: unmanagedGrantOutput,
			hasIssues: true,
			fields: { accessGrantId: unmanagedAccessGrantField },
		}),
		defineOperation({
			value: 'convertToManaged',
			name: 'Convert to Managed',
			action: 'Convert unmanaged access grant to managed',
			description:
				'Convert a grant and its PINs, cards and keys to managed, so that you can change and delete it here. This cannot be undone.',
			endpoint: '/access_grants/unmanaged/update',
			effect: 'write',
			inOrderOf: ['access_grant_id'],
			kind: done(
				{
					outcome: 'converted',
					message: 'The access grant and its access methods are now managed',
				},
				['access_grant_id'],
				{
					already: alreadyManaged(
						'The access grant was already managed',
						'/access_grants/get',
						'access_grant',
					),
				},
			),
			fields: {
				accessGrantId: unmanagedAccessGrantField,
				additionalFields: additionalFieldsOf(
					textField(
						'Access Grant Key',
						'accessGrantKey',
						'Your own unique key for the grant. Leave empty to keep its current key.',
					),
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
