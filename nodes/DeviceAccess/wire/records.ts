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
	[name, nickname].find(isText);

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

export const isText = (value: unknown): value is string =>
	typeof value === 'string' && value !== '';

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

/** docs/service.md#codes-7 */
const HARMLESS_ERRORS = new Set<unknown>([
	'empty_backup_access_code_pool',
	'auxiliary_heat_running',
]);

/** Errors that can keep a code from being set. A code also lists those of its lock. */
export function seriousErrors(errors: unknown): WireObject[] {
	return wireObjectsIn(errors).filter(({ error_code: code }) => !HARMLESS_ERRORS.has(code));
}

export const isOfDevice = ({
	is_device_error: ofDevice,
	is_connected_account_error: ofAccount,
	is_bridge_error: ofBridge,
}: WireObject): boolean => [ofDevice, ofAccount, ofBridge].includes(true);

const CONNECTION_ERRORS = new Set<unknown>([
	'bridge_disconnected',
	'device_disconnected',
	'device_offline',
	'hub_disconnected',
]);

/** True for an error that ends once the lock is back online. A person must solve all others. */
export const isConnectionLost = ({ error_code: code }: WireObject): boolean =>
	CONNECTION_ERRORS.has(code);

/** docs/service.md#grants-8 */
export function warningsOf({ warnings, warning_map: map }: WireObject): WireObject[] {
	if (!isWireObject(map)) return wireObjectsIn(warnings);
	const ofMap = Object.entries(map).map(([code, warning]) => ({
		warning_code: code,
		...(isWireObject(warning) ? warning : {}),
	}));
	return [...wireObjectsIn(warnings), ...ofMap];
}

export const messagesOf = (issues: unknown): string[] =>
	wireObjectsIn(issues).map(({ message, error_code: error, warning_code: warning }) =>
		String(message ?? error ?? warning ?? ''),
	);

export const typesOf = (issues: unknown): string[] =>
	wireObjectsIn(issues).flatMap(({ error_code: error, warning_code: warning }) => {
		const code = error ?? warning;
		return typeof code === 'string' && code !== '' ? [code] : [];
	});

const NOT_ON_LOCK = new Set<unknown>(['creating', 'deferring_creation']);

/**
 * A lock with schedules stores a code days before the start, and has it even if it is offline then:
 * the record can still say `unset`.
 */
export const isOnLock = ({
	status,
	is_scheduled_on_device: isScheduled,
	pending_mutations: mutations,
}: WireObject): boolean =>
	!wireObjectsIn(mutations).some(({ mutation_code: code }) => NOT_ON_LOCK.has(code)) &&
	(status !== 'unset' || isScheduled === true);

/** As the service wants it. Undefined if the record does not tell (docs/service.md#codes-5). */
export function isSetOnLock(code: WireObject): boolean | undefined {
	if (typeof code.status !== 'string' || code.status === 'unknown') return undefined;
	return isOnLock(code) && code.status !== 'setting' && code.status !== 'removing';
}

/** A room can also have a thermostat or a sensor. */
export const isLock = ({ capabilities_supported: capabilities }: WireObject): boolean =>
	!Array.isArray(capabilities) ||
	capabilities.includes('lock') ||
	capabilities.includes('access_code');

export function isAboutNoDoor(
	{ device_id: deviceId, missing_device_ids: missing, failed_devices: failed }: WireObject,
	devices: readonly WireObject[],
): boolean {
	const ids = [
		...(deviceId === undefined ? [] : [deviceId]),
		...(Array.isArray(missing) ? (missing as unknown[]) : []),
		...wireObjectsIn(failed).map(({ device_id: failedId }) => failedId),
	];
	const isNoDoor = (id: unknown) =>
		devices.some((device) => device.device_id === id && !isLock(device));
	return ids.length > 0 && ids.every(isNoDoor);
}
