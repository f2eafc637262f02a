import { isWireObject, type WireObject, wireObjectsIn } from './records';

/** Errors of a device that do not keep a code from being set (docs/service.md#codes-7). */
const HARMLESS_ERRORS = new Set<unknown>([
	'empty_backup_access_code_pool',
	'auxiliary_heat_running',
]);

/**
 * Errors of a lock or a code that can keep a code from being set. A code also lists the errors of
 * its lock.
 */
export function seriousErrors(errors: unknown): WireObject[] {
	return wireObjectsIn(errors).filter(({ error_code: code }) => !HARMLESS_ERRORS.has(code));
}

/** True for an error of a code that comes from its lock, account or bridge. */
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

/**
 * True for an error that ends by itself once the lock is back online. All other errors of locks and
 * accounts last until a person solves them.
 */
export const isConnectionLost = ({ error_code: code }: WireObject): boolean =>
	CONNECTION_ERRORS.has(code);

/**
 * The warnings of a record: a list or, as the vendor's guide shows for grants, an object by code
 * (docs/service.md#grants-8).
 */
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
 * True if a lock has this code. A lock with schedules stores it days before the start, and has it
 * whether it is online at the start or not: the record can still say that it is unset.
 */
export const isOnLock = ({
	status,
	is_scheduled_on_device: isScheduled,
	pending_mutations: mutations,
}: WireObject): boolean =>
	!wireObjectsIn(mutations).some(({ mutation_code: code }) => NOT_ON_LOCK.has(code)) &&
	(status !== 'unset' || isScheduled === true);

/**
 * True if a lock has this code as the service wants it. Undefined if the record does not tell, such
 * as while the account is disconnected (docs/service.md#codes-5).
 */
export function isSetOnLock(code: WireObject): boolean | undefined {
	if (typeof code.status !== 'string' || code.status === 'unknown') return undefined;
	return isOnLock(code) && code.status !== 'setting' && code.status !== 'removing';
}

/** True for a device that can be a door: a room can also have a thermostat or a sensor. */
export const isLock = ({ capabilities_supported: capabilities }: WireObject): boolean =>
	!Array.isArray(capabilities) ||
	capabilities.includes('lock') ||
	capabilities.includes('access_code');

/** True for an issue that is only about those of these devices that are no doors. */
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
