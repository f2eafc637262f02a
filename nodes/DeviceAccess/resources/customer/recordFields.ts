import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	choiceField,
	dateTimeField,
	type Field,
	type NestedField,
	optionalDateTime,
	optionalKeys,
	optionalText,
	requireGiven,
	requireTimeOrder,
} from '../../operation';
import { wireObjectsIn, type WireObject, withoutUndefined } from '../../wire/records';
import { keyChoices, keyOf, PEOPLE, PLACES, RECORD_TYPES, STAYS } from './records';

const keysOf = (types: readonly string[]) => types.map(keyOf);

const PEOPLE_OF_STAYS = PEOPLE.filter((type) => type !== 'staff_members');
const PLACES_OF_STAYS = PLACES.filter((type) => type !== 'property_listings' && type !== 'sites');

const text = (
	displayName: string,
	name: string,
	description: string,
	placeholder?: string,
): NestedField => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(placeholder ? { placeholder } : {}),
	description,
});

const typeField = (types: readonly string[], preset: string): NestedField =>
	choiceField('Type', 'What kind of record it is', keyChoices(keysOf(types)), preset, {
		name: 'recordType',
	});

const KEY = text(
	'Key',
	'key',
	'Your own key for the record, such as its number in your booking system. If the service knows the key, it updates the record.',
	'e.g. 4711',
);

const personRow: NestedField[] = [
	typeField(PEOPLE, 'guest_key'),
	KEY,
	text('Name', 'name', 'The name of the person', 'e.g. Guest of Room 101'),
	text(
		'Email Address',
		'emailAddress',
		'The email address of the person',
		'e.g. guest@example.com',
	),
	text(
		'Phone Number',
		'phoneNumber',
		'The phone number of the person, with the country code',
		'e.g. +15550100000',
	),
];

const placeRow: NestedField[] = [
	typeField(PLACES, 'space_key'),
	KEY,
	text('Name', 'name', 'The name of the place', 'e.g. Room 101'),
	{
		...text('Site Key', 'parentSiteKey', 'The key of the site that the place belongs to'),
		showWhen: {
			recordType: keysOf(['common_areas', 'rooms', 'spaces', 'units']),
		},
	},
];

const stayRow: NestedField[] = [
	dateTimeField('Ends At', 'When the access ends', {
		name: 'endsAt',
		laterThan: 'startsAt',
		leftOutBy: 'never',
	}),
	KEY,
	text('Name', 'name', 'The name of the stay', 'e.g. Stay of guest 101'),
	text(
		'Person Key',
		'personKey',
		'The key of the guest, or of whoever else gets access',
		'e.g. guest-4711',
	),
	choiceField(
		'Person Type',
		'What the person key belongs to',
		keyChoices(keysOf(PEOPLE_OF_STAYS)),
		'guest_key',
		{ name: 'personType' },
	),
	text(
		'PIN',
		'preferredCode',
		'The PIN to use. A lock that does not accept it gets another PIN.',
		'e.g. 4711',
	),
	{
		...text(
			'Place Keys',
			'placeKeys',
			'The keys of the rooms or other places, separated by commas',
			'e.g. room-101',
		),
		takesList: true,
	},
	choiceField(
		'Place Type',
		'What the place keys belong to',
		keyChoices(keysOf(PLACES_OF_STAYS)),
		'space_key',
		{ name: 'placeType' },
	),
	dateTimeField('Starts At', 'When the access begins', { name: 'startsAt', leftOutBy: 'now' }),
	typeField(STAYS, 'reservation_key'),
];

export const recordsField = {
	displayName: 'Records',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Record',
	default: {},
	description: 'The people, places and stays of the customer',
	options: [
		{ displayName: 'People', name: 'people', values: personRow },
		{ displayName: 'Places', name: 'places', values: placeRow },
		{ displayName: 'Stays', name: 'stays', values: stayRow },
	],
} as const satisfies Field;

/** Without one, the record would lose its guest, room or site. */
const KEYS_OF_OTHERS = [
	['personKey', 'Person Key'],
	['placeKeys', 'Place Keys'],
	['parentSiteKey', 'Site Key'],
] as const;

const NAMES_BY_KEY = new Map(RECORD_TYPES.map((type) => [keyOf(type), type]));

export function recordsOfRows({ people, places, stays }: IDataObject): WireObject {
	const records: Record<string, WireObject[]> = {};
	const add = (row: WireObject, members: WireObject) => {
		const { recordType, key } = row;
		const name = NAMES_BY_KEY.get(requireKeyOf(RECORD_TYPES, 'Type', recordType)) ?? '';
		(records[name] ??= []).push(
			withoutUndefined({ [String(recordType)]: requireText('Key', key), ...members }),
		);
		for (const [name, label] of KEYS_OF_OTHERS)
			if (Object.hasOwn(row, name)) requireGiven(label, row[name], 'null for none');
	};
	for (const row of wireObjectsIn(people)) {
		add(row, {
			name: requireText('Name', row.name),
			email_address: optionalText(row.emailAddress),
			phone_number: optionalText(row.phoneNumber),
		});
	}
	for (const row of wireObjectsIn(places))
		add(row, {
			name: requireText('Name', row.name),
			parent_site_key: optionalText(row.parentSiteKey),
		});
	for (const row of wireObjectsIn(stays)) add(row, stayOf(row));
	return records;
}

function stayOf(row: WireObject): WireObject {
	const { name, startsAt, endsAt, preferredCode, personType, placeType } = row;
	const person = optionalText(row.personKey);
	const places = optionalKeys('Place Keys', row.placeKeys);
	const times = {
		starts_at: optionalDateTime('Starts At', startsAt),
		ends_at: optionalDateTime('Ends At', endsAt),
	};
	requireTimeOrder('Starts At', times.starts_at, 'Ends At', times.ends_at);
	return {
		name: optionalText(name),
		...times,
		preferred_code: optionalText(preferredCode),
		...(person && { [requireKeyOf(PEOPLE_OF_STAYS, 'Person Type', personType)]: person }),
		...(places && { [`${requireKeyOf(PLACES_OF_STAYS, 'Place Type', placeType)}s`]: places }),
	};
}

/** The service ignores a member that it does not know, so the stay would lose its guest or room. */
function requireKeyOf(types: readonly string[], label: string, value: unknown): string {
	const key = String(value);
	if (keysOf(types).includes(key)) return key;
	throw new InvalidParameterError(
		`A record has an unknown '${label}'`,
		`Choose a type from the list, or use one of these values: ${keysOf(types).join(', ')}.`,
	);
}

function requireText(label: string, value: unknown): string {
	const entered = optionalText(value);
	if (entered === undefined)
		throw new InvalidParameterError(
			`'${label}' of a record is empty`,
			"Fill it in, or remove the row under 'Records'.",
		);
	return entered;
}
