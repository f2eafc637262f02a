import type { AccessCode, UnmanagedAccessCode } from '../../schemas/accessCode';
import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { findDevice } from '../lookup';
import { PROVIDERS_HIDING_PINS, providerOf } from '../providers';
import type { Here } from '../service';

/**
 * The wire record of an unmanaged access code; without `code` where the provider hides PINs
 * (docs/service.md#unmanaged-1).
 */
export function toUnmanagedRecord(here: Here, code: StoredAccessCode): UnmanagedAccessCode {
	const device = findDevice(here, code.deviceId);
	return {
		...sharedMembers(code),
		...(PROVIDERS_HIDING_PINS.has(providerOf(device)) ? {} : { code: code.code }),
		status: code.isUnset ? 'unset' : 'set',
		is_managed: false,
		...(code.cannotBeManaged ? { cannot_be_managed: true } : {}),
		...(code.cannotDelete ? { cannot_delete_unmanaged_access_code: true } : {}),
	};
}

/**
 * The wire record of a managed access code, with every required field. The errors of the
 * device are also on the code (docs/service.md#codes-7), and the status is `unknown` while the
 * account of the device is disconnected (docs/service.md#codes-5).
 */
export function toManagedRecord({ workspace }: Here, code: StoredAccessCode): AccessCode {
	const device = workspace.devicesById.get(code.deviceId);
	const deviceErrors = device?.record.errors ?? [];
	const isUnknown = deviceErrors.some(({ error_code }) => error_code === 'account_disconnected');
	return {
		starts_at: null,
		ends_at: null,
		...sharedMembers(code),
		code: code.isWaitingForCodeAssignment ? null : code.code,
		common_code_key: code.commonCodeKey ?? null,
		status: isUnknown ? 'unknown' : (code.status ?? (code.isUnset ? 'unset' : 'set')),
		is_managed: true,
		is_backup: code.isBackup ?? false,
		is_backup_access_code_available:
			code.usesBackupPool === true && code.pulledBackupAccessCodeId === undefined,
		pulled_backup_access_code_id: code.pulledBackupAccessCodeId ?? null,
		is_external_modification_allowed: code.isExternalModificationAllowed ?? false,
		is_offline_access_code: code.isOffline ?? false,
		is_one_time_use: code.isOneTimeUse ?? false,
		is_scheduled_on_device: code.isScheduledOnDevice ?? false,
		is_waiting_for_code_assignment: code.isWaitingForCodeAssignment ?? false,
		errors: [...(code.errors ?? []), ...deviceErrors],
		pending_mutations: code.pendingMutations ?? [],
		...(code.nameOnDevice === undefined ? {} : { appearance: { name: code.nameOnDevice } }),
		...(device && providerOf(device) === 'lockvendor'
			? { lockvendor_metadata: code.lockvendorMetadata ?? null }
			: {}),
	};
}

/** The name as the device shows it: shortened if the device has no room for all of it. */
export function nameShownOn(device: StoredDevice, name: string): string {
	const rule = device.record.properties.code_constraints?.find(
		({ constraint_type }) => constraint_type === 'name_length',
	);
	return name.slice(0, rule?.max_length);
}

function sharedMembers(code: StoredAccessCode) {
	return {
		access_code_id: code.accessCodeId,
		workspace_id: code.workspaceId,
		device_id: code.deviceId,
		name: code.name,
		...(code.startsAt
			? { type: 'time_bound' as const, starts_at: code.startsAt, ends_at: code.endsAt ?? null }
			: { type: 'ongoing' as const }),
		created_at: code.createdAt,
		errors: code.errors ?? [],
		warnings: code.warnings ?? [],
	};
}
