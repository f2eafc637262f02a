import { dateTimeField, type Field, loadedBy, type NestedField } from '../../operation';
import { textField } from './collections';
import {
	accessCodeField,
	accessCredentialField,
	accessSystemField,
	accessSystemUserField,
	connectedAccountField,
	connectWebviewField,
	deviceField,
	entranceField,
	type Locator,
	SEVERAL_IDS,
	spaceField,
	userIdentityField,
} from './locators';

const ONE_OF_A_LIST =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
const SEVERAL_OF_A_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

export const oneOf = (record: string, name: string, loadOptionsMethod: string) =>
	({
		displayName: `${record} Name or ID`,
		name,
		type: 'options',
		typeOptions: loadedBy(loadOptionsMethod),
		default: '',
		description: ONE_OF_A_LIST,
	}) as const satisfies NestedField;

/**
 * At the top level, use recordRows, because the editor loads a list at the top level only once,
 * before a new node has a credential.
 */
export const severalOf = (record: string, loadOptionsMethod: string) =>
	({
		displayName: `${record} Names or IDs`,
		type: 'multiOptions',
		typeOptions: loadedBy(loadOptionsMethod),
		default: [],
		description: SEVERAL_OF_A_LIST,
	}) satisfies Field;

export const textFilter = <const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
) => ({ ...textField(displayName, name, description), isFilter: true }) as const;

export const recordFilter = <const Name extends string>(
	record: Locator,
	name: Name,
	description: string,
) =>
	// In a collection, n8n demands a required field even if it was not added.
	({ ...record, name, description, required: undefined }) as const satisfies NestedField;

export const byAccessCode = recordFilter(
	accessCodeField,
	'accessCodeId',
	'Only records of this access code',
);
export const byAccessSystem = recordFilter(
	accessSystemField,
	'accessSystemId',
	'Only records of this access system',
);
export const byAccessSystemUser = recordFilter(
	accessSystemUserField,
	'accessSystemUserId',
	'Only records of this user of an access system',
);
export const byConnectedAccount = recordFilter(
	connectedAccountField,
	'connectedAccountId',
	'Only records of this connected account',
);
export const byConnectWebview = recordFilter(
	connectWebviewField,
	'connectWebviewId',
	'Only records of this connect webview',
);
export const byCredential = recordFilter(
	accessCredentialField,
	'credentialId',
	'Only records of this access credential',
);
export const byDevice = recordFilter(deviceField, 'deviceId', 'Only records of this device');
export const byEntrance = recordFilter(
	entranceField,
	'entranceId',
	'Only records of this entrance',
);
export const byPerson = recordFilter(
	userIdentityField,
	'userIdentityId',
	'Only records of this person',
);
export const bySpace = recordFilter(spaceField, 'spaceId', 'Only records of this space');

export const byCustomer = textFilter(
	'Customer Key',
	'customerKey',
	'Only records of one customer, such as an owner whose locks you manage. Enter the key that you chose for them.',
);

export const byUserIdentifier = textFilter(
	'User Identifier Key',
	'userIdentifierKey',
	'Only records of one user of your app. Enter the user ID that you set when you created their client session (their sign-in to the service).',
);

export const createdBefore = dateTimeField(
	'Created Before',
	'Only records created before this time',
	{ name: 'createdBefore' },
);

/** An expression or By ID may give several IDs. */
export const recordsFilter = <const Name extends string>(
	record: Locator,
	displayName: string,
	name: Name,
	description: string,
) =>
	({
		...recordFilter(
			record,
			name,
			`${description}. To choose several, use 'By ID' and separate the IDs with commas.`,
		),
		displayName,
		modes: record.modes.map((mode) =>
			mode.name === 'id' ? { ...mode, validation: SEVERAL_IDS } : mode,
		),
	}) satisfies NestedField;

/** The editor does not list these records. The value is one ID, or several if the label says so. */
export const idFilter = <const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
) =>
	({
		displayName,
		name,
		type: 'string',
		...(displayName.endsWith('IDs') ? { takesList: true } : {}),
		default: '',
		placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
		description,
	}) as const satisfies NestedField;

export const filtersField = (...options: NestedField[]) =>
	({
		displayName: 'Filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: options
			.map((option): NestedField => ({ ...option, isFilter: true }))
			.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	}) as const;
