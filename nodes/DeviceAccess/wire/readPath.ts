import type { WireObject } from './records';

/** The value at a dotted path of own members, or undefined if a part is missing. */
export function readPath(record: WireObject, path: string): unknown {
	let value: unknown = record;
	for (const key of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as WireObject)[key];
	}
	return value;
}
