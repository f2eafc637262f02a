import type { OutputForms } from '../../nodes/DeviceAccess/operation/types';
import { readPath, type WireObject } from '../../nodes/DeviceAccess/wire/records';
import { mapValues, type Members, objectOf, type OutputSchema } from './outputSchema';

/** Stands for a value of this type in a record. */
class Value {
	constructor(readonly schema: OutputSchema) {}
}

/**
 * The members of all output forms of a record: first those of Simplified, then those that people can select, then the
 * others. Throws if a form has a member that the record lacks.
 */
export function shapeOutput(record: Members, output: OutputForms | undefined): Members {
	if (!output) return record;
	const example = mapValues(record, exampleOf);
	const selectable = mapValues(output.selectable, ({ path }) => readPath(example, path));
	const forms = mapValues({ ...output.simplify(example), ...selectable }, typeOf);
	return { ...forms, ...record, ...forms };
}

/** Begins a text that stands for one of a type: forms can look whether a value is a text. */
const TEXT_OF = 'text of ';

/** A value of the type, in which every number and flag is a Value, and every text names its type. */
function exampleOf({ type, properties, items }: OutputSchema): unknown {
	if (properties) return mapValues(properties, exampleOf);
	if (items) return [exampleOf(items)];
	return [type].flat().includes('string')
		? `${TEXT_OF}${JSON.stringify(type)}`
		: new Value({ type });
}

/** The type of a value that a form made from the example. */
export function typeOf(value: unknown, key: string): OutputSchema {
	if (value instanceof Value) return value.schema;
	if (typeof value === 'string' && value.startsWith(TEXT_OF))
		return { type: JSON.parse(value.slice(TEXT_OF.length)) as OutputSchema['type'] };
	if (Array.isArray(value)) return { type: 'array', items: typeOf(value[0], key) };
	if (typeof value === 'object' && value !== null)
		return objectOf(mapValues(value as WireObject, typeOf));
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
		return { type: typeof value as 'string' | 'number' | 'boolean' };
	throw new Error(`The record has no '${key}', which its output forms show`);
}
