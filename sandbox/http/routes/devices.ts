import { Type } from 'typebox';
import { changeDevice, setOnline, unmanage } from '../../domain/devices/changeDevice';
import { findDevice, requireSandbox } from '../../domain/lookup';
import { paginate } from '../pagination';
import { toDeviceRecord } from '../../domain/devices/records';
import { PROVIDERS_WITH_SIMULATED_CONNECTION, providerOf } from '../../domain/providers';
import { Device, MetadataChanges } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, Nullable, PageParameters, Uuid } from '../../schemas/primitives';
import { ServiceError, invalidInput, notFound } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';
import { DeviceFilters, deviceFilter } from './deviceFilters';

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
		answer({ settings }, request) {
			const { entries, pagination } = paginate(request.workspace.devices, request, {
				matches: deviceFilter(request.workspace, request.parameters, settings.source),
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

/** Throws 400 in a workspace with real locks, and for a device without that simulation (facts 8). */
function findSimulated(workspace: WorkspaceState, deviceId: string): StoredDevice {
	const device = findDevice(workspace, deviceId);
	requireSandbox(workspace, 'simulate devices');
	if (PROVIDERS_WITH_SIMULATED_CONNECTION.has(providerOf(device))) return device;
	throw new ServiceError(400, 'device_type_not_supported', 'The connection of this device type cannot be simulated.', {
		data: { device_id: deviceId },
	});
}
