import type { WireObject } from './records';

/** The value at a dotted path of own members, or undefined if a part is missing. */
export const readPath = (record: WireObject, path: string): unknown => pathReader(path)(record);

/** The same for many records. */
export function pathReader(path: string): (record: WireObject) => unknown {
	const keys = path.split('.');
	return (record) => readMember(record, keys);
}

function readMember(record: WireObject, keys: string[]): unknown {
	let value: unknown = record;
	for (const key of keys) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as WireObject)[key];
	}
	return value;
}
