import type { IDataObject } from 'n8n-workflow';
import type { WireObject } from '../../wire/records';
import type { Field, Fields, NestedField } from '../types';
import {
	optionalDateTime,
	optionalText,
	optionalTexts,
	optionalUuid,
	optionalUuids,
	requireUuid,
} from './checkValues';

/** Words that the API has other names for. */
const WIRE_WORDS: ReadonlyArray<[pattern: RegExp, wire: string]> = [
	[/^access_system_user_/, 'acs_user_'],
	[/^access_system_/, 'acs_system_'],
	[/^access_group_/, 'acs_access_group_'],
	[/^(access_)?credential_/, 'acs_credential_'],
	[/^entrance_/, 'acs_entrance_'],
	[/^encoder_/, 'acs_encoder_'],
];

/** The parameter of a field: `accessSystemId` is `acs_system_id`. */
function wireNameOf(name: string): string {
	const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const [pattern, wire] = WIRE_WORDS.find(([one]) => one.test(snakeCase)) ?? [/^$/, ''];
	return snakeCase.replace(pattern, wire);
}

/**
 * The request of an operation that sends what its fields say, each under its wire name and read by
 * its type. Those in a collection, such as filters, are optional.
 */
export const requestOf =
	(fields: Fields) =>
	(values: IDataObject): WireObject =>
		Object.fromEntries(
			Object.entries(fields).flatMap(([name, field]) =>
				field.type === 'collection'
					? ((field.options ?? []) as readonly NestedField[]).map((nested) =>
							toEntry(nested.name, nested, (values[name] as IDataObject)[nested.name]),
						)
					: field.type === 'notice' || field.onlyNarrows
						? []
						: [toEntry(name, field, values[name])],
			),
		);

const toEntry = (name: string, field: Field, value: unknown) =>
	[wireNameOf(name), readValue(name, field, value)] as const;

function readValue(name: string, field: Field, value: unknown): unknown {
	const { displayName, type } = field;
	if (name.endsWith('Ids')) return optionalUuids(displayName, value);
	if (name.endsWith('Id'))
		return field.required ? requireUuid(displayName, value) : optionalUuid(displayName, value);
	if (type === 'dateTime') return optionalDateTime(displayName, value);
	if (type === 'multiOptions') return optionalTexts(value);
	return type === 'string' || type === 'options' ? optionalText(value) : value;
}
