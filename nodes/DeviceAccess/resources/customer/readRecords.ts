import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import { isWireObject, wireObjectsIn, type WireObject } from '../../wire/records';
import { RECORD_TYPES, type RecordType } from './recordTypes';

/**
 * The object in a JSON text or from an expression. Throws InvalidParameterError for invalid JSON,
 * without repeating the text, because it may contain PINs.
 */
export function parseData(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const data = parseJson(value);
	if (data === undefined)
		return refuse(
			new InvalidParameterError(
				"'Data' is not valid JSON",
				'Check its quotation marks, commas and brackets.',
			),
		);
	return data;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The records of a customer as the API takes them, by type. Throws InvalidParameterError if there
 * is nothing to push, and for anything that the API does not document, because the service's answer
 * would not report it (docs/service.md#customers-1). The message names the place.
 */
export function readRecords(data: unknown): WireObject {
	if (!isWireObject(data))
		return refuse(
			new InvalidParameterError(
				"'Data' must be a JSON object",
				'Enter one such as {"guests": [{"guest_key": "g-7", "name": "Guest 7"}]}.',
			),
		);
	const records = Object.fromEntries(
		Object.entries(data).map(([name, entries]) => [name, readEntries(name, entries)]),
	);
	if (Object.values(records).every((entries) => entries.length === 0))
		throw new InvalidParameterError('There is nothing to push', 'Add a record.');
	return records;
}

/** The keys of the pushed records, under the names that `/customers/delete_data` takes. */
export function keysOfRecords(body: WireObject): WireObject {
	return Object.fromEntries(
		Object.entries(RECORD_TYPES).flatMap(([name, { key }]) => {
			const keys = wireObjectsIn(body[name]).map((record) => record[key]);
			return keys.length > 0 ? [[`${key}s`, keys]] : [];
		}),
	);
}

function readEntries(name: string, entries: unknown): WireObject[] {
	const type = Object.hasOwn(RECORD_TYPES, name) ? RECORD_TYPES[name] : undefined;
	if (!type) throw unknownMember("'Data'", name, RECORD_TYPES);
	if (!Array.isArray(entries))
		return refuse(
			new InvalidParameterError(`'${name}' must be a list`, 'Put its records in square brackets.'),
		);
	return entries.map((entry, index) => readRecord(type, entry, `${name}[${index}]`));
}

function readRecord(
	{ key, needsName, members }: RecordType,
	record: unknown,
	place: string,
): WireObject {
	if (!isWireObject(record))
		return refuse(
			new InvalidParameterError(`'${place}' must be an object`, `Enter one with '${key}'.`),
		);
	for (const name of needsName ? [key, 'name'] : [key]) {
		if (!Object.hasOwn(record, name))
			throw new InvalidParameterError(`'${place}' has no '${name}'`, 'Add it to the record.');
	}
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => {
			const form = Object.hasOwn(members, name) ? members[name] : undefined;
			if (!form) throw unknownMember(`'${place}'`, name, members);
			const read = form.read(value);
			if (read === undefined)
				return refuse(new InvalidParameterError(`'${place}.${name}' must be ${form.what}`));
			return [name, read];
		}),
	);
}

const unknownMember = (where: string, name: string, known: object) =>
	new InvalidParameterError(
		`${where} has an unknown field '${name}'`,
		`It can have: ${Object.keys(known).join(', ')}.`,
	);
