import { type Field, loadedBy, type NestedField } from '../../operation';
import { textField } from './collections';
import { type Locator, SEVERAL_IDS } from './locators';

const ONE_OF_A_LIST =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
const SEVERAL_OF_A_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

const oneOf = (record: string, name: string, loadOptionsMethod: string) =>
	({
		displayName: `${record} Name or ID`,
		name,
		type: 'options',
		typeOptions: loadedBy(loadOptionsMethod),
		default: '',
		description: ONE_OF_A_LIST,
	}) as const satisfies NestedField;

export const byAccessSystem = oneOf('Access System', 'accessSystemId', 'getAccessSystems');
export const byConnectedAccount = oneOf(
	'Connected Account',
	'connectedAccountId',
	'getConnectedAccounts',
);
export const byDevice = oneOf('Device', 'deviceId', 'getDevices');
export const byEntrance = oneOf('Entrance', 'entranceId', 'getEntrances');
export const bySpace = oneOf('Space', 'spaceId', 'getSpaces');

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

export const byCustomer = (records: string) =>
	textFilter(
		'Customer Key',
		'customerKey',
		`Only ${records} of one customer, such as an owner whose locks you manage. Enter the key that you chose for them.`,
	);

export const byUserIdentifier = (records: string) =>
	textFilter(
		'User Identifier Key',
		'userIdentifierKey',
		`Only ${records} of one user of your app. Enter the user ID that you set when you created their client session (their sign-in to the service).`,
	);

export const createdBefore = (what: string) =>
	({
		displayName: 'Created Before',
		name: 'createdBefore',
		type: 'dateTime',
		default: '',
		description: `${what} before this time`,
	}) as const satisfies NestedField;

export const recordFilter = <const Name extends string>(
	record: Locator,
	name: Name,
	description: string,
) =>
	// In a collection, n8n demands a required field even if it was not added.
	({ ...record, name, description, required: undefined }) as const satisfies NestedField;

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
