import { releaseCode } from '../accessCodes/remove';
import { accessCodesOf } from '../lookup';
import { publishEvent } from '../publishEvent';
import type { Device } from '../../schemas/device';
import { invalidInput } from '../serviceError';
import type { Here } from '../service';
import type { StoredDevice } from '../../state/state';
import { given, without } from '../without';

interface DeviceChanges {
	/** Null removes the nickname, so that the provider's name shows again. */
	name?: string | null;
	custom_metadata?: Record<string, string | boolean | null>;
	backup_access_code_pool_enabled?: boolean;
}

const MAX_METADATA_ENTRIES = 50;

/** Changes only the given fields of a device. Publishes an event if its display name changed. */
export function changeDevice(here: Here, device: StoredDevice, changes: DeviceChanges): void {
	const { record } = device;
	const { backup_access_code_pool_enabled: isPoolEnabled } = changes;
	here.state.setDevice(device, {
		...renamed(record, changes.name),
		custom_metadata: mergedMetadata(record.custom_metadata, changes.custom_metadata),
		properties: {
			...record.properties,
			...given({ backup_access_code_pool_enabled: isPoolEnabled }),
		},
	});
	const { device_id, display_name } = device.record;
	if (display_name === record.display_name) return;
	publishEvent(here, {
		event_type: 'device.name_changed',
		device_id,
		device_name: display_name,
	});
}

function renamed(record: Device, name: string | null | undefined): Device {
	if (name === undefined) return record;
	if (name !== null) return { ...record, nickname: name, display_name: name };
	return { ...without(record, 'nickname'), display_name: record.properties.appearance.name };
}

function mergedMetadata(
	current: Device['custom_metadata'],
	changes: Record<string, string | boolean | null> = {},
): Device['custom_metadata'] {
	const merged = new Map<string, string | boolean>(Object.entries(current));
	for (const [key, value] of Object.entries(changes)) {
		if (value === null) merged.delete(key);
		else merged.set(key, value);
	}
	if (merged.size > MAX_METADATA_ENTRIES)
		throw invalidInput(`custom_metadata takes at most ${MAX_METADATA_ENTRIES} entries`);
	return Object.fromEntries(merged);
}

/** Makes the device and its managed codes unmanaged (docs/service.md#devices-2). */
export function unmanage(here: Here, device: StoredDevice): void {
	const { device_id } = device.record;
	for (const code of accessCodesOf(here, device_id, true)) releaseCode(here, code);
	publishEvent(here, { event_type: 'device.converted_to_unmanaged', device_id });
	here.state.setDeviceManaged(here.workspace, device, false);
}
