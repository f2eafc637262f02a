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
	requireTimeOrder,
} from '../../operation';
import { wireObjectsIn, type WireObject, withoutUndefined } from '../../wire/records';
import { keyChoices, keyOf, PEOPLE, PLACES, RECORD_TYPES, STAYS } from './records';

const keysOf = (types: readonly string[]) => types.map(keyOf);

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
			recordType: keysOf(['common_areas', 'rooms', 'spaces']),
		},
	},
];

const stayRow: NestedField[] = [
	dateTimeField('Ends At', 'When the access ends', { name: 'endsAt', leftOutBy: 'never' }),
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
		keyChoices(keysOf(PEOPLE.filter((type) => type !== 'staff_members'))),
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
		keyChoices(keysOf(PLACES.filter((type) => type !== 'property_listings' && type !== 'sites'))),
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

const NAMES_BY_KEY = new Map(RECORD_TYPES.map((type) => [keyOf(type), type]));

export function recordsOfRows({ people, places, stays }: IDataObject): WireObject {
	const records: Record<string, WireObject[]> = {};
	const add = ({ recordType, key }: WireObject, members: WireObject) => {
		const name = NAMES_BY_KEY.get(String(recordType));
		if (name === undefined)
			throw new InvalidParameterError(
				"A record has an unknown 'Type'",
				'Choose a type from the list.',
			);
		(records[name] ??= []).push(
			withoutUndefined({ [String(recordType)]: requireText('Key', key), ...members }),
		);
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

function stayOf({
	name,
	startsAt,
	endsAt,
	preferredCode,
	personKey,
	personType,
	placeKeys,
	placeType,
}: WireObject): WireObject {
	const times = {
		starts_at: optionalDateTime('Starts At', startsAt),
		ends_at: optionalDateTime('Ends At', endsAt),
	};
	requireTimeOrder('Starts At', times.starts_at, 'Ends At', times.ends_at);
	return {
		name: optionalText(name),
		...times,
		preferred_code: optionalText(preferredCode),
		[String(personType)]: optionalText(personKey),
		[`${String(placeType)}s`]: optionalKeys('Place Keys', placeKeys),
	};
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
