import type { Here } from '../service';
import { type Device, UNMANAGED_PROPERTIES, type UnmanagedDevice } from '../../schemas/device';
import { pick } from '../without';
import { simulationFlags } from './simulations';

export function toDeviceRecord(here: Here, { record }: { record: Device }): Device {
	const spaces = here.access.spaces.records.filter(({ device_ids }) =>
		device_ids.includes(record.device_id),
	);
	return {
		...record,
		...simulationFlags(here, { record }),
		space_ids: spaces.map(({ space_id }) => space_id),
	};
}

/** The short record of an unmanaged device (docs/service.md#devices-3). */
export const toUnmanagedDeviceRecord = (record: Device): UnmanagedDevice => ({
	...pick(
		record,
		'device_id',
		'device_type',
		'connected_account_id',
		'workspace_id',
		'capabilities_supported',
		'custom_metadata',
		'errors',
		'warnings',
		'created_at',
	),
	properties: pick(record.properties, ...UNMANAGED_PROPERTIES),
	is_managed: false,
});
