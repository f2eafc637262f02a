import { InvalidParameterError } from '../../errors/errors';
import { defineOperation, one, type Resource } from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { acceptedCapabilities, automaticallyManageNewDevices } from '../fields/capabilities';
import { additionalFieldsOf, textField } from '../fields/collections';
import { byMetadata, metadataField } from '../fields/customMetadata';
import { byCustomer, byUserIdentifier, filtersField, textFilter } from '../fields/filters';
import { connectWebviewField } from '../fields/locators';
import { outputForms } from '../fields/outputForms';
import { CATEGORY_CHOICES, PROVIDER_CHOICES } from '../fields/providers';

const connectWebviewOutput = outputForms(
	'connect_webview_id',
	[
		'url',
		'status',
		'login_successful',
		'connected_account_id',
		'selected_provider',
		'customer_key',
		'authorized_at',
		'created_at',
	],
	[
		'accepted_capabilities',
		'accepted_providers',
		'automatically_manage_new_devices',
		'custom_metadata',
		'custom_redirect_failure_url',
		'custom_redirect_url',
		'wait_for_device_creation',
	],
);

const createFields = additionalFieldsOf(
	acceptedCapabilities,
	metadataField(
		'customMetadata',
		'Your own data to store with the connected account, such as the name of the owner',
		'The text of the entry, up to 500 characters',
	),
	textField(
		'Customer Key',
		'customerKey',
		'Your own key for the owner. The account and its devices belong to this customer.',
	),
	{
		displayName: 'Excluded Providers',
		name: 'excludedProviders',
		type: 'multiOptions',
		options: PROVIDER_CHOICES,
		default: [],
		description: 'Lock makers that the owner cannot choose',
	},
	{
		displayName: 'Failure Redirect URL',
		name: 'customRedirectFailureUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/try-again',
		description:
			"Where to send the owner after a failed sign-in. Leave empty to use 'Redirect URL'.",
	},
	automaticallyManageNewDevices,
	{
		displayName: 'Provider Category',
		name: 'providerCategory',
		type: 'options',
		options: CATEGORY_CHOICES,
		default: 'stable',
		description:
			"The group of lock makers that the owner chooses from. Use it instead of 'Providers'.",
	},
	{
		displayName: 'Providers',
		name: 'acceptedProviders',
		type: 'multiOptions',
		options: PROVIDER_CHOICES,
		default: [],
		description:
			'The lock makers that the owner chooses from. Use an expression for one that is not listed.',
	},
	{
		displayName: 'Redirect URL',
		name: 'customRedirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/thanks',
		description:
			"Where to send the owner after they sign in. The service adds 'connect_webview_id' to the URL.",
	},
	{
		displayName: 'Wait for Devices',
		name: 'waitForDeviceCreation',
		type: 'boolean',
		default: false,
		description:
			'Whether the page waits for the devices before it tells the owner that everything is done',
	},
);

const record = recordOf(RECORDS.connectWebview, connectWebviewOutput);

export const connectWebview: Resource = {
	value: 'connectWebview',
	name: 'Connect Webview',
	description:
		'A web page where an owner signs in to a lock maker to bring their locks into the workspace',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create connect webview',
			description:
				'Create a link for an owner to connect an account with a lock maker. Send it only to the owner.',
			endpoint: '/connect_webviews/create',
			effect: 'write',
			reference: {
				items:
					'The event *Connected Account: First Sync Completed* tells you when the devices are in the workspace.',
			},
			kind: one('connect_webview'),
			output: connectWebviewOutput,
			fields: { additionalFields: createFields },
			request: (_values, ofFields) => {
				const body = ofFields();
				if (body.accepted_providers && body.provider_category)
					throw new InvalidParameterError(
						"Use either 'Providers' or 'Provider Category'",
						'Remove one of the two.',
					);
				return body;
			},
		}),
		record.get(
			'Get one connect webview, for example to see whether the owner has connected an account',
			{ connectWebviewId: connectWebviewField },
		),
		record.getMany('Retrieve a list of connect webviews', {
			filters: filtersField(
				byMetadata,
				byCustomer,
				textFilter(
					'Search',
					'search',
					'Only connect webviews that contain this text, such as the name of a provider',
				),
				byUserIdentifier,
			),
		}),
		record.delete(
			'Delete a connect webview: its link stops working, its account stays connected. This cannot be undone.',
			{ connectWebviewId: connectWebviewField },
		),
	],
};
