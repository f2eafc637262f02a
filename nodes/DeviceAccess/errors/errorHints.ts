/**
 * What a person is told for a failed call: found by HTTP status, error type, endpoint, and where a type is not known, by
 * the service's words, by whether a parameter was sent, and by what signed the call; the first match wins.
 */
export interface ErrorHint {
	status?: number;
	type?: string | RegExp;
	endpoint?: RegExp;
	says?: RegExp;
	sent?: string;
	notSent?: string;
	/** Only for calls that a personal access token has signed. */
	isToken?: true;
	message: string;
	description: string;
}

const CHECK_KEY =
	"Check the 'API Key' of the credential. Sandbox and production workspaces have different keys, and a key belongs to one workspace.";

const CHECK_TOKEN = "Check the 'Personal Access Token' of the credential, or create a new one in the console of the service.";

const CHECK_WORKSPACE =
	"Check 'Workspace' under Options and 'Workspace ID' of the credential. 'Workspace: Get Many' lists the workspaces that the token opens.";

export const CHECK_FIELDS = 'Check the fields of this node.';

/** In place of the advice above, where the service names the fields. */
export const CHECK_NAMED_FIELDS = 'Check the fields named below.';

/** For an address where something else answers. */
export const NOT_THIS_SERVICE =
	"Something answers at the 'Base URL', but it does not speak the device access interface. Check the address.";

/** For codes whose lock or provider does not allow it; the code's own record can say so before any call (facts C5). */
export const CANNOT_CONVERT = {
	message: 'This access code cannot be converted to managed',
	description:
		"The lock or its provider does not support it. 'Replace With Managed' puts a managed code in its place; else leave it to the app of the lock maker.",
};
export const CANNOT_DELETE = {
	message: 'This access code cannot be deleted through the service',
	description: "Only the lock maker's own app can remove this code from the lock.",
};

const LIST_AGAIN =
	"Run 'Unmanaged Access Code: Get Many' again to see which codes are there now. A code that was converted is a managed access code from then on.";

const RUN_AGAIN =
	'Nothing was returned, so that no record is missed unnoticed. Run the node again. If it happens again, tell the support of the service';

/** The rules of reservation keys (facts 2, C), whose error types are not known. A key such as `reservation:17` is no word of it. */
const ABOUT_RESERVATION = { endpoint: /^\/access_grants\/create$/, says: /(?:\b|_)reservation(?:_key|s)?(?![\w:-])/i };

/** True for a refusal by the rules of reservation keys. */
export const isAboutReservation = (serviceMessage: string, type: string): boolean => ABOUT_RESERVATION.says.test(serviceMessage) || ABOUT_RESERVATION.says.test(type);

const RESERVATION_HINTS: readonly ErrorHint[] = [
	{
		...ABOUT_RESERVATION,
		status: 400,
		sent: 'reservation_key',
		message: 'None of these doors can belong to a reservation',
		description:
			"Remove 'Reservation Key' from 'Additional Fields': the service takes it only with an entrance that can belong to a reservation, and plain locks cannot. 'Access Grant Key' links the grant to your booking without it.",
	},
	{
		...ABOUT_RESERVATION,
		status: 400,
		notSent: 'reservation_key',
		message: 'These doors need a reservation key',
		description:
			"Add 'Reservation Key' under 'Additional Fields', such as the booking number, and use the same key for all grants of the stay: the access system joins their cards and keys by it.",
	},
	{
		...ABOUT_RESERVATION,
		status: 409,
		message: 'Other grants of this reservation have other doors or other dates',
		description:
			"The first grant of a reservation fixes its doors: a further one must open the same doors or some of them, at dates that overlap. To move the reservation to another room, delete its grants and create them again with the same key. For another stay, use another 'Reservation Key'.",
	},
];

/** Another code on the lock has the PIN: the sources give two names (facts 1; facts 2, E18). */
export const DUPLICATE_CODE = /^duplicate_(access_)?code$/;

/** The workspace that a token names is missing or not one of its own (facts 1). */
export const WORKSPACE_REFUSED = /^(missing_workspace_id|workspace_not_found)$/;

/** Error types and statuses: facts 1 and 10. */
export const ERROR_HINTS: readonly ErrorHint[] = [
	{ type: WORKSPACE_REFUSED, isToken: true, message: 'The personal access token does not open this workspace', description: CHECK_WORKSPACE },
	{ status: 401, isToken: true, message: 'The personal access token was not accepted', description: CHECK_TOKEN },
	{ status: 403, isToken: true, message: 'This personal access token is not allowed to do that', description: `It lacks the permission in this workspace. ${CHECK_WORKSPACE}` },
	{ status: 401, message: 'The API key was not accepted', description: CHECK_KEY },
	{
		status: 400,
		type: /^(missing_workspace_id|invalid_client_session_token)$/,
		message: 'The API key was not accepted',
		description: CHECK_KEY,
	},
	{
		status: 403,
		message: 'This API key is not allowed to do that',
		description:
			'It lacks the permission, or belongs to another workspace. See in the console of the service what the key may do, or use another key.',
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
		message: 'There is no such unmanaged access code',
		description: LIST_AGAIN,
	},
	{
		type: /^(unsupported_device|device_type_not_supported)$/,
		message: 'The device does not support this',
		description: "'Device: Get' with 'Output' set to 'Raw' shows in the fields that begin with 'can_' what it supports.",
	},
	{
		status: 404,
		type: 'access_code_not_found',
		message: 'There is no such managed access code',
		description:
			"Run 'Access Code: Get Many' to see which codes are there now. A code that another system has made is unmanaged; it has operations of its own.",
	},
	{
		type: DUPLICATE_CODE,
		message: 'The lock has a code with this PIN already',
		description: "Choose another PIN, or leave 'PIN' empty so that the service chooses one. If the code is unmanaged, convert or delete it first.",
	},
	{
		type: 'access_code_not_time_bound',
		message: 'Only codes with an end have a backup',
		description: "Give the code a start and an end with 'Access Code: Update' first.",
	},
	{
		type: 'workspace_not_sandbox',
		message: 'Only sandbox workspaces allow this',
		description: 'Use a sandbox workspace.',
	},
	{
		status: 404,
		type: 'device_not_found',
		message: 'There is no such device in this workspace',
		description: 'A workspace sees its own devices only. Choose the device from the list, or check its ID or name.',
	},
	{
		status: 404,
		type: /^action_attempts?_not_found$/,
		message: 'The service does not know this action attempt',
		description: 'The service keeps action attempts for a limited time. Look at the access code or the events instead.',
	},
	...RESERVATION_HINTS,
	{
		status: 404,
		type: /(^|_)not_found$/,
		message: 'What was asked for is not in this workspace',
		description: 'Check the ID, name or key that you entered, and that the credential is for the right workspace.',
	},
	{
		status: 404,
		message: 'The service does not offer this function',
		description:
			"Check the 'Base URL' of the credential: it must be the address of a service that speaks the device access interface.",
	},
	{
		type: 'invalid_input',
		message: 'The service did not accept the input',
		description: CHECK_FIELDS,
	},
	{
		type: 'invalid_event_types',
		message: 'The service does not know one of the chosen events',
		description: "Check 'Trigger On', and 'Additional Event Types' under Options.",
	},
	{
		type: 'mismatched_page_parameters',
		message: 'The service did not accept the request for the next page of the list',
		description: 'Run the node again.',
	},
	{
		status: 429,
		message: 'The service limits how many requests it takes',
		description: 'Run it again later; for actions on codes, with fewer codes of one device at a time.',
	},
	{
		status: 200,
		type: '',
		message: 'The service refused the request and gave no reason',
		description: 'Try again later. If it happens again, give the request ID below to the support of the service.',
	},
	{
		status: 500,
		message: 'The service could not process the request',
		description: 'Try again later. If it happens again, give the request ID below to the support of the service.',
	},
];

/** What to do about an action that the service or the lock could not carry out, by the attempt's error type (facts 1, 5). */
const ACTION_ADVICE: ReadonlyArray<[type: RegExp, advice: string]> = [
	[/^duplicate_code_on_device$/, 'Two codes of the lock have this PIN: delete one of them, or leave this one as it is'],
	[/^no_space_for_access_code_on_device$/, 'The lock is full: delete codes that nobody needs, then run the item again'],
	[
		/^(device|hub|bridge|account|dormakaba_sites)_disconnected$|^device_offline$|^encoder_not_online$/,
		'Nothing can be done while it is not connected. Run the item again when it is',
	],
	[/^(insufficient_permissions|missing_device_credentials|august_lock_not_authorized)$/, "Give the connected account the rights that it lacks, in the lock maker's own app"],
	[/^(no_credential_on_encoder|encoder_communication_timeout|encoding_interrupted)$/, 'Run the item again, and leave the card on the encoder until it is done'],
	[/^incompatible_card_format$/, 'Use a card of the kind that this lock system takes'],
	[/^action_attempt_expired$/, 'It was not carried out in time. Look at the device, then run the item again'],
];

/** What to do next, or undefined where the type says too little. */
export const adviceForAction = (errorType: string): string | undefined => ACTION_ADVICE.find(([type]) => type.test(errorType))?.[1];

/** Where a person looks when the answer to a write proves nothing: by endpoint, the first match wins. */
const LOOK_BEFORE_REPEATING: ReadonlyArray<[endpoint: RegExp, look: string]> = [
	[/^\/access_codes\/(create|simulate)/, 'see whether the access code is there'],
	[/^\/access_codes\//, 'look at the access code'],
	[/^\/access_grants\/create/, 'see whether the access grant is there'],
	[/^\/access_grants\//, 'look at the access grant'],
	[/^\/access_methods\/unlock_door/, 'look at the entrance'],
	[/^\/access_methods\//, 'look at the access method'],
	[/^\/acs\/access_groups\//, 'look at the access group'],
	[/^\/acs\/credentials\/create/, 'see whether the access credential is there'],
	[/^\/acs\/credentials\//, 'look at the access credential'],
	[/^\/acs\/encoders\//, 'look at the card'],
	[/^\/acs\/entrances\//, 'look at the entrance'],
	[/^\/acs\/users\/create/, 'see whether the user of the access system is there'],
	[/^\/acs\/users\//, 'look at the user of the access system'],
	[/^\/connect_webviews\//, 'look at the connect webviews'],
	[/^\/connected_accounts\//, 'look at the connected account'],
	[/^\/customers\//, 'look at the data of the customer'],
	[/^\/instant_keys\//, 'look at the instant keys of the person'],
	[/^\/spaces\/create/, 'see whether the space is there'],
	[/^\/spaces\//, 'look at the space'],
	[/^\/user_identities\/create/, 'see whether the person is there'],
	[/^\/user_identities\//, 'look at the person'],
	[/^\/(devices|locks)\//, 'look at the device'],
	[/^\/workspaces\//, 'look at the workspace'],
];

/** The warning after a write whose answer proves nothing. A webhook is tidied up by the trigger itself. */
export function mayHaveActedWarning(endpoint: string): string {
	if (endpoint.startsWith('/webhooks/')) return 'Publish the workflow again: what is left of its webhook at the service is removed first';
	const [, look = 'look at what it was about'] = LOOK_BEFORE_REPEATING.find(([pattern]) => pattern.test(endpoint)) ?? [];
	return `The service may have carried out the action all the same: ${look} before you repeat it. It was not sent again`;
}

/** What a person is told of a list that cannot be walked to its end, by the reason of the PageLoopError. */
export const PAGE_LOOP_HINTS = {
	repeatedCursor: {
		message: 'The service points back to a page that was read already, so the list would never end',
		description: RUN_AGAIN,
	},
	missingCursor: {
		message: 'The service says that the list goes on, but not how to get the rest',
		description: RUN_AGAIN,
	},
	missingPagination: {
		message: 'The service gave as many records as fit on a page, and does not say whether there are more',
		description: "Nothing was returned, so that no record is missed unnoticed. Narrow the list with filters or 'Limit', and tell the support of the service",
	},
	tooManyPages: {
		message: (limit: number) => `The list has more than ${limit} pages`,
		description: "Narrow the list with filters or 'Limit', or raise 'Maximum Pages' under Options",
	},
	tooManyRecords: {
		message: (limit: number) => `The list has more than ${limit} records`,
		description: "Narrow the list with filters or 'Limit'",
	},
} as const;

/** For a status of 500 and above that has no hint of its own. */
export const UNAVAILABLE_HINT: ErrorHint = {
	message: 'The service is not available right now',
	description: 'Try again later.',
};

export const UNKNOWN_HINT: ErrorHint = {
	message: 'The service did not accept the request',
	description: CHECK_FIELDS,
};

/** True for the codes of an answer that did not come in time. */
export const isTimeLimit = (networkCode: string) => networkCode === 'ECONNABORTED' || networkCode === 'ETIMEDOUT';

/** Sentences for Node's network codes; the codes themselves would make n8n replace the message by its own. */
export const NETWORK_SENTENCES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'Nothing answers at the address of the service',
	ENOTFOUND: "The host name in the 'Base URL' of the credential is not known",
	EAI_AGAIN: "The host name in the 'Base URL' of the credential could not be looked up",
	ECONNRESET: 'The connection was cut before the answer came',
	EPIPE: 'The connection was cut before the answer came',
	ECONNABORTED: 'The service took too long to answer',
	ETIMEDOUT: 'The service took too long to answer',
	ERR_NETWORK: 'The connection was cut before the answer came',
	EHOSTUNREACH: 'The host of the service cannot be reached',
	ENETUNREACH: 'The network of the service cannot be reached',
	EPROTO: "The address does not speak https; check the 'Base URL' of the credential",
	DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the service is not trusted',
	SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the service is not trusted',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the service is not trusted',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the service is not trusted',
	CERT_HAS_EXPIRED: 'The certificate of the service has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate belongs to another host',
};
