import { Type } from 'typebox';
import { changeDevice } from '../../domain/devices/changeDevice';
import { paginate } from '../pagination';
import { publishEvent } from '../../domain/publishEvent';
import { toUnmanagedDeviceRecord } from '../../domain/devices/records';
import { MetadataChanges, UnmanagedDevice } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';
import { DeviceFilters, deviceFilter } from './deviceFilters';

/** Unmanaged devices, and converting them to managed ones. */
export const unmanagedDeviceRoutes = [
	defineRoute({
		path: '/devices/unmanaged/get',
		methods: ['GET'],
		parameters: Type.Object({ device_id: Type.Optional(Uuid), name: Type.Optional(NonEmptyText) }),
		response: Type.Object({ device: UnmanagedDevice }),
		answer: (_service, { workspace, parameters }) => ({
			device: toUnmanagedDeviceRecord(findUnmanaged(workspace, parameters)),
		}),
	}),

	defineRoute({
		path: '/devices/unmanaged/list',
		methods: ['GET'],
		parameters: Type.Object({ ...DeviceFilters.properties, ...PageParameters }),
		response: Type.Object({ devices: Type.Array(UnmanagedDevice), pagination: Pagination }),
		answer({ settings }, request) {
			const { entries, pagination } = paginate(request.workspace.unmanagedDevices, request, {
				defaultLimit: 22_900,
				matches: deviceFilter(request.workspace, request.parameters, settings.source),
			});
			return { devices: entries.map(toUnmanagedDeviceRecord), pagination };
		},
	}),

	defineRoute({
		path: '/devices/unmanaged/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			device_id: Uuid,
			is_managed: Type.Optional(Type.Literal(true)),
			custom_metadata: Type.Optional(MetadataChanges),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const device = findUnmanaged(workspace, parameters);
			changeDevice(service, workspace, device, { custom_metadata: parameters.custom_metadata });
			if (!parameters.is_managed) return {};
			service.state.setDeviceManaged(workspace, device, true);
			publishEvent(service, workspace, {
				event_type: 'device.unmanaged.converted_to_managed',
				device_id: parameters.device_id,
			});
			return {};
		},
	}),
];

function findUnmanaged(
	{ unmanagedDevices }: WorkspaceState,
	address: { device_id?: string; name?: string },
): StoredDevice {
	const { device_id: id, name } = address;
	if (id === undefined && name === undefined)
		throw invalidInput('One of device_id, name is required');
	const device = unmanagedDevices.find(({ record }) =>
		id === undefined ? record.properties.name === name : record.device_id === id,
	);
	if (!device) throw notFound('device', address);
	return device;
}
