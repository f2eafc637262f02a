import type { Fields } from '../operation/types';
import { OPTIONS_OF_ALL } from '../operation/fields';
import { severalDevicesField } from '../resources/fields/locators';
import { ACCESS_AT_RISK, ALL_EVENTS, DEFAULT_EVENT_TYPES, EVENT_TYPES } from '../events/eventTypes';

/** What both triggers ask for. */
export const TRIGGER_FIELDS = {
	triggerOn: {
		displayName: 'Trigger On',
		type: 'multiOptions',
		options: [
			{ name: 'All Events', value: ALL_EVENTS, action: 'On any event', description: 'Every event of the workspace, also of types not in this list' },
			{
				name: 'Access at Risk',
				value: ACCESS_AT_RISK,
				action: 'On access at risk',
				description: 'A guest could stand before a closed door: a PIN or key is late, could not be issued or could not be created, or a device is offline',
			},
			...EVENT_TYPES,
		],
		default: DEFAULT_EVENT_TYPES,
		required: true,
	},
} as const satisfies Fields;

export const TRIGGER_OPTIONS = {
	additionalEventTypes: {
		displayName: 'Additional Event Types',
		type: 'string',
		default: '',
		placeholder: 'e.g. access_code.issued',
		description:
			"Event types that are not in 'Trigger On', as the service names them, with commas between them. The service can refuse a type that it does not know: then the workflow cannot be published.",
	},
	deviceIds: severalDevicesField,
	includeAccessCode: {
		displayName: 'Include Access Code',
		type: 'boolean',
		default: false,
		description:
			"Whether to add the full record of the code that the event is about, as 'access_code'. It costs one or two requests per event.",
	},
	maskPinCodes: OPTIONS_OF_ALL.maskPinCodes,
} as const satisfies Fields;

/** What only the polling trigger says. */
export const POLLING_FIELDS = {
	intervalNotice: {
		displayName:
			'Each check is a request to the service, which limits how many it takes. Every minute is enough for most; events between two checks come together, and none is lost. To be told at once, use the Device Access Trigger.',
		type: 'notice',
		default: '',
	},
} as const satisfies Fields;

/** How the webhook gets to the service; only the instant trigger asks. */
export const REGISTRATION_FIELDS = {
	registration: {
		displayName: 'Registration',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'The node registers its webhook at the service when the workflow is published, and removes it when it is unpublished',
			},
			{
				name: 'By Hand',
				value: 'byHand',
				description: 'You register the webhook URL at the service yourself',
			},
		],
		default: 'automatic',
		description: 'Who tells the service where to send the events',
	},
	registrationNotice: {
		displayName:
			"Register the production URL (under 'Webhook URLs' above) at the service, and put the signing secret that it shows into the credential under 'Webhook Signing Secret'. Deliveries without a valid signature are refused.",
		type: 'notice',
		default: '',
		showWhen: { registration: ['byHand'] },
	},
} as const satisfies Fields;
