import { Type } from 'typebox';
import { DEVICE_TYPES, MANUFACTURERS } from '../../schemas/deviceEnums';
import type { Device } from '../../schemas/device';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { by, byMetadata, createdBefore, matchesNothing } from './recordRoutes';

const DeviceType = Type.Enum([...DEVICE_TYPES]);

export const deviceFilters = {
	device_ids: Type.Array(Uuid),
	device_type: DeviceType,
	device_types: Type.Array(DeviceType),
	manufacturer: by(
		Type.Enum([...MANUFACTURERS]),
		(value) => (device: Device) => device.device_manufacturer.manufacturer === value,
	),
	connected_account_id: Uuid,
	connected_account_ids: Type.Array(Uuid),
	space_id: by(Uuid, (id, { workspace }) => {
		const ids = new Set(workspace.access.spaces.get(id)?.device_ids);
		return ({ device_id: deviceId }: Device) => ids.has(deviceId);
	}),
	custom_metadata_has: byMetadata,
	created_before: createdBefore,
	search: by(NonEmptyText, (text) => (device: Device) => isFoundBy(device, text.toLowerCase())),
	connect_webview_id: by(Uuid, (id, { workspace }) => {
		const accountId = workspace.connectWebviews.get(id)?.connected_account_id;
		return (device: Device) => device.connected_account_id === accountId;
	}),
	customer_key: matchesNothing,
	user_identifier_key: matchesNothing,
};

const MIN_ID_SEARCH_LENGTH = 4;

/**
 * Whether a search finds the device: by the start of the ID (4 characters or more), connected
 * account, name, metadata or name of the location (docs/service.md#lists-5).
 */
function isFoundBy(device: Device, search: string): boolean {
	const isIdSearch = search.length >= MIN_ID_SEARCH_LENGTH;
	return (
		(isIdSearch && device.device_id.startsWith(search)) ||
		device.connected_account_id === search ||
		device.display_name.toLowerCase().includes(search) ||
		device.location.location_name.toLowerCase().includes(search) ||
		Object.values(device.custom_metadata).some((value) =>
			String(value).toLowerCase().includes(search),
		)
	);
}
