import type { WireObject } from '../../wire/records';
import type { OutputForms } from '../../operation/types';
import { readPath } from '../../wire/readPath';

/**
 * Output forms of a record with more than ten fields: Simplified has the ID and the named fields or paths, in this order;
 * `labels` are the fields that can be selected, by their names on the wire.
 */
export function outputForms(idField: string, simplified: readonly string[], labels: Readonly<Record<string, string>>): OutputForms {
	return {
		idField,
		simplify: (record: WireObject) =>
			Object.fromEntries([idField, ...simplified].map((path) => [path.replaceAll('.', '_'), readPath(record, path)])),
		selectable: Object.fromEntries(Object.entries(labels).map(([path, label]) => [path, { label, path }])),
	};
}
