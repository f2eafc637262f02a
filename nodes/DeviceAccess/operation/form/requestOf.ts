import type { IDataObject } from 'n8n-workflow';
import { readAll, InvalidParameterError } from '../../errors/errors';
import { isWireObject, type WireObject } from '../../wire/records';
import type { Field, Fields, ItemValues, NestedField, Operation } from '../types';
import {
	isEmptyBody,
	optionalDateTime,
	optionalText,
	optionalTexts,
	optionalUuid,
	optionalUuids,
	requireGiven,
	requireTimeOrder,
	requireUuid,
	requireUuids,
} from './checkValues';
import { isShown } from './readParameters';

/** Words that the API has other names for. */
const WIRE_WORDS: ReadonlyArray<[pattern: RegExp, wire: string]> = [
	[/^access_system_user_/, 'acs_user_'],
	[/^access_system_/, 'acs_system_'],
	[/^access_group_/, 'acs_access_group_'],
	[/^(access_)?credential_/, 'acs_credential_'],
	[/^entrance_/, 'acs_entrance_'],
	[/^encoder_/, 'acs_encoder_'],
];

/** `accessSystemId` is `acs_system_id`. */
function wireNameOf(name: string): string {
	const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const [pattern, wire] = WIRE_WORDS.find(([one]) => one.test(snakeCase)) ?? [/^$/, ''];
	return snakeCase.replace(pattern, wire);
}

/** Sends each field under its wire name. Fields in a collection, such as filters, are optional. */
export const requestOf =
	(fields: Fields) =>
	(values: IDataObject): WireObject =>
		readFields(
			Object.entries(fields).map(([name, field]) => ({ ...field, name })),
			values,
		);

export function bodyOf({ fields, request }: Operation, values: ItemValues): WireObject {
	const ofFields = () => requestOf(fields)(values);
	return request ? request(values, ofFields) : ofFields();
}

/** The IDs and keys of an item of which another field cannot be read. */
export function readIds({ fields }: Operation, values: WireObject = {}): WireObject {
	const ids = Object.entries(fields).filter(
		([name, field]) => /(?:Id|Key)$/.test(name) && !field.notSent,
	);
	return Object.fromEntries(
		ids.flatMap(([name, field]) => {
			try {
				return Object.entries(readFields([{ ...field, name }], values));
			} catch {
				return [];
			}
		}),
	);
}

function readFields(fields: readonly NestedField[], values: WireObject): WireObject {
	const body: WireObject = {};
	const read: WireObject = {};
	// A value that could not be read is not there, and has an error already.
	const sent = fields.filter(
		(field) =>
			Object.hasOwn(values, field.name) &&
			field.type !== 'notice' &&
			!field.notSent &&
			isShown(field, values),
	);
	const readOne = (field: NestedField) => {
		const { name } = field;
		if (field.type === 'collection') return addMembers(body, readCollection(field, values[name]));
		read[name] = readValue(field, values[name]);
		if (read[name] === undefined) return;
		const [member = '', inner] = (field.wire ?? wireNameOf(name)).split('.');
		addMembers(body, { [member]: inner === undefined ? read[name] : { [inner]: read[name] } });
	};
	const checkTime = ({ displayName, name, laterThan }: NestedField) => {
		const earlier = sent.find((field) => field.name === laterThan);
		if (earlier) requireTimeOrder(earlier.displayName, read[earlier.name], displayName, read[name]);
	};
	readAll([
		...sent.map((field) => () => readOne(field)),
		...sent.map((field) => () => checkTime(field)),
	]);
	return body;
}

/** A field was added for what it sends, so one whose expression returns nothing is refused. */
function readCollection({ options = [], wire, ifEmpty }: NestedField, value: unknown): WireObject {
	const values = isWireObject(value) ? value : {};
	const fields = options as readonly NestedField[];
	const needed = fields.filter(
		({ name, skipsMissing }) => !skipsMissing && Object.hasOwn(values, name),
	);
	readAll(
		needed.map(({ displayName, name, clears }) => () => {
			requireGiven(displayName, values[name], clears ? undefined : 'null to leave it out');
		}),
	);
	const body = readFields(fields, values);
	if (!isEmptyBody(body)) return wire ? { [wire]: body } : body;
	if (ifEmpty) throw new InvalidParameterError(...ifEmpty);
	return {};
}

/** An object that the request already has gets the members of the other. */
function addMembers(body: WireObject, members: WireObject): void {
	for (const [member, value] of Object.entries(members)) {
		const before = body[member];
		body[member] = isWireObject(before) && isWireObject(value) ? { ...before, ...value } : value;
	}
}

function readValue(field: NestedField, value: unknown): unknown {
	const { displayName, name, required, read } = field;
	if (!read && name.endsWith('Ids'))
		return (required ? requireUuids : optionalUuids)(displayName, value);
	if (!read && name.endsWith('Id'))
		return (required ? requireUuid : optionalUuid)(displayName, value);
	const found = read ? read(displayName, value) : readByType(field, value);
	if (found !== undefined || !(required || field.clears)) return found;
	if (required) throw new InvalidParameterError(...(field.ifEmpty ?? emptyText(field)));
	requireGiven(displayName, value);
	return null;
}

function readByType({ displayName, type }: Field, value: unknown): unknown {
	if (type === 'dateTime') return optionalDateTime(displayName, value);
	if (type === 'multiOptions') return optionalTexts(value);
	return type === 'string' || type === 'options' || type === 'color' ? optionalText(value) : value;
}

/** The description begins with what to enter, such as 'The name of the user'. */
function emptyText({ displayName, description = '', type }: Field): [string, string] {
	const [subject = ''] = description.split(/[.:]/);
	const verb = type === 'options' ? 'Choose' : 'Enter';
	return [
		`'${displayName}' is empty`,
		`${verb} ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`,
	];
}
