import type { Parameters } from '../../schemas/parameters';
import { hasBackupPool } from './backup';
import type { NewAccessCode } from './create';
import { assignsPinsItself, requireAllowedPin } from './pinRules';
import { ServiceError, invalidInput, unsupportedDevice } from '../serviceError';
import type { Here, Service } from '../service';
import type { StoredDevice } from '../../state/state';

type NewCodeParameters = Omit<Parameters<'/access_codes/create'>, 'device_id'>;

/** A time in the ISO format of records. Undefined and null stay the same. */
export function toIso<T extends null | undefined>(time: string | T): string | T {
	return typeof time === 'string' ? new Date(time).toISOString() : time;
}

/**
 * Throws 400 `invalid_input` if only one time is given, or if the end is in the past or not after
 * the start (docs/service.md#codes-3).
 */
export function requireTimes(
	{ clock }: Service,
	{ startsAt, endsAt }: { startsAt?: string | null; endsAt?: string | null },
): void {
	if (!startsAt !== !endsAt)
		throw invalidInput('Both of starts_at, ends_at are required, or neither');
	if (!startsAt || !endsAt) return;
	if (Date.parse(endsAt) <= Date.parse(startsAt))
		throw invalidInput('ends_at must be after starts_at');
	if (Date.parse(endsAt) <= clock.now()) throw invalidInput('ends_at must be in the future');
}

/** The code to create on the device for a request. Throws 400 or 409 if the request is not allowed. */
export function draftOf(
	here: Here,
	device: StoredDevice,
	parameters: NewCodeParameters,
): NewAccessCode {
	const times = { startsAt: toIso(parameters.starts_at), endsAt: toIso(parameters.ends_at) };
	requireTimes(here, times);
	const isOffline = parameters.is_offline_access_code ?? false;
	if (isOffline) requireOfflineCode(device, parameters);
	if (parameters.use_backup_access_code_pool && !times.startsAt) {
		throw invalidInput('use_backup_access_code_pool needs starts_at and ends_at');
	}
	if (parameters.attempt_for_offline_device === false) requireReachable(device);
	if (parameters.code !== undefined) requireAllowedPin(here, device, parameters.code);
	return {
		deviceId: device.record.device_id,
		name: parameters.name ?? null,
		code: parameters.code,
		preferredLength: parameters.preferred_code_length,
		...(times.startsAt && times.endsAt ? { startsAt: times.startsAt, endsAt: times.endsAt } : {}),
		isExternalModificationAllowed:
			parameters.is_external_modification_allowed ??
			parameters.allow_external_modification ??
			false,
		commonCodeKey: parameters.common_code_key,
		prefersNativeScheduling: parameters.prefer_native_scheduling ?? true,
		...(parameters.use_backup_access_code_pool && hasBackupPool(device)
			? { usesBackupPool: true }
			: {}),
		...(isOffline ? { isOffline } : {}),
		...(parameters.is_one_time_use ? { isOneTimeUse: true } : {}),
	};
}

/** An offline code is computed from its times and never sent to the device, so its PIN cannot be chosen. */
function requireOfflineCode(device: StoredDevice, parameters: NewCodeParameters): void {
	if (!device.record.can_program_offline_access_codes) {
		const { device_id } = device.record;
		throw unsupportedDevice('The device has no offline access codes.', { device_id });
	}
	if (parameters.code !== undefined)
		throw invalidInput('The code of an offline access code cannot be chosen');
	if (!parameters.starts_at)
		throw invalidInput('An offline access code needs starts_at and ends_at');
}

function requireReachable(device: StoredDevice): void {
	if (device.record.properties.online) return;
	throw new ServiceError(400, 'device_offline', 'The device is offline.', {
		data: { device_id: device.record.device_id },
	});
}

/** Why the device does not accept a PIN that the caller chose; undefined if it does. */
export function sharingObjection(device: StoredDevice): string | undefined {
	return assignsPinsItself(device.record)
		? 'The PINs of this device are chosen by the maker of its lock'
		: undefined;
}
