import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
	DEVICE_TYPES,
	MANUFACTURERS,
	SDK_DEVICE_TYPES,
	SDK_MANUFACTURERS,
} from '../../schemas/deviceEnums';
import type { Device } from '../../schemas/device';
import { DateTime, NonEmptyText, Nullable, Text, Uuid } from '../../schemas/primitives';
import type { Source } from '../../schemas/source';
import { invalidInput } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';

const DeviceType = Type.Enum([...DEVICE_TYPES, ...SDK_DEVICE_TYPES]);

/** The filters for managed and unmanaged devices. */
export const DeviceFilters = Type.Object({
	device_ids: Type.Optional(Type.Array(Uuid)),
	device_type: Type.Optional(DeviceType),
	device_types: Type.Optional(Type.Array(DeviceType)),
	manufacturer: Type.Optional(Type.Enum([...MANUFACTURERS, ...SDK_MANUFACTURERS])),
	connected_account_id: Type.Optional(Uuid),
	connected_account_ids: Type.Optional(Type.Array(Uuid)),
	space_id: Type.Optional(Uuid),
	/** The former name of `space_id`. */
	unstable_location_id: Type.Optional(Nullable(Uuid)),
	custom_metadata_has: Type.Optional(Type.Record(Text, Type.Union([Text, Type.Boolean()]))),
	created_before: Type.Optional(DateTime),
	search: Type.Optional(NonEmptyText),
	connect_webview_id: Type.Optional(Uuid),
	// Valid parameters for records that no fixture has, so nothing matches.
	customer_key: Type.Optional(Text),
	user_identifier_key: Type.Optional(Text),
});

/** Throws 400 `invalid_input` for a manufacturer or type that the source does not have. */
export function deviceFilter(
	workspace: WorkspaceState,
	filters: Static<typeof DeviceFilters>,
	source: Source,
): (device: StoredDevice) => boolean {
	requireKnownValues(filters, source);
	const deviceIds = filters.device_ids && new Set(filters.device_ids);
	const accountIds = filters.connected_account_ids && new Set(filters.connected_account_ids);
	const spaceId = filters.space_id ?? filters.unstable_location_id;
	const inSpace = spaceId && new Set(workspace.access.spaces.get(spaceId)?.device_ids);
	const createdBeforeMs = filters.created_before && Date.parse(filters.created_before);
	const webview =
		filters.connect_webview_id &&
		(workspace.connectWebviews.get(filters.connect_webview_id)?.connected_account_id ?? 'none');
	const isOfUnknownThing = filters.customer_key ?? filters.user_identifier_key;
	return ({ record }) =>
		isOfUnknownThing === undefined &&
		(!webview || record.connected_account_id === webview) &&
		(!deviceIds || deviceIds.has(record.device_id)) &&
		(!filters.device_type || record.device_type === filters.device_type) &&
		(!filters.device_types || filters.device_types.includes(record.device_type)) &&
		(!filters.manufacturer || record.device_manufacturer.manufacturer === filters.manufacturer) &&
		(!filters.connected_account_id ||
			record.connected_account_id === filters.connected_account_id) &&
		(!accountIds || accountIds.has(record.connected_account_id)) &&
		(!inSpace || inSpace.has(record.device_id)) &&
		(!createdBeforeMs || Date.parse(record.created_at) < createdBeforeMs) &&
		hasMetadata(record, filters.custom_metadata_has) &&
		(!filters.search || isFoundBy(record, filters.search.toLowerCase()));
}

function hasMetadata(device: Device, wanted: Record<string, string | boolean> = {}): boolean {
	return Object.entries(wanted).every(([key, value]) => device.custom_metadata[key] === value);
}

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

function requireKnownValues(
	{ manufacturer, device_type: type, device_types: types = [] }: Static<typeof DeviceFilters>,
	source: Source,
): void {
	const unknown = [manufacturer, type, ...types].find(
		(value) => value !== undefined && SDK_VALUES.has(value),
	);
	if (unknown !== undefined && source !== 'sdk')
		throw invalidInput(`${unknown} is not among the values of this filter`);
}
