import { type WireObject, wireObjectsIn } from './records';

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

/** True if an error or a warning names only devices that are no locks. */
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
