import type { Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { conversionOf, recordOf } from './fields/recordOperations';
import { additionalFieldsOf, textField } from './fields/collections';
import { createdBefore, filtersField, textFilter } from './fields/filters';
import { unmanagedUserIdentityField } from './fields/locators';

const record = recordOf(RECORDS.unmanagedUserIdentity);

export const unmanagedUserIdentity: Resource = {
	value: 'unmanagedUserIdentity',
	name: 'Unmanaged Person',
	description:
		'A person created elsewhere, such as in an access system. You can list or convert them.',
	operations: [
		record.getMany(
			'Retrieve a list of people created elsewhere, such as in an access system',
			{
				filters: filtersField(
					createdBefore,
					textFilter(
						'Search',
						'search',
						'Only people whose name, phone number, email address or ID contains this text',
					),
				),
			},
			{
				nothingFound:
					"No unmanaged people. People that this workspace manages are under the resource 'Person'.",
				nothingFits:
					"No unmanaged person matches the filters. Remove them to see all. People that this workspace manages are under the resource 'Person'.",
			},
		),
		record.get('Get one unmanaged person', { userIdentityId: unmanagedUserIdentityField }),
		conversionOf(
			RECORDS.unmanagedUserIdentity,
			'Convert a person to managed, so that you can change and delete them here. This cannot be undone.',
			{
				userIdentityId: unmanagedUserIdentityField,
				additionalFields: additionalFieldsOf(
					textField(
						'Person Key',
						'userIdentityKey',
						'Your own unique key for the person. Leave empty to keep their current key.',
					),
				),
			},
		),
	],
};
