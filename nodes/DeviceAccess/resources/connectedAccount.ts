import { optionalText, optionalUuid } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { byMetadata, metadataFilter } from './fields/customMetadata';
import { connectedAccountField } from './fields/locators';
import { recordLocator } from './fields/recordLocator';
import { outputForms } from './fields/outputForms';
import { bySpace, filtersField, textFilter } from './fields/filters';

const connectedAccountOutput = outputForms(
	'connected_account_id',
	['display_name', 'account_type', 'account_type_display_name', 'customer_key', 'automatically_manage_new_devices', 'created_at'],
	[
		'accepted_capabilities', 'account_type', 'account_type_display_name', 'automatically_manage_new_devices',
		'created_at', 'custom_metadata', 'customer_key', 'display_name', 'errors', 'time_zone', 'warnings',
	],
);

const accountLocator = recordLocator(
	{ name: 'connectedAccountId', wireName: 'connected_account_id', field: connectedAccountField },
	{
		name: 'email',
		wireName: 'email',
		choice: { name: 'Email Address', value: 'email', description: 'By the email address that the account was connected with' },
		field: { displayName: 'Email Address', type: 'string', default: '', placeholder: 'e.g. locks@example.com', description: 'The email address of the account' },
	},
);

export const connectedAccount: Resource = {
	value: 'connectedAccount',
	name: 'Connected Account',
	description: 'An account at a lock maker that the workspace is connected to, and that its devices come from',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get connected account',
			description: 'Get one account at a lock maker that the workspace is connected to, by its ID or email address',
			endpoint: '/connected_accounts/get',
			effect: 'read',
			kind: one('connected_account'),
			output: connectedAccountOutput,
			hasIssues: true,
			fields: accountLocator.fields,
			request: accountLocator.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many connected accounts',
			description: 'Retrieve a list of the accounts at lock makers that the workspace is connected to',
			endpoint: '/connected_accounts/list',
			effect: 'read',
			kind: many('connected_accounts'),
			output: connectedAccountOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byMetadata,
					textFilter('Customer Key', 'customerKey', 'Only accounts of the customer for whom you have set this key'),
					textFilter('Search', 'search', 'Only accounts whose name, type, customer key or ID contains this text'),
					bySpace,
					textFilter('User Identifier Key', 'userIdentifierKey', 'Only accounts of the user for whom you have set this key'),
				),
			},
			request: ({ filters }) => ({
				custom_metadata_has: metadataFilter(filters.customMetadata),
				customer_key: optionalText(filters.customerKey),
				search: optionalText(filters.search),
				space_id: optionalUuid('Space Name or ID', filters.spaceId),
				user_identifier_key: optionalText(filters.userIdentifierKey),
			}),
		}),
	],
};
