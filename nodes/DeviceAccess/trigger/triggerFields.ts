import { booleanField, choiceField, choicesField, noticeField, stringField } from '../operation';
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Fields } from '../operation/types';
import { OPTIONS_OF_ALL, TRIGGER_OPTION_OF_WORKSPACE } from '../operation/form/options';
import { severalDevicesField } from '../resources/fields/locators';
import {
	ACCESS_AT_RISK,
	ALL_EVENTS,
	DEFAULT_EVENT_TYPES,
	EVENT_TYPES,
	MAIN_EVENT_TYPES,
} from '../events/eventTypes';

const COMBINED_CHOICES: readonly INodePropertyOptions[] = [
	{
		name: 'Access at Risk',
		value: ACCESS_AT_RISK,
		action: 'On access at risk',
		description:
			"A guest with an access grant might not get in: a PIN, card or key is late or could not be issued, or a device is offline. For access codes without a grant, also choose 'Access Code: Failed to Set on Device'.",
	},
	{
		name: 'All Events',
		value: ALL_EVENTS,
		action: 'On any event',
		description: 'Every event in the workspace, including types that are not listed here',
	},
];

const mainChoices: INodePropertyOptions[] = MAIN_EVENT_TYPES.flatMap((type) =>
	[...COMBINED_CHOICES, ...EVENT_TYPES].filter(({ value }) => value === type),
);

const furtherChoices: INodePropertyOptions[] = EVENT_TYPES.filter(
	({ value }) => !MAIN_EVENT_TYPES.includes(value),
)
	.map(({ name, value, description }) => ({ name, value, description }))
	.sort((a, b) => a.name.localeCompare(b.name));

export const TRIGGER_SUBTITLE =
	'={{ $parameter["triggerOn"].includes("*") ? "all events" : ((count) => count + (count === 1 ? " event" : " events"))($parameter["triggerOn"].length + ($parameter["moreEvents"] ?? []).length) }}';

/** n8n's node panel offers each choice of the field labeled 'Trigger On' as a trigger. */
export const TRIGGER_FIELDS = {
	triggerOn: {
		displayName: 'Trigger On',
		type: 'multiOptions',
		options: mainChoices,
		default: DEFAULT_EVENT_TYPES,
	},
	moreEvents: choicesField(
		'More Events',
		"Further events that start the workflow, in addition to those in 'Trigger On'. Type to search the list.",
		furtherChoices,
	),
} as const satisfies Fields;

export const TRIGGER_OPTIONS = {
	additionalEventTypes: stringField(
		'Additional Event Types',
		"Event types that are not in 'Trigger On' or 'More Events', separated by commas. The service must know each of them.",
		{ placeholder: 'e.g. access_code.issued' },
	),
	deviceIds: {
		...severalDevicesField,
		hint: 'Only events of these devices start the workflow. Events without a device, such as those of access grants, do not. If the workspace does not have these devices, nothing starts the workflow, and no message says so.',
	},
	includeAccessCode: booleanField(
		'Include Access Code',
		"Whether to add the event's access code, as the record 'access_code'. This takes one or two requests per event.",
		true,
	),
	includeDeviceName: booleanField(
		'Include Device Name',
		"Whether to add the name of the event's device, as 'device_name'. This takes one or two requests per event.",
		true,
	),
	includePerson: booleanField(
		'Include Person',
		"Whether to add who is behind the event's PIN, card or key, as 'person': name, reservation and IDs. This takes up to four requests for each PIN, card or key.",
		true,
	),
	maskPinCodes: OPTIONS_OF_ALL.maskPinCodes,
	...TRIGGER_OPTION_OF_WORKSPACE,
} as const satisfies Fields;

export const POLLING_FIELDS = {
	intervalNotice: noticeField(
		'Each check sends at least one request, and the service limits requests. Checking every minute is enough for most workflows. No event is lost between two checks while n8n runs, unless you rename this trigger. To start the workflow as soon as an event happens, use the Device Access Trigger.',
	),
} as const satisfies Fields;

export const REGISTRATION_FIELDS = {
	registration: choiceField(
		'Registration',
		'How the service learns where to send events',
		[
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'The node registers its webhook with the service when you publish the workflow, and removes it when you unpublish',
			},
			{
				name: 'Manual',
				value: 'byHand',
				description: 'You register the webhook URL with the service yourself',
			},
		],
		'automatic',
	),
	registrationNotice: {
		displayName:
			"Register the production URL (under 'Webhook URLs' above) with the service. Then copy the signing secret from the service into 'Webhook Signing Secret' in the credential. The node refuses deliveries without a valid signature.",
		type: 'notice',
		default: '',
		showWhen: { registration: ['byHand'] },
	},
} as const satisfies Fields;
