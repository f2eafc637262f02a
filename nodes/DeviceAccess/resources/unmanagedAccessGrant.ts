import type { Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { grantOutput } from './accessGrant';
import { conversionOf, recordOf } from './fields/recordOperations';
import { additionalFieldsOf, textField } from './fields/collections';
import {
	byAccessSystem,
	byEntrance,
	filtersField,
	recordFilter,
	textFilter,
} from './fields/filters';
import { unmanagedAccessGrantField, unmanagedUserIdentityField } from './fields/locators';

const record = recordOf(RECORDS.unmanagedAccessGrant, grantOutput());

export const unmanagedAccessGrant: Resource = {
	value: 'unmanagedAccessGrant',
	name: 'Unmanaged Access Grant',
	description:
		'A grant created elsewhere, such as in an access system. You can list or convert it.',
	operations: [
		record.getMany(
			'Retrieve a list of access grants created elsewhere, such as in an access system',
			{
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
			{
				nothingFound:
					"No unmanaged grants. Grants that this workspace manages are under the resource 'Access Grant'.",
				nothingFits:
					"No unmanaged grant matches the filters. Remove them to see all. Grants that this workspace manages are under the resource 'Access Grant'.",
			},
		),
		record.get('Get one unmanaged access grant', { accessGrantId: unmanagedAccessGrantField }),
		conversionOf(
			RECORDS.unmanagedAccessGrant,
			'Convert a grant to managed, so that you can change and delete it here. This cannot be undone.',
			{
				accessGrantId: unmanagedAccessGrantField,
				additionalFields: additionalFieldsOf(
					textField(
						'Access Grant Key',
						'accessGrantKey',
						'Your own unique key for the grant. Leave empty to keep its current key.',
					),
				),
			},
			'The access grant and its access methods are now managed',
		),
	],
};
