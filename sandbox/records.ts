import type { StoredAccessCode, StoredDevice } from './state';
import type { AccessCode, UnmanagedAccessCode } from './schemas/accessCode';

/** Providers that convert no code (facts 10). The provider decides, not the maker of the lock. */
export const PROVIDERS_WITHOUT_CONVERSION: ReadonlySet<string> = new Set(['igloohome', 'kwikset', 'smartthings']);

const PROVIDERS_HIDING_PINS: ReadonlySet<string> = new Set(['smartthings']);

export const providerOf = (device: StoredDevice) => device.record.device_provider.device_provider_name;

/** The wire record of an unmanaged access code; without `code` where the provider hides PINs (facts 5, C5, C7). */
export function toUnmanagedRecord(code: StoredAccessCode, device: StoredDevice): UnmanagedAccessCode {
	return {
		...sharedMembers(code),
		...(PROVIDERS_HIDING_PINS.has(providerOf(device)) ? {} : { code: code.code }),
		status: code.isUnset ? 'unset' : 'set',
		is_managed: false,
		...(code.cannotBeManaged ? { cannot_be_managed: true } : {}),
		...(code.cannotDelete ? { cannot_delete_unmanaged_access_code: true } : {}),
	};
}

/** The wire record of a managed access code, with every required field of the specification. */
export function toManagedRecord(code: StoredAccessCode): AccessCode {
	return {
		...sharedMembers(code),
		code: code.code,
		common_code_key: null,
		status: code.isUnset ? 'unset' : 'set',
		is_managed: true,
		is_backup: false,
		is_backup_access_code_available: false,
		pulled_backup_access_code_id: null,
		is_external_modification_allowed: code.isExternalModificationAllowed ?? false,
		is_offline_access_code: false,
		is_one_time_use: false,
		is_scheduled_on_device: false,
		is_waiting_for_code_assignment: false,
		pending_mutations: [],
	};
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
