import { deviceName, type WireObject } from './records';
import type { Endpoint } from './endpoints';

/**
 * A record of the service that the node can find. Its locator, picker, filters, *Get*, *Get Many*
 * and *Delete*, and what errors call it, follow from its row.
 */
export interface RecordRow {
	/** What its endpoints begin with. */
	root: string;
	/** Its name in an answer. The list and the ID have names that follow from it. */
	member: string;
	name: string;
	/** By default, the name with an s. */
	names?: string;
	/** What a person chooses it for. */
	description: string;
	/** What its picker shows. By default, its display name; the ID if that is empty. */
	text?: (record: WireObject) => unknown;
	hasIssues?: true;
	/** The lists below its root that take no `limit` (docs/service.md#lists-3). */
	listsWithoutLimit?: readonly string[];
	/** Then the picker searches the names and IDs on each page (docs/service.md#lists-5). */
	listSearchesNothing?: true;
}

export const pluralOf = (member: string): string => `${member.replace(/ity$/, 'itie')}s`;

export const listOf = ({ member }: Pick<RecordRow, 'member'>): string => pluralOf(member);

/** The types do not know which endpoints a root has. A test asks for each that the rows need. */
export const recordEndpoint = (
	{ root }: Pick<RecordRow, 'root'>,
	verb: 'delete' | 'get' | 'list' | 'update',
): Endpoint => `${root}/${verb}` as Endpoint;

/** The record that an endpoint is about, if it is right below its root. */
export const rowOf = (endpoint = ''): RecordRow | undefined =>
	RECORD_ROWS.find(({ root }) => root === endpoint.slice(0, endpoint.lastIndexOf('/')));

export const textOf = ({ text, member }: RecordRow, record: WireObject): string =>
	String((text ? text(record) : record.display_name) || record[`${member}_id`]);

const withAddition = (name: unknown, addition: unknown) =>
	addition && addition !== name ? `${String(name)} (${String(addition)})` : name;

const minuteOf = (time: unknown) => String(time).slice(0, 16).replace('T', ' ');

const nameAndType = (device: WireObject): unknown =>
	withAddition(
		deviceName(device) ?? device.device_id,
		typeof device.device_type === 'string' ? device.device_type.replaceAll('_', ' ') : undefined,
	);

const PERSON = {
	member: 'user_identity',
	text: ({ display_name: name, email_address: email }: WireObject) => withAddition(name, email),
	hasIssues: true,
} as const;

/** By the value of their resource. */
export const RECORDS = {
	accessCode: {
		root: '/access_codes',
		member: 'access_code',
		name: 'access code',
		description: 'The managed code',
	},
	accessCredential: {
		root: '/acs/credentials',
		member: 'acs_credential',
		name: 'access credential',
		description: 'The card, PIN or key of the access system',
		text: ({ display_name: name, card_number: cardNumber }) => withAddition(name, cardNumber),
		hasIssues: true,
	},
	accessGrant: {
		root: '/access_grants',
		member: 'access_grant',
		name: 'access grant',
		description: 'The grant that gives a person access',
		text: ({ display_name: name, access_grant_key: key }) => withAddition(name, key),
		hasIssues: true,
		listSearchesNothing: true,
	},
	accessGroup: {
		root: '/acs/access_groups',
		member: 'acs_access_group',
		name: 'access group',
		description: 'The group of the access system',
		text: ({ display_name: name, name: ownName }) => name ?? ownName,
		hasIssues: true,
		listsWithoutLimit: ['list', 'list_accessible_entrances', 'list_users'],
	},
	accessMethod: {
		root: '/access_methods',
		member: 'access_method',
		name: 'access method',
		description: 'The PIN, card or key of a grant',
		hasIssues: true,
		listsWithoutLimit: ['list'],
	},
	accessSystem: {
		root: '/acs/systems',
		member: 'acs_system',
		name: 'access system',
		description: 'The access system of the building',
		text: ({ name }) => name,
		hasIssues: true,
		listsWithoutLimit: ['list', 'list_compatible_credential_manager_acs_systems'],
	},
	accessSystemUser: {
		root: '/acs/users',
		member: 'acs_user',
		name: 'access system user',
		description: 'The user of the access system',
		text: ({ display_name: name, full_name: fullName }) => name ?? fullName,
		hasIssues: true,
		listsWithoutLimit: ['list_accessible_entrances'],
	},
	actionAttempt: {
		root: '/action_attempts',
		member: 'action_attempt',
		name: 'action attempt',
		description: "The service's record of a slow action",
	},
	connectedAccount: {
		root: '/connected_accounts',
		member: 'connected_account',
		name: 'connected account',
		description: 'The account with a lock maker or other provider',
		text: ({ display_name: name, account_type_display_name: type }) => withAddition(name, type),
		hasIssues: true,
	},
	connectWebview: {
		root: '/connect_webviews',
		member: 'connect_webview',
		name: 'connect webview',
		description: 'The page where an owner connects an account',
		text: ({ created_at: createdAt, status, customer_key: key }) =>
			[`Created ${minuteOf(createdAt)}`, status, key].filter(Boolean).join(', '),
	},
	device: {
		root: '/devices',
		member: 'device',
		name: 'device',
		description: 'The lock or other device',
		text: nameAndType,
		hasIssues: true,
	},
	encoder: {
		root: '/acs/encoders',
		member: 'acs_encoder',
		name: 'encoder',
		description:
			'The encoder that writes the card. Put the card on the encoder before you execute the node. Send the node only one item per encoder.',
		hasIssues: true,
	},
	entrance: {
		root: '/acs/entrances',
		member: 'acs_entrance',
		name: 'entrance',
		description: 'The door of the access system',
		hasIssues: true,
		listsWithoutLimit: ['list_credentials_with_access'],
	},
	instantKey: {
		root: '/instant_keys',
		member: 'instant_key',
		name: 'instant key',
		description: 'The link that puts mobile keys on a phone',
		/** Never the link, because it opens doors. */
		text: ({ created_at: createdAt, expires_at: expiresAt }) =>
			`Created ${minuteOf(createdAt)}, expires ${minuteOf(expiresAt)}`,
		listsWithoutLimit: ['list'],
		listSearchesNothing: true,
	},
	space: {
		root: '/spaces',
		member: 'space',
		name: 'space',
		description: 'The space, such as a room or a floor',
	},
	unmanagedAccessCode: {
		root: '/access_codes/unmanaged',
		member: 'access_code',
		name: 'unmanaged access code',
		description: 'The unmanaged code on the lock',
	},
	unmanagedAccessGrant: {
		root: '/access_grants/unmanaged',
		member: 'access_grant',
		name: 'unmanaged access grant',
		description: 'The unmanaged grant',
		hasIssues: true,
		listSearchesNothing: true,
	},
	unmanagedAccessMethod: {
		root: '/access_methods/unmanaged',
		member: 'access_method',
		name: 'unmanaged access method',
		description: 'The PIN, card or key of an unmanaged grant',
		hasIssues: true,
		listsWithoutLimit: ['list'],
	},
	unmanagedDevice: {
		root: '/devices/unmanaged',
		member: 'device',
		name: 'unmanaged device',
		description: 'The unmanaged lock or other device',
		text: nameAndType,
		hasIssues: true,
	},
	unmanagedUserIdentity: {
		...PERSON,
		root: '/user_identities/unmanaged',
		name: 'unmanaged person',
		names: 'unmanaged people',
		description: 'The unmanaged person',
	},
	userIdentity: {
		...PERSON,
		root: '/user_identities',
		name: 'person',
		names: 'people',
		description: 'The guest, cleaner or member of staff',
		listsWithoutLimit: ['list_accessible_devices', 'list_accessible_entrances'],
	},
	workspace: {
		root: '/workspaces',
		member: 'workspace',
		name: 'workspace',
		description: 'The workspace to use instead of the one in the credential',
		listsWithoutLimit: ['list'],
	},
} as const satisfies Readonly<Record<string, RecordRow>>;

export type RecordName = keyof typeof RECORDS;

export const RECORD_ROWS: readonly RecordRow[] = Object.values(RECORDS);

/** The method of the node that searches for the record: `searchDevices`. */
export const searchMethodOf = (record: RecordName): string =>
	pluralOf(`search${record.charAt(0).toUpperCase()}${record.slice(1)}`);
