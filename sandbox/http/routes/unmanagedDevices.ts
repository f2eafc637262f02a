import { Type } from 'typebox';
import { changeDevice } from '../../domain/devices/changeDevice';
import { publishEvent } from '../../domain/publishEvent';
import { type Device, MetadataChanges } from '../../schemas/device';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { notFound } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { deviceFilters } from './deviceFilters';
import { unmanagedDevices } from './recordKinds';
import { by, getRoute, listRoute } from './recordRoutes';

const byName = {
	name: by(NonEmptyText, (name) => (device: Device) => device.properties.name === name),
};

export const unmanagedDeviceRoutes = [
	getRoute('/devices/unmanaged/get', unmanagedDevices, byName),

	listRoute('/devices/unmanaged/list', unmanagedDevices, deviceFilters, {
		defaultLimit: 22_900,
	}),

	defineRoute({
		path: '/devices/unmanaged/update',
		parameters: {
			device_id: Uuid,
			is_managed: Type.Optional(Type.Literal(true)),
			custom_metadata: Type.Optional(MetadataChanges),
		},
		answer(service, { workspace, parameters }) {
			const device = workspace.unmanagedDevices.find(
				({ record }) => record.device_id === parameters.device_id,
			);
			if (!device) throw notFound('device', { device_id: parameters.device_id });
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
