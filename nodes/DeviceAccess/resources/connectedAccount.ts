import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import {
	defineOperation,
	done,
	isEmptyBody,
	many,
	one,
	optionalText,
	optionalTexts,
	optionalUuid,
	requireUuid,
	type Resource,
} from '../operation';
import { acceptedCapabilities, automaticallyManageNewDevices } from './fields/capabilities';
import { textField, updateFieldsOf } from './fields/collections';
import { byMetadata, metadataField, metadataFilter, metadataOf } from './fields/customMetadata';
import { connectedAccountField } from './fields/locators';
import { simulated } from './fields/simulated';
import { recordLocator } from './fields/recordLocator';
import { outputForms } from './fields/outputForms';
import { byCustomer, bySpace, byUserIdentifier, filtersField, textFilter } from './fields/filters';

const connectedAccountOutput = outputForms(
	'connected_account_id',
	[
		'display_name',
		'account_type',
		'account_type_display_name',
		'customer_key',
		'automatically_manage_new_devices',
		'created_at',
	],
	[
		'accepted_capabilities',
		'account_type',
		'account_type_display_name',
		'automatically_manage_new_devices',
		'created_at',
		'custom_metadata',
		'customer_key',
		'display_name',
		'errors',
		'time_zone',
		'warnings',
	],
);

const accountLocator = recordLocator(
	{ name: 'connectedAccountId', wireName: 'connected_account_id', field: connectedAccountField },
	{
		name: 'email',
		wireName: 'email',
		choice: {
			name: 'Email Address',
			value: 'email',
			description: 'By the email address of the account',
		},
		field: {
			displayName: 'Email Address',
			type: 'string',
			default: '',
			placeholder: 'e.g. locks@example.com',
			description: 'The email address of the account',
		},
	},
);

const accountBody = ({ connectedAccountId }: IDataObject) => ({
	connected_account_id: requireUuid('Connected Account', connectedAccountId),
});

export const connectedAccount: Resource = {
	value: 'connectedAccount',
	name: 'Connected Account',
	description: 'A lock maker account that your devices come from',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get connected account',
			description: 'Get one connected account, by its ID or email address',
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
			description: 'Retrieve a list of connected accounts',
			endpoint: '/connected_accounts/list',
			effect: 'read',
			kind: many('connected_accounts'),
			output: connectedAccountOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byMetadata,
					byCustomer('accounts'),
					textFilter(
						'Search',
						'search',
						'Only accounts whose name, type, customer key or ID contains this text',
					),
					bySpace,
					byUserIdentifier('accounts'),
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
			description:
				"Change an account's name or owner, or what it brings into the workspace. Returns the account.",
			endpoint: '/connected_accounts/update',
			effect: 'write',
			inOrderOf: ['connected_account_id'],
			// The answer may not have the record (docs/service.md#systems-2), so the node reads it.
			kind: done('updated', ['connected_account_id'], {
				readBack: { endpoint: '/connected_accounts/get', member: 'connected_account' },
			}),
			hasIssues: true,
			fields: {
				connectedAccountId: connectedAccountField,
				updateFields: updateFieldsOf(
					acceptedCapabilities,
					metadataField(
						'customMetadata',
						'Your own data to store with the account. It replaces all existing entries.',
						'The text of the entry, up to 500 characters',
					),
					textField(
						'Customer Key',
						'customerKey',
						'Your own key for the owner of the account and its devices. You can set it only once.',
					),
					automaticallyManageNewDevices,
					textField('Name', 'name', 'The name of the account in this workspace'),
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
				if (isEmptyBody(changes))
					throw new InvalidParameterError(
						'There is nothing to change',
						"Add a field under 'Update Fields'.",
					);
				return { ...accountBody({ connectedAccountId }), ...changes };
			},
		}),
		defineOperation({
			value: 'sync',
			name: 'Sync',
			action: 'Sync connected account',
			description:
				"Update the devices of an account now, for example after you add a lock in the lock maker's app",
			endpoint: '/connected_accounts/sync',
			effect: 'write',
			kind: done(
				{
					outcome: 'requested',
					message: 'The service is reading the account again. This can take a while.',
				},
				['connected_account_id'],
			),
			fields: { connectedAccountId: connectedAccountField },
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete connected account',
			description:
				'Remove an account with its devices, codes and events from the workspace. PINs on the locks keep working. This cannot be undone.',
			endpoint: '/connected_accounts/delete',
			effect: 'write',
			kind: done('deleted', ['connected_account_id']),
			fields: { connectedAccountId: connectedAccountField },
		}),
		defineOperation({
			value: 'simulateDisconnect',
			name: 'Simulate Disconnect',
			action: 'Simulate disconnection of connected account',
			description:
				'Disconnect an account in a sandbox workspace, as if its owner had changed the password, to test your workflow',
			endpoint: '/connected_accounts/simulate/disconnect',
			effect: 'write',
			kind: simulated(
				done({ outcome: 'simulated', message: 'The account was disconnected' }, [
					'connected_account_id',
				]),
			),
			fields: { connectedAccountId: connectedAccountField },
		}),
	],
};
