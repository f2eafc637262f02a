import { pathReader, type WireObject } from '../../wire/records';
import { orderForReading, type OutputForms } from '../../operation';

/** A field by its API name or path, or a path with another name for the output. */
type SelectableField = string | readonly [name: string, path: string];

type SimplifiedField =
	SelectableField | readonly [name: string, read: (record: WireObject) => unknown];

/** A member inside another one has no name of its own. */
const isSelectable = (field: SimplifiedField): field is SelectableField =>
	typeof field === 'string' ? !field.includes('.') : typeof field[1] === 'string';

/**
 * Simplified has the named fields or paths, the ID, and the `added` fields that an option added to
 * the record. People can select the fields and the `others` by label; `labels` are for unclear
 * names.
 */
export function outputForms(
	idField: string,
	simplified: readonly SimplifiedField[],
	others: readonly SelectableField[],
	labels: Readonly<Record<string, string>> = {},
	added: readonly string[] = [],
): OutputForms {
	const named = simplified.includes(idField) ? simplified : [idField, ...simplified];
	const readers = named.map((field) => {
		const [name, source] = typeof field === 'string' ? [field.replaceAll('.', '_'), field] : field;
		return { name, read: typeof source === 'string' ? pathReader(source) : source };
	});
	const ofSimplified = simplified.filter(isSelectable).filter((field) => field !== idField);
	const choices = [...ofSimplified, ...others].map(
		(field): [string, { label: string; path: string }] => {
			const [name, path] = typeof field === 'string' ? [field, field] : field;
			return [name, { label: labels[name] ?? labelOf(name), path }];
		},
	);
	return {
		idField,
		simplify: (record) => {
			const simplified: WireObject = {};
			for (const { name, read } of readers) simplified[name] = read(record);
			for (const name of added) if (Object.hasOwn(record, name)) simplified[name] = record[name];
			return orderForReading(simplified);
		},
		selectable: Object.fromEntries(choices.sort(([, a], [, b]) => a.label.localeCompare(b.label))),
	};
}

const WORDS: Readonly<Record<string, string>> = {
	acs: 'Access',
	for: 'for',
	id: 'ID',
	ids: 'IDs',
	on: 'on',
	url: 'URL',
};

/** `acs_system_id` becomes Access System ID, and `user_identity_id` becomes Person ID. */
const labelOf = (wireName: string): string =>
	wireName
		.replace('user_identity', 'person')
		.split('_')
		.map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
