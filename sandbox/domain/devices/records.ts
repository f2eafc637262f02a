import type { Device, UnmanagedDevice } from '../../schemas/device';
import type { StoredDevice, WorkspaceState } from '../../state/state';

/** The wire record of a managed device, with the spaces that it is in. */
export function toDeviceRecord({ access }: WorkspaceState, { record }: StoredDevice): Device {
	const spaces = access.spaces.records.filter(({ device_ids }) => device_ids.includes(record.device_id));
	return spaces.length === 0 ? record : { ...record, space_ids: spaces.map(({ space_id }) => space_id) };
}

/** The short record of a device that the workspace has given up (facts 5). */
export function toUnmanagedDeviceRecord({ record }: StoredDevice): UnmanagedDevice {
	const { device_id, device_type, connected_account_id, workspace_id, capabilities_supported, custom_metadata } = record;
	const { errors, warnings, created_at } = record;
	const { online, name, manufacturer, model, battery, battery_level } = record.properties;
	return {
		device_id,
		device_type,
		connected_account_id,
		workspace_id,
		capabilities_supported,
		custom_metadata,
		properties: { online, name, manufacturer, model, battery, battery_level },
		errors,
		warnings,
		created_at,
		is_managed: false,
	};
}
