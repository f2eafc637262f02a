import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { isEmptyBody, optionalText, optionalTexts, optionalUuid, requireUuid } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { done } from '../operation/kinds/done';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { acceptedCapabilities, automaticallyManageNewDevices } from './fields/capabilities';
import { updateFieldsOf } from './fields/collections';
import { byMetadata, metadataField, metadataFilter, metadataOf } from './fields/customMetadata';
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

const accountBody = ({ connectedAccountId }: IDataObject) => ({ connected_account_id: requireUuid('Connected Account', connectedAccountId) });

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
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update connected account',
			description: 'Change the name of an account, what is taken in of it, or whose it is, and return the account as it is then',
			endpoint: '/connected_accounts/update',
			effect: 'write',
			// The later SDK reads no record of the answer (facts 2, E21).
			kind: done('updated', ['connected_account_id'], { readBack: { endpoint: '/connected_accounts/get', member: 'connected_account' } }),
			hasIssues: true,
			fields: {
				connectedAccountId: connectedAccountField,
				updateFields: updateFieldsOf(
					acceptedCapabilities,
					metadataField(
						'customMetadata',
						'Texts of your own that are kept with the account. They replace all entries that it has.',
						'The text of the entry, up to 500 characters',
					),
					textFilter('Customer Key', 'customerKey', 'Your own key for the owner, to whom the account and its devices belong then. Only an account without a customer takes one.'),
					automaticallyManageNewDevices,
					textFilter('Name', 'name', 'The name of the account in this workspace'),
				),
			},
			request: ({ connectedAccountId, updateFields }) => {
				const changes = {
					accepted_capabilities: optionalTexts(updateFields.acceptedCapabilities),
					automatically_manage_new_devices: updateFields.automaticallyManageNewDevices,
					custom_metadata: metadataOf(updateFields.customMetadata),
					customer_key: optionalText(updateFields.customerKey),
					display_name: optionalText(updateFields.name),
				};
				if (isEmptyBody(changes)) throw new InvalidParameterError('There is nothing to change', "Add a field under 'Update Fields'.");
				return { ...accountBody({ connectedAccountId }), ...changes };
			},
		}),
		defineOperation({
			value: 'sync',
			name: 'Sync',
			action: 'Sync connected account',
			description: 'Ask the service to read an account again, such as after a lock was added in the app of its maker',
			endpoint: '/connected_accounts/sync',
			effect: 'write',
			kind: done({ outcome: 'requested', message: 'The service reads the account again, which can take a while' }, ['connected_account_id']),
			fields: { connectedAccountId: connectedAccountField },
			request: accountBody,
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete connected account',
			description: 'Remove an account with all its devices, codes and events from the workspace, which cannot be undone; PINs that are on the locks stay there and open',
			endpoint: '/connected_accounts/delete',
			effect: 'write',
			kind: done('deleted', ['connected_account_id']),
			fields: { connectedAccountId: connectedAccountField },
			request: accountBody,
		}),
	],
};
