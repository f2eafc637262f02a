import type { WireObject } from './records';

/**
 * Makes the function that reads the value at a dotted path of own members, or undefined if a part
 * is missing.
 */
export function pathReader(path: string): (record: WireObject) => unknown {
	const keys = path.split('.');
	return (record) => {
		let value: unknown = record;
		for (const key of keys) {
			if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
				return undefined;
			value = (value as WireObject)[key];
		}
		return value;
	};
}

/** The value at a dotted path of one record. */
export const readPath = (record: WireObject, path: string): unknown => pathReader(path)(record);
