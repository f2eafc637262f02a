import { type WireObject, wireObjectsIn } from './records';

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
