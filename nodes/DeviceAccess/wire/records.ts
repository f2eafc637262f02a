import type { IDataObject } from 'n8n-workflow';

export type WireObject = Record<string, unknown>;

export interface Pagination {
	next_page_cursor: string | null;
	has_next_page: boolean;
}

export interface ActionAttempt {
	action_attempt_id: string;
	action_type: string;
	status: 'pending' | 'success' | 'error';
	result: WireObject | null;
	error: { type: string; message: string } | null;
}

/** More fields depend on the type. One that is null is absent. */
export interface ServiceEvent extends WireObject {
	event_id: string;
	event_type: string;
	created_at: string;
	device_id?: string | null;
	access_code_id?: string | null;
}

/** Only the answer to the creation is sure to have the secret (docs/service.md#events-8). */
export interface Webhook {
	webhook_id: string;
	url: string;
	event_types?: string[];
	secret?: string;
}

export function isWireObject(value: unknown): value is WireObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const wireObjectsIn = (value: unknown): WireObject[] =>
	Array.isArray(value) ? value.filter(isWireObject) : [];

/** docs/service.md#attempts-2 */
export function readActionAttempt(value: unknown): ActionAttempt | undefined {
	if (!isWireObject(value) || typeof value.action_attempt_id !== 'string') return undefined;
	const { status, result, error } = value;
	return {
		...value,
		action_attempt_id: value.action_attempt_id,
		action_type: typeof value.action_type === 'string' ? value.action_type : '',
		status: status === 'success' || status === 'error' ? status : 'pending',
		result: isWireObject(result) ? result : null,
		error: isWireObject(error)
			? { ...error, type: String(error.type ?? ''), message: String(error.message ?? '') }
			: null,
	};
}

/** Leaves out entries without an ID, a type or a time, because they cannot be told apart. */
export function readEvents(values: WireObject[]): ServiceEvent[] {
	return values.filter(
		(value): value is ServiceEvent =>
			typeof value.event_id === 'string' &&
			typeof value.event_type === 'string' &&
			typeof value.created_at === 'string' &&
			!Number.isNaN(Date.parse(value.created_at)),
	);
}

export const deviceName = ({ display_name: name, nickname }: WireObject): string | undefined =>
	[name, nickname].find((text): text is string => typeof text === 'string' && text !== '');

const NAMES: Readonly<Record<string, string>> = {
	card: 'card',
	cloud_key: 'cloud key',
	code: 'PIN',
	mobile_key: 'mobile key',
};

export const nameOfMode = (mode: string, otherwise = mode): string =>
	(Object.hasOwn(NAMES, mode) ? NAMES[mode] : undefined) ?? otherwise;

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
