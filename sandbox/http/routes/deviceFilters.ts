import { Type } from 'typebox';
import {
	DEVICE_TYPES,
	MANUFACTURERS,
	SDK_DEVICE_TYPES,
	SDK_MANUFACTURERS,
} from '../../schemas/deviceEnums';
import type { Device } from '../../schemas/device';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { invalidInput } from '../../domain/serviceError';
import { by, byMetadata, createdBefore, matchesNothing, type Where } from './recordRoutes';

const DeviceType = Type.Enum([...DEVICE_TYPES, ...SDK_DEVICE_TYPES]);

export const deviceFilters = {
	device_ids: Type.Array(Uuid),
	device_type: by(DeviceType, (value, where) => {
		requireKnown(where, value);
		return (device: Device) => device.device_type === value;
	}),
	device_types: by(Type.Array(DeviceType), (values, where) => {
		requireKnown(where, ...values);
		return (device: Device) => values.includes(device.device_type);
	}),
	manufacturer: by(Type.Enum([...MANUFACTURERS, ...SDK_MANUFACTURERS]), (value, where) => {
		requireKnown(where, value);
		return (device: Device) => device.device_manufacturer.manufacturer === value;
	}),
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

const SDK_VALUES: ReadonlySet<string> = new Set([...SDK_MANUFACTURERS, ...SDK_DEVICE_TYPES]);

/** Throws 400 `invalid_input` for a manufacturer or type that the source does not have. */
function requireKnown({ service }: Where, ...values: string[]): void {
	const unknown = values.find((value) => SDK_VALUES.has(value));
	if (unknown !== undefined && service.settings.source !== 'sdk')
		throw invalidInput(`${unknown} is not among the values of this filter`);
}
