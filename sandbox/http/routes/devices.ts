import { Type } from 'typebox';
import { changeDevice, unmanage } from '../../domain/devices/changeDevice';
import { findDevice } from '../../domain/lookup';
import { paginate } from '../pagination';
import { toDeviceRecord } from '../../domain/devices/records';
import { Device, MetadataChanges } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, Nullable, PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
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
			return {
				devices: entries.map((device) => toDeviceRecord(request.workspace, device)),
				pagination,
			};
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
			changeDevice(service, workspace, device, {
				...parameters,
				name: parameters.properties?.name ?? parameters.name,
			});
			if (parameters.is_managed === false) unmanage(service, workspace, device);
			return {};
		},
	}),
];
