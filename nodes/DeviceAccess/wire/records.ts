import type { IDataObject } from 'n8n-workflow';

export type WireObject = Record<string, unknown>;

export function isWireObject(value: unknown): value is WireObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const wireObjectsIn = (value: unknown): WireObject[] =>
	Array.isArray(value) ? value.filter(isWireObject) : [];

/** Not every device has a display name (docs/service.md#devices-3). */
export const deviceName = ({
	display_name: name,
	nickname,
	properties,
}: WireObject): string | undefined =>
	[name, nickname, isWireObject(properties) ? properties.name : undefined].find(isText);

/** n8n's item type is narrower. */
export const toItemJson = (record: WireObject): IDataObject => record as IDataObject;

/** Reads only own members. Undefined if a part of the dotted path is missing. */
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

export const readPath = (record: WireObject, path: string): unknown => pathReader(path)(record);

export const isText = (value: unknown): value is string =>
	typeof value === 'string' && value !== '';

/** A name with line breaks would write lines of its own into a message. */
export const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** The first text that is not blank. */
export const firstText = (...values: unknown[]): string | null => {
	const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return typeof found === 'string' ? found : null;
};

export const idsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

export function withoutUndefined<Value extends object>(value: Value): Value {
	return Object.fromEntries(
		Object.entries(value).filter(([, entry]) => entry !== undefined),
	) as Value;
}

/** Undefined for an empty object, because the service treats one as a change. */
export const orNothing = <Value extends object>(value: Value): Value | undefined =>
	Object.keys(value).length > 0 ? value : undefined;
