import { isWireObject, type WireObject, wireObjectsIn } from './records';

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
