import { Type } from 'typebox';
import type { Static } from 'typebox';
import { changeDevice, setOnline, unmanage } from '../../domain/devices/changeDevice';
import { findDevice, requireSandbox } from '../../domain/lookup';
import { paginate } from '../pagination';
import { toDeviceRecord } from '../../domain/devices/records';
import { PROVIDERS_WITH_SIMULATED_CONNECTION, providerOf } from '../../domain/providers';
import { Device, MetadataChanges } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { DateTime, NonEmptyText, Nullable, PageParameters, Text, Uuid } from '../../schemas/primitives';
import { ServiceError, invalidInput, notFound } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

const DeviceFilters = Type.Object({
	device_ids: Type.Optional(Type.Array(Uuid)),
	device_type: Type.Optional(Text),
	device_types: Type.Optional(Type.Array(Text)),
	manufacturer: Type.Optional(Text),
	connected_account_id: Type.Optional(Uuid),
	connected_account_ids: Type.Optional(Type.Array(Uuid)),
	space_id: Type.Optional(Uuid),
	custom_metadata_has: Type.Optional(Type.Record(Text, Type.Union([Text, Type.Boolean()]))),
	created_before: Type.Optional(DateTime),
	search: Type.Optional(NonEmptyText),
	// Known parameters of things that no fixture has: nothing matches them.
	connect_webview_id: Type.Optional(Uuid),
	customer_key: Type.Optional(Text),
	user_identifier_key: Type.Optional(Text),
});

export const deviceRoutes = [
	defineRoute({
		path: '/devices/get',
		methods: ['GET'],
		parameters: Type.Object({ device_id: Type.Optional(Uuid), name: Type.Optional(NonEmptyText) }),
		response: Type.Object({ device: Device }),
		answer(_service, { workspace, parameters: { device_id: deviceId, name } }) {
			if (deviceId) return { device: toDeviceRecord(workspace, findDevice(workspace, deviceId)) };
			if (!name) throw invalidInput('One of device_id, name is required');
			const device = workspace.devices.find(({ record }) => record.display_name === name);
			if (!device) throw notFound('device', { name });
			return { device: toDeviceRecord(workspace, device) };
		},
	}),

	defineRoute({
		path: '/devices/list',
		methods: ['GET'],
		parameters: Type.Object({ ...DeviceFilters.properties, ...PageParameters }),
		response: Type.Object({ devices: Type.Array(Device), pagination: Pagination }),
		answer(_service, request) {
			const { entries, pagination } = paginate(request.workspace.devices, request, {
				matches: deviceFilter(request.workspace, request.parameters),
			});
			return { devices: entries.map((device) => toDeviceRecord(request.workspace, device)), pagination };
		},
	}),

	defineRoute({
		path: '/devices/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			device_id: Uuid,
			name: Type.Optional(Nullable(NonEmptyText)),
			is_managed: Type.Optional(Type.Boolean()),
			custom_metadata: Type.Optional(MetadataChanges),
			backup_access_code_pool_enabled: Type.Optional(Type.Boolean()),
			properties: Type.Optional(Type.Object({ name: Type.Optional(NonEmptyText) })),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const device = findDevice(workspace, parameters.device_id);
			changeDevice(service, workspace, device, { ...parameters, name: parameters.properties?.name ?? parameters.name });
			if (parameters.is_managed === false) unmanage(service, workspace, device);
			return {};
		},
	}),

	defineRoute({
		path: '/devices/simulate/disconnect',
		methods: [],
		parameters: Type.Object({ device_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			setOnline(service, workspace, findSimulated(workspace, parameters.device_id), false);
			return {};
		},
	}),

	defineRoute({
		path: '/devices/simulate/connect',
		methods: [],
		parameters: Type.Object({ device_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			setOnline(service, workspace, findSimulated(workspace, parameters.device_id), true);
			return {};
		},
	}),
];

function deviceFilter(workspace: WorkspaceState, filters: Static<typeof DeviceFilters>): (device: StoredDevice) => boolean {
	const deviceIds = filters.device_ids && new Set(filters.device_ids);
	const accountIds = filters.connected_account_ids && new Set(filters.connected_account_ids);
	const inSpace = filters.space_id && new Set(workspace.access.spaces.get(filters.space_id)?.device_ids);
	const createdBeforeMs = filters.created_before && Date.parse(filters.created_before);
	const isOfUnknownThing = filters.connect_webview_id ?? filters.customer_key ?? filters.user_identifier_key;
	return ({ record }) =>
		isOfUnknownThing === undefined &&
		(!deviceIds || deviceIds.has(record.device_id)) &&
		(!filters.device_type || record.device_type === filters.device_type) &&
		(!filters.device_types || filters.device_types.includes(record.device_type)) &&
		(!filters.manufacturer || record.device_manufacturer.manufacturer === filters.manufacturer) &&
		(!filters.connected_account_id || record.connected_account_id === filters.connected_account_id) &&
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

/** Facts 3: beginning of the id (4 characters or more), connected account, name, metadata, name of the location. */
function isFoundBy(device: Device, search: string): boolean {
	const isIdSearch = search.length >= MIN_ID_SEARCH_LENGTH;
	return (
		(isIdSearch && device.device_id.startsWith(search)) ||
		device.connected_account_id === search ||
		device.display_name.toLowerCase().includes(search) ||
		device.location.location_name.toLowerCase().includes(search) ||
		Object.values(device.custom_metadata).some((value) => String(value).toLowerCase().includes(search))
	);
}

/** Throws 400 in a workspace with real locks, and for a device without that simulation (facts 8). */
function findSimulated(workspace: WorkspaceState, deviceId: string): StoredDevice {
	const device = findDevice(workspace, deviceId);
	requireSandbox(workspace, 'simulate devices');
	if (PROVIDERS_WITH_SIMULATED_CONNECTION.has(providerOf(device))) return device;
	throw new ServiceError(400, 'device_type_not_supported', 'The connection of this device type cannot be simulated.', {
		data: { device_id: deviceId },
	});
}
