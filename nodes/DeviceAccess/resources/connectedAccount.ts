import { defineOperation, done, type Resource, stringField } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import { acceptedCapabilities, automaticallyManageNewDevices } from './fields/capabilities';
import { textField, updateFieldsOf } from './fields/collections';
import { byMetadata, metadataField } from './fields/customMetadata';
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
	['accepted_capabilities', 'custom_metadata', 'errors', 'time_zone', 'warnings'],
);

const accountFields = recordLocator('connectedAccountId', connectedAccountField, {
	choice: {
		name: 'Email Address',
		value: 'email',
		description: 'By the email address of the account',
	},
	name: 'email',
	field: stringField('Email Address', 'The email address of the account', {
		placeholder: 'e.g. locks@example.com',
	}),
});

const record = recordOf(RECORDS.connectedAccount, connectedAccountOutput);

export const connectedAccount: Resource = {
	value: 'connectedAccount',
	name: 'Connected Account',
	description: 'A lock maker account that your devices come from',
	operations: [
		record.get('Get one connected account, by its ID or email address', accountFields),
		record.getMany('Retrieve a list of connected accounts', {
			filters: filtersField(
				byMetadata,
				byCustomer,
				textFilter(
					'Search',
					'search',
					'Only accounts whose name, type, customer key or ID contains this text',
				),
				bySpace,
				byUserIdentifier,
			),
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
					{
						...textField(
							'Name',
							'name',
							'The name of the account in this workspace',
							'e.g. Locks of owner 7',
						),
						wire: 'display_name',
					},
				),
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
					sentence: 'The service is reading the account again. This can take a while.',
				},
				['connected_account_id'],
			),
			fields: { connectedAccountId: connectedAccountField },
		}),
		record.delete(
			'Remove an account with its devices from the workspace. PINs keep working. This cannot be undone.',
			{ connectedAccountId: connectedAccountField },
		),
		defineOperation({
			value: 'simulateDisconnect',
			name: 'Simulate Disconnect',
			action: 'Simulate disconnection of connected account',
			description:
				'Disconnect an account in a sandbox workspace, as if its owner had changed the password, to test your workflow',
			endpoint: '/connected_accounts/simulate/disconnect',
			effect: 'write',
			kind: simulated(
				done({ outcome: 'simulated', sentence: 'The account was disconnected' }, [
					'connected_account_id',
				]),
			),
			fields: { connectedAccountId: connectedAccountField },
		}),
	],
};
