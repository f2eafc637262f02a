import { optionalText } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { spaceField } from './fields/locators';
import { recordLocator } from './fields/recordLocator';
import { filtersField, textFilter } from './fields/filters';

const spaceLocator = recordLocator(
	{ name: 'spaceId', wireName: 'space_id', field: spaceField },
	{
		name: 'spaceKey',
		wireName: 'space_key',
		choice: { name: 'Key', value: 'key', description: 'By your own key for the space, such as the room number' },
		field: { displayName: 'Space Key', type: 'string', default: '', description: 'The key that the space was created with' },
	},
);

export const space: Resource = {
	value: 'space',
	name: 'Space',
	description: 'A place with one or more doors, such as a room or a floor',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get space',
			description: 'Get one space, such as a room or a floor, by its ID or by your own key for it',
			endpoint: '/spaces/get',
			effect: 'read',
			kind: one('space'),
			fields: spaceLocator.fields,
			request: spaceLocator.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many spaces',
			description: 'Retrieve a list of the spaces of the workspace',
			endpoint: '/spaces/list',
			effect: 'read',
			kind: many('spaces'),
			fields: {
				filters: filtersField(
					textFilter('Customer Key', 'customerKey', 'Only spaces of the customer for whom you have set this key'),
					textFilter('Search', 'search', 'Only spaces whose name or key contains this text'),
					textFilter('Space Key', 'spaceKey', 'Only the space with this key'),
				),
			},
			request: ({ filters }) => ({
				customer_key: optionalText(filters.customerKey),
				search: optionalText(filters.search),
				space_key: optionalText(filters.spaceKey),
			}),
		}),
	],
};
