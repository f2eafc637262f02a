import { BLOCKED_BY_N8N, type PageLoopError, type ServiceError } from './errors';
import { pluralOf, RECORD_ROWS, rowOf } from '../wire/recordTable';

const ACTION_ADVICE: ReadonlyArray<[type: RegExp, advice: string]> = [
	[
		/^duplicate_code_on_device$/,
		'Two codes on the lock have this PIN. Delete one of them, or leave this one as it is',
	],
	[
		/^no_space_for_access_code_on_device$/,
		'The lock is full. Delete codes that nobody needs, then execute the node again for this item',
	],
	[
		/^(device|hub|bridge|account|dormakaba_sites)_disconnected$|^device_offline$|^encoder_not_online$/,
		'Wait until the connection is back, then execute the node again for this item',
	],
	[
		/^(insufficient_permissions|missing_device_credentials|august_lock_not_authorized)$/,
		"Give the connected account the missing permissions in the lock maker's app",
	],
	[
		/^(no_credential_on_encoder|encoder_communication_timeout|encoding_interrupted)$/,
		'Execute the node again for this item, and leave the card on the encoder until the encoder is done',
	],
	[/^incompatible_card_format$/, 'Use a card that this lock system supports'],
	[
		/^action_attempt_expired$/,
		'The action was not done in time. Check the device, then execute the node again for this item',
	],
];

export const adviceForAction = (errorType: string): string | undefined =>
	ACTION_ADVICE.find(([type]) => type.test(errorType))?.[1];

export const isTimeLimit = (networkCode: string) =>
	networkCode === 'ECONNABORTED' || networkCode === 'ETIMEDOUT';

/** No sentence contains its code, because n8n would replace it with its own. */
export const NETWORK_SENTENCES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'No server answers at the address of the service',
	ENOTFOUND: "The host name in the 'Base URL' of the credential does not exist",
	EAI_AGAIN: "The host name in the 'Base URL' of the credential could not be looked up",
	ECONNRESET: 'The connection closed before the service answered',
	EPIPE: 'The connection closed before the service answered',
	ECONNABORTED: 'The service took too long to answer',
	ETIMEDOUT: 'The service took too long to answer',
	ERR_NETWORK: 'The connection closed before the service answered',
	ERR_BAD_RESPONSE: 'The connection closed in the middle of the answer',
	EHOSTUNREACH: 'The host of the service cannot be reached',
	ENETUNREACH: 'The network of the service cannot be reached',
	EPROTO: "The server at the 'Base URL' of the credential does not use HTTPS",
	DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the service is not trusted',
	SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the service is not trusted',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the service is not trusted',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the service is not trusted',
	[BLOCKED_BY_N8N]:
		"n8n blocked the request, because the 'Base URL' of the credential leads to an address that is restricted",
	CERT_HAS_EXPIRED: 'The certificate of the service has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the service is for another host',
};

const EXECUTE_AGAIN =
	"The node returns a list in full or not at all. Execute the node again. If it fails again, contact the service's support team";

const FEWER_EVENTS = 'Choose fewer events or devices';

interface PageLoopHint {
	message: string | ((limit: number) => string);
	description: string;
	/** For triggers, which lack fields that `description` names. */
	inTrigger?: string;
}

export const PAGE_LOOP_HINTS: Record<PageLoopError['reason'], PageLoopHint> = {
	repeatedCursor: {
		message: 'The service sent the same page of the list twice, so the list would never end',
		description: EXECUTE_AGAIN,
	},
	missingCursor: {
		message: 'The service says that the list has more pages, but not how to get them',
		description: EXECUTE_AGAIN,
	},
	missingPagination: {
		message: 'The service sent a full page of records but did not say whether there are more',
		description:
			"The node returns a list in full or not at all. Narrow the list with filters or 'Limit', and contact the service's support team",
		inTrigger: "Contact the service's support team",
	},
	tooManyPages: {
		message: (limit: number) => `The list has more than ${limit} pages`,
		description: "Narrow the list with filters or 'Limit', or raise 'Maximum Pages' under Options",
		inTrigger: FEWER_EVENTS,
	},
	tooManyRecords: {
		message: (limit: number) => `The list has more than ${limit} records`,
		description: "Narrow the list with filters or 'Limit'",
		inTrigger: FEWER_EVENTS,
	},
};

const NAMES: ReadonlyMap<string, string> = new Map(
	RECORD_ROWS.filter(({ root }) => !root.endsWith('/unmanaged')).flatMap(({ member, name }) => [
		[member, name],
		[pluralOf(member), name],
	]),
);

const nameOf = (record: string): string =>
	NAMES.get(record) ?? record.replace(/^acs_/, '').replaceAll('_', ' ');

/** What a write changes, if not the record of its endpoint. */
const CHANGED_THINGS: Readonly<Record<string, string>> = {
	acs_encoder: 'card',
	customer: "customer's data",
	lock: 'device',
};

export function mayHaveActedWarning(endpoint: string): string {
	const [, records = '', verb = ''] = /^\/((?:acs\/)?[a-z_]+)\/(.+)/.exec(endpoint) ?? [];
	if (records === 'webhooks')
		return 'Publish the workflow again. The trigger first removes what is left of its webhook at the service';
	const record = records.replace('/', '_').replace(/ies$/, 'y').replace(/s$/, '');
	const name = (Object.hasOwn(CHANGED_THINGS, record) && CHANGED_THINGS[record]) || nameOf(record);
	const thing = /^(create|generate|simulate)/.test(verb)
		? `whether the ${name} exists`
		: `the ${name}`;
	const look = `Check ${record === '' ? 'whether the change was made' : thing}`;
	return `The service may have carried out the action anyway, so the node did not repeat it. ${look} before you execute the node again for this item`;
}

/** Such as "No space has the key 'room-999'". Never repeats one of the `secrets`. */
export function missingRecordSentence(
	{ type, status, endpoint, sent = [], identifiers = {} }: ServiceError['answer'],
	secrets: string[],
): string | undefined {
	const [, record] = /^([a-z_]+)_not_found$/.exec(type) ?? [];
	// The hints for workspaces say more.
	if (status !== 404 || record === undefined || record === 'workspace') return undefined;
	const name = nameOfRecord(record, endpoint);
	const [id, key] = [identifiers[`${record}_id`], identifiers[`${record}_key`]];
	if (id !== undefined && !secrets.includes(id)) return `No ${name} has the ID '${id}'`;
	if (key !== undefined && !secrets.includes(key)) return `No ${name} has the key '${key}'`;
	return record === 'access_code' && sent.includes('code')
		? `No ${name} on the device has this PIN`
		: `There is no such ${name} in this workspace`;
}

/** docs/service.md#calls-8 */
function nameOfRecord(record: string, endpoint: string): string {
	const row = rowOf(endpoint);
	if (row?.member === record && row.root.endsWith('/unmanaged')) return row.name;
	return record === 'access_code' ? 'managed access code' : nameOf(record);
}
