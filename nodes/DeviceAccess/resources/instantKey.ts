import { defineOperation, done, many, one, type Resource } from '../operation';
import { filtersField, recordFilter } from './fields/filters';
import { instantKeyField, userIdentityField } from './fields/locators';
import { recordLocator } from './fields/recordLocator';

const instantKeyLocator = recordLocator(
	{ name: 'instantKeyId', wireName: 'instant_key_id', field: instantKeyField },
	{
		name: 'instantKeyUrl',
		wireName: 'instant_key_url',
		choice: { name: 'Link', value: 'link', description: 'By the link that the person has' },
		field: {
			displayName: 'Link',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://keys.example.com/4f1c',
			description: 'The full link',
		},
	},
);

export const instantKey: Resource = {
	value: 'instantKey',
	name: 'Instant Key',
	description: "A link that puts a person's mobile keys on their phone",
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get instant key',
			description: 'Get one instant key, by its ID or link',
			endpoint: '/instant_keys/get',
			effect: 'read',
			kind: one('instant_key'),
			fields: instantKeyLocator.fields,
			request: instantKeyLocator.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many instant keys',
			description: 'Retrieve a list of instant keys',
			endpoint: '/instant_keys/list',
			effect: 'read',
			kind: many('instant_keys'),
			fields: {
				filters: filtersField(
					recordFilter(userIdentityField, 'userIdentityId', 'Only instant keys of this person'),
				),
			},
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete instant key',
			description: 'Delete an instant key, so that its link stops working. This cannot be undone.',
			endpoint: '/instant_keys/delete',
			effect: 'write',
			kind: done('deleted', ['instant_key_id']),
			fields: { instantKeyId: instantKeyField },
		}),
	],
};
