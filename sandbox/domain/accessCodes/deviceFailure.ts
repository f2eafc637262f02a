import type { Here } from '../service';
import type { Fault } from '../../faults/faults';
import type { ErrorIssue } from '../../schemas/issue';
import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { scriptedFailure, type AttemptFailure } from '../attempts';

export interface DeviceFailure {
	error: AttemptFailure;
	/** Added to the code's `errors`. Absent if the device's own error is the reason. */
	issue?: Pick<ErrorIssue, 'error_code' | 'message'>;
}

/** What keeps the device from acting now: a scripted fault, or its own error, such as being offline. */
export function deviceFailure(
	device: StoredDevice,
	fault: Fault | undefined,
	errorCode: string,
): DeviceFailure | undefined {
	const error = scriptedFailure(fault);
	if (fault?.kind === 'attemptFails' && error)
		return { error, issue: { error_code: fault.type ?? errorCode, message: error.message } };
	const deviceError = blockingError(device);
	return deviceError && { error: { type: deviceError.error_code, message: deviceError.message } };
}

/** Errors that do not affect codes (docs/service.md#codes-7). */
const HARMLESS_ERRORS = new Set(['empty_backup_access_code_pool', 'auxiliary_heat_running']);

/** The device's own error that keeps it from setting, changing, converting and removing codes. */
export function blockingError(device: StoredDevice | undefined): ErrorIssue | undefined {
	return device?.record.errors.find(({ error_code }) => !HARMLESS_ERRORS.has(error_code));
}

export function fullDeviceFailure(
	{ workspace }: Pick<Here, 'workspace'>,
	device: StoredDevice,
): DeviceFailure | undefined {
	const { max_active_codes_supported: capacity = Infinity } = device.record.properties;
	const codes = workspace.accessCodesByDevice.get(device.record.device_id) ?? [];
	if (codes.filter((code) => isOnDevice(code) && !code.isOffline).length < capacity)
		return undefined;
	const issue = {
		error_code: 'no_space_for_access_code_on_device',
		message: 'The device has no space for another access code.',
	};
	return { error: { type: issue.error_code, message: issue.message }, issue };
}

/** Whether the device has the code. Codes that exist from the start are on the device unless they are unset. */
export function isOnDevice(code: StoredAccessCode): boolean {
	return code.isOnDevice ?? !code.isUnset;
}
