import type { WireObject } from '../../wire/records';
import type { OutputForms } from '../../operation/types';
import { readPath } from '../../wire/readPath';

/**
 * Output forms of a record with more than ten fields: Simplified has the ID and the named fields or paths, in this order;
 * `selectable` are the fields that can be selected, by their names on the wire, with `labels` for those whose name does
 * not say it.
 */
export function outputForms(
	idField: string,
	simplified: readonly string[],
	selectable: readonly string[],
	labels: Readonly<Record<string, string>> = {},
): OutputForms {
	return {
		idField,
		simplify: (record: WireObject) =>
			Object.fromEntries([idField, ...simplified].map((path) => [path.replaceAll('.', '_'), readPath(record, path)])),
		selectable: Object.fromEntries(selectable.map((path) => [path, { label: labels[path] ?? labelOf(path), path }])),
	};
}

const WORDS: Readonly<Record<string, string>> = { acs: 'Access', for: 'for', id: 'ID', ids: 'IDs', on: 'on', url: 'URL' };

/** A wire name as n8n writes labels: `acs_system_id` is Access System ID. */
const labelOf = (wireName: string): string =>
	wireName.split('_').map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
