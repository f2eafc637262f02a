import { ABOUT_RESERVATION, DUPLICATE_CODE, WORKSPACE_REFUSED } from './errors';

/**
 * Fits a failed call that matches all members except the texts. The first hint that fits counts.
 */
export interface ErrorHint {
	status?: number;
	type?: string | RegExp;
	endpoint?: RegExp;
	says?: RegExp;
	/** Tested against each refused field with its reason, such as `name: Too long`. */
	refuses?: RegExp;
	sent?: string;
	notSent?: string;
	/** Only for calls with a personal access token. */
	isToken?: true;
	message: string;
	description: string;
}

const CHECK_KEY =
	"Check the 'API Key' of the credential. Sandbox and production workspaces have different keys, and a key belongs to one workspace.";

const CHECK_TOKEN =
	"Check the 'Personal Access Token' of the credential, or create a new one in the service's console.";

const CHECK_WORKSPACE =
	"Check 'Workspace' under Options and 'Workspace ID' of the credential. 'Get many workspaces' lists the workspaces that the token opens.";

export const CHECK_FIELDS = 'Check the fields of this node.';

export const CHECK_NAMED_FIELDS = 'Check the fields named below.';

export const NOT_THIS_SERVICE =
	"The server at the 'Base URL' does not answer like the lock service (such as Seam). Check the address.";

/** The record of the code can show this before any call. */
export const CANNOT_CONVERT = {
	message: 'The lock or its provider does not allow converting this access code',
	description:
		"'Get many unmanaged access codes' with 'Add Migration Advice' says whether the code can be replaced. If not, keep using the lock maker's app for it.",
};
export const CANNOT_DELETE = {
	message: 'The lock or its provider does not allow deleting this access code',
	description: "Delete it in the lock maker's app.",
};

const CONTACT_TAKEN = {
	message: 'Another person in this workspace has this email address or phone number',
	description:
		"Find that person with 'Get many people', and use the person you find: for a grant, choose 'Existing Person' under 'Who Gets Access'. Or leave the contact empty.",
};

const LIST_AGAIN =
	"Use 'Get many unmanaged access codes' to see which codes exist now. A converted code is a managed access code.";

/** For a 404 that names no record; otherwise, `missingRecordSentence` names it. */
const NOT_THERE = 'There is no such record in this workspace';

const RESERVATION_HINTS: readonly ErrorHint[] = [
	{
		...ABOUT_RESERVATION,
		status: 400,
		sent: 'reservation_key',
		message: 'None of these doors can belong to a reservation',
		description:
			"Remove 'Reservation Key' from 'Additional Fields'. Only some entrances support reservation keys, and locks without an access system do not. To link the grant to your booking, use 'Access Grant Key' instead.",
	},
	{
		...ABOUT_RESERVATION,
		status: 400,
		notSent: 'reservation_key',
		message: 'These doors need a reservation key',
		description:
			"Under 'Additional Fields', set 'Reservation Key', for example to the booking number. Use the same key for all grants of the stay, because the access system uses it to link their cards and keys.",
	},
	{
		...ABOUT_RESERVATION,
		status: 409,
		message: 'Other grants of this reservation have different doors or dates',
		description:
			"The first grant of a reservation sets its doors. Its other grants must open some or all of these doors, on dates that overlap. To move the reservation to another room, delete its grants and create them again with the same key. For a different stay, use a different 'Reservation Key'.",
	},
];

/** docs/service.md#keys-2 */
const WORKSPACE_CREATION_HINTS: readonly ErrorHint[] = [401, 403].map((status) => ({
	status,
	endpoint: /^\/workspaces\/create$/,
	message: 'An API key cannot create a workspace',
	description: "Use a credential whose 'Authentication' is 'Personal Access Token'.",
}));

export const ERROR_HINTS: readonly ErrorHint[] = [
	{
		type: WORKSPACE_REFUSED,
		isToken: true,
		message: 'The personal access token does not open this workspace',
		description: CHECK_WORKSPACE,
	},
	{
		status: 401,
		isToken: true,
		message: 'The personal access token was not accepted',
		description: CHECK_TOKEN,
	},
	{
		status: 403,
		isToken: true,
		message: 'The personal access token does not have permission for this',
		description: `The token lacks the permission in this workspace. ${CHECK_WORKSPACE}`,
	},
	...WORKSPACE_CREATION_HINTS,
	{ status: 401, message: 'The API key was not accepted', description: CHECK_KEY },
	{
		status: 400,
		type: /^(missing_workspace_id|invalid_client_session_token)$/,
		message: 'The API key was not accepted',
		description: CHECK_KEY,
	},
	{
		status: 403,
		message: 'The API key does not have permission for this',
		description:
			"In the service's console, check what the key may do and which workspace it belongs to, or use another key.",
	},
	{
		type: /^(unsupported_device|device_type_not_supported)$/,
		endpoint: /^\/access_codes\/unmanaged\/delete$/,
		...CANNOT_DELETE,
	},
	{
		type: /^(unsupported_device|device_type_not_supported)$/,
		endpoint: /^\/access_codes\/unmanaged\//,
		...CANNOT_CONVERT,
	},
	{
		status: 404,
		type: 'access_code_not_found',
		endpoint: /^\/access_codes\/unmanaged\//,
		message: NOT_THERE,
		description: LIST_AGAIN,
	},
	{
		type: /^(unsupported_device|device_type_not_supported)$/,
		message: 'The device does not support this',
		description:
			"Use 'Get device' with 'Output' set to 'Raw'. The fields that begin with 'can_' show what the device supports.",
	},
	{
		status: 404,
		type: 'access_code_not_found',
		message: NOT_THERE,
		description:
			"Use 'Get many access codes' to see which codes exist now. For a code created elsewhere, use the operations of 'Unmanaged Access Code'.",
	},
	{
		type: DUPLICATE_CODE,
		message: 'The lock already has a code with this PIN',
		description:
			"Choose another PIN, or leave 'PIN' empty so that the service chooses one. If the other code is unmanaged, convert or delete it first.",
	},
	{ type: /^duplicate_(email_address|phone_number)$/, ...CONTACT_TAKEN },
	{
		status: 400,
		refuses:
			/(?:^|\.)(?:email_address|phone_number): .*(?:already|taken|exists|in use|duplicate|unique)/i,
		...CONTACT_TAKEN,
	},
	{
		status: 400,
		endpoint: /^\/(?:access_methods\/encode|acs\/encoders\/encode_credential)$/,
		message: 'The card cannot be encoded',
		description:
			"Check the encoder. A card can be encoded only while it waits for it: for a card of an access grant, 'is_ready_for_encoding' in 'Get access method' says so. A card that was encoded works already. If it is lost, delete its access method, add another one with 'Add PIN or key to access grant', and encode that one.",
	},
	{
		type: 'access_code_not_time_bound',
		message: 'Only codes with a start and an end have a backup',
		description: "Set a start and an end with 'Update access code' first.",
	},
	{
		type: 'workspace_not_sandbox',
		message: 'Only sandbox workspaces allow this',
		description: 'Use a sandbox workspace.',
	},
	{
		status: 404,
		type: 'device_not_found',
		message: NOT_THERE,
		description:
			'Choose the device from the list, or check its ID or name. Each workspace has its own devices.',
	},
	{
		status: 404,
		type: /^action_attempts?_not_found$/,
		message: NOT_THERE,
		description:
			'The service keeps action attempts for a limited time. Look at the access code or the events instead.',
	},
	...RESERVATION_HINTS,
	{
		status: 404,
		type: /(^|_)not_found$/,
		message: NOT_THERE,
		description: 'Check the ID, name or key, and that the credential is for the right workspace.',
	},
	{
		status: 404,
		message: "The server at the 'Base URL' does not offer this operation",
		description:
			"Check the 'Base URL' of the credential. It must be the address of the lock service (such as Seam).",
	},
	{
		type: 'invalid_input',
		message: 'The service did not accept the input',
		description: CHECK_FIELDS,
	},
	{
		type: 'invalid_event_types',
		message: 'The service does not know one of the chosen events',
		description: "Check 'Trigger On', 'More Events', and 'Additional Event Types' under Options.",
	},
	{
		type: 'mismatched_page_parameters',
		message: 'The service rejected the request for the next page of the list',
		description: 'Execute the node again.',
	},
	{
		status: 429,
		message: 'The service received too many requests',
		description:
			'Try again later. If you change many codes on one device, send fewer of them at a time.',
	},
	{
		status: 200,
		type: '',
		message: 'The service refused the request and gave no reason',
		description:
			"Try again later. If it keeps failing, give the request ID below to the service's support team.",
	},
	{
		status: 500,
		message: 'The service could not process the request',
		description:
			"Try again later. If it keeps failing, give the request ID below to the service's support team.",
	},
];

const ASK_NETWORK =
	"The answer is not from the service: a proxy, firewall or gateway on the way gave it. Check the 'Base URL' of the credential, and ask whoever runs your network to let n8n's requests through.";

export const FOREIGN_REFUSAL: ErrorHint = {
	message: 'Something between n8n and the service refused the request',
	description: ASK_NETWORK,
};

export const FOREIGN_HINTS: readonly ErrorHint[] = [
	{
		status: 407,
		message: 'The proxy between n8n and the service wants a login',
		description:
			'Ask whoever runs n8n to check the proxy that n8n uses (HTTPS_PROXY), with its user name and password.',
	},
	{
		status: 413,
		message: 'Something between n8n and the service refuses requests of this size',
		description:
			'Send less in one item, such as fewer records. Or ask whoever runs your network to allow larger requests.',
	},
];

export const UNAVAILABLE_HINT: ErrorHint = {
	message: 'The service is not available right now',
	description: 'Try again later.',
};

export const UNKNOWN_HINT: ErrorHint = {
	message: 'The service did not accept the request',
	description: CHECK_FIELDS,
};
