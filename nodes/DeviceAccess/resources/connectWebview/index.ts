import { InvalidParameterError } from '../../errors/errors';
import {
	booleanField,
	choiceField,
	choicesField,
	defineOperation,
	one,
	type Resource,
	stringField,
} from '../../operation';
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
	choicesField('Excluded Providers', 'Lock makers that the owner cannot choose', PROVIDER_CHOICES, {
		name: 'excludedProviders',
	}),
	stringField(
		'Failure Redirect URL',
		"Where to send the owner after a failed sign-in. Leave empty to use 'Redirect URL'.",
		{ name: 'customRedirectFailureUrl', placeholder: 'e.g. https://example.com/try-again' },
	),
	automaticallyManageNewDevices,
	choiceField(
		'Provider Category',
		"The group of lock makers that the owner chooses from. Use it instead of 'Providers'.",
		CATEGORY_CHOICES,
		'stable',
		{ name: 'providerCategory' },
	),
	choicesField(
		'Providers',
		'The lock makers that the owner chooses from. Use an expression for one that is not listed.',
		PROVIDER_CHOICES,
		{ name: 'acceptedProviders' },
	),
	stringField(
		'Redirect URL',
		"Where to send the owner after they sign in. The service adds 'connect_webview_id' to the URL.",
		{ name: 'customRedirectUrl', placeholder: 'e.g. https://example.com/thanks' },
	),
	booleanField(
		'Wait for Devices',
		'Whether the page waits for the devices before it tells the owner that everything is done',
		false,
		{ name: 'waitForDeviceCreation' },
	),
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
