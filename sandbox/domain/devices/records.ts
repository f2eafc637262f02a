import type { Here } from '../service';
import type { Device, UnmanagedDevice } from '../../schemas/device';
import { simulationFlags } from './simulations';

export function toDeviceRecord(here: Here, { record }: { record: Device }): Device {
	const spaces = here.workspace.access.spaces.records.filter(({ device_ids }) =>
		device_ids.includes(record.device_id),
	);
	return {
		...record,
		...simulationFlags(here, { record }),
		space_ids: spaces.map(({ space_id }) => space_id),
	};
}

/** The short record of an unmanaged device (docs/service.md#devices-3). */
export function toUnmanagedDeviceRecord(record: Device): UnmanagedDevice {
	const {
		device_id,
		device_type,
		connected_account_id,
		workspace_id,
		capabilities_supported,
		custom_metadata,
	} = record;
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
