import { InvalidParameterError } from '../../errors/errors';
import { isWireObject, orNothing } from '../../wire/records';
import { type NestedField, optionalText, requireGiven, stringField } from '../../operation';

/** See docs/service.md#devices-6. */
const MAX_ENTRIES = 50;
const MAX_VALUE_LENGTH = 500;

export const metadataField = <const Name extends string>(
	name: Name,
	description: string,
	valueDescription: string,
) =>
	({
		displayName: 'Custom Metadata',
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Entry',
		default: {},
		description,
		read: (_label, rows) => metadataOf(rows),
		options: [
			{
				displayName: 'Entries',
				name: 'entries',
				values: [
					stringField('Key', 'The name of the entry', { name: 'key', placeholder: 'e.g. floor' }),
					stringField('Value', valueDescription, { name: 'value', takesBoolean: true }),
				],
			},
		],
	}) satisfies NestedField;

/** An empty value is null. */
export function metadataOf(rows: unknown): Record<string, string | boolean | null> | undefined {
	if (!isWireObject(rows) || !Array.isArray(rows.entries)) return undefined;
	const metadata = new Map<string, string | boolean | null>();
	for (const row of rows.entries.filter(isWireObject)) {
		const { key, value } = row;
		const name = optionalText(key);
		if (name === undefined)
			throw new InvalidParameterError(
				"'Key' under 'Custom Metadata' is empty",
				'Enter a key for every entry.',
			);
		// Null removes the entry, so an expression that returns nothing is refused.
		if ('value' in row) requireGiven(`Value' of '${name}`, value);
		const text = typeof value === 'boolean' ? value : (optionalText(value) ?? null);
		if (typeof text === 'string' && text.length > MAX_VALUE_LENGTH) {
			throw new InvalidParameterError(
				`'Value' of '${name}' can have at most ${MAX_VALUE_LENGTH} characters`,
			);
		}
		metadata.set(name, text);
	}
	if (metadata.size > MAX_ENTRIES)
		throw new InvalidParameterError(`'Custom Metadata' can hold ${MAX_ENTRIES} entries at most`);
	return Object.fromEntries(metadata);
}

export const byMetadata: NestedField = {
	...metadataField(
		'customMetadata',
		'Only records whose custom metadata has all of these entries',
		'The exact text of the entry. For a yes-or-no entry, use an expression that returns true or false.',
	),
	wire: 'custom_metadata_has',
	read: (_label, rows) => metadataFilter(rows),
};

function metadataFilter(rows: unknown): Record<string, string | boolean | null> | undefined {
	const metadata = metadataOf(rows) ?? {};
	const [empty] = Object.entries(metadata).find(([, value]) => value === null) ?? [];
	if (empty !== undefined)
		throw new InvalidParameterError(
			`'Value' of '${empty}' is empty`,
			"Enter the value that the entry under 'Custom Metadata' must have.",
		);
	return orNothing(metadata);
}
