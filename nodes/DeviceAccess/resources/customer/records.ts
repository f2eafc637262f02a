import { InvalidParameterError } from '../../errors/errors';
import { optionalText, stringField } from '../../operation';
import { isWireObject, type WireObject, wireObjectsIn } from '../../wire/records';
import { choicesOf } from '../fields/deviceFilters';

export const customerKeyField = stringField(
	'Customer Key',
	"Your own key for the customer, such as the owner's number",
	{ required: true, placeholder: 'e.g. owner-7', read: keyWithoutComma },
);

export const PEOPLE = [
	'guests',
	'residents',
	'staff_members',
	'tenants',
	'user_identities',
	'users',
] as const;
export const PLACES = [
	'buildings',
	'common_areas',
	'facilities',
	'listings',
	'properties',
	'property_listings',
	'rooms',
	'sites',
	'spaces',
	'units',
] as const;
export const STAYS = ['access_grants', 'bookings', 'reservations'] as const;

export const RECORD_TYPES: readonly string[] = [...PEOPLE, ...PLACES, ...STAYS];

export const keyOf = (type: string): string => `${type.replace(/ies$/, 'y').replace(/s$/, '')}_key`;

/** `guest_key` is *Guest*, and `user_identity_key` is *Person*. */
export const keyChoices = (keys: readonly string[]) =>
	choicesOf(keys.map((key) => key.replace(/_key$/, '')))
		.map(({ name, value }) => ({
			name: value === 'user_identity' ? 'Person' : name,
			value: `${value}_key`,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));

/** *Delete Data* would delete what has the parts of the key as its keys. */
function keyWithoutComma(label: string, value: unknown): string | undefined {
	const key = optionalText(value);
	if (!key?.includes(',')) return key;
	throw new InvalidParameterError(
		`'${label}' has a comma`,
		"Use a key without commas, because 'Delete Data' and 'Place Keys' separate keys by them.",
	);
}

const notJson = () =>
	new InvalidParameterError(
		"'Data' is not valid JSON",
		'Check its quotation marks, commas and brackets.',
	);

/** An error does not repeat the text, because it may contain PINs. */
export function parseData(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		throw notJson();
	}
}

/**
 * Refuses an unknown type, and a record without its key or name, because the service's answer would
 * not report it (docs/service.md#customers-1).
 */
export function readRecords(data: unknown): WireObject {
	if (!isWireObject(data))
		throw new InvalidParameterError(
			"'Data' must be a JSON object",
			'Enter one such as {"guests": [{"guest_key": "g-7", "name": "Guest 7"}]}.',
		);
	for (const [type, entries] of Object.entries(data)) checkRecords(type, entries);
	if (Object.values(data).flat().length === 0)
		throw new InvalidParameterError('There is nothing to push', 'Add a record.');
	return data;
}

/** The keys of the pushed records, under the names that `/customers/delete_data` takes. */
export function keysOfRecords(body: WireObject): WireObject {
	return Object.fromEntries(
		RECORD_TYPES.flatMap((type) => {
			const keys = wireObjectsIn(body[type]).map((record) => record[keyOf(type)]);
			return keys.length > 0 ? [[`${keyOf(type)}s`, keys]] : [];
		}),
	);
}

function checkRecords(type: string, entries: unknown): void {
	if (!RECORD_TYPES.includes(type))
		throw new InvalidParameterError(
			`'Data' has an unknown field '${type}'`,
			`It can have: ${[...RECORD_TYPES].sort().join(', ')}.`,
		);
	if (!Array.isArray(entries))
		throw new InvalidParameterError(
			`'${type}' must be a list`,
			'Put its records in square brackets.',
		);
	const isStay = (STAYS as readonly string[]).includes(type);
	entries.forEach((record: unknown, index) => {
		const place = `${type}[${index}]`;
		if (!isWireObject(record))
			throw new InvalidParameterError(
				`'${place}' must be an object`,
				`Enter one with '${keyOf(type)}'.`,
			);
		for (const name of isStay ? [keyOf(type)] : [keyOf(type), 'name'])
			if (optionalText(record[name]) === undefined)
				throw new InvalidParameterError(`'${place}' has no '${name}'`, 'Add it to the record.');
		keyWithoutComma(`${place}.${keyOf(type)}`, record[keyOf(type)]);
	});
}
