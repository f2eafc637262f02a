import { changeDevice } from '../../domain/devices/changeDevice';
import { publishEvent } from '../../domain/publishEvent';
import { notFound } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { deviceFilters } from './deviceFilters';
import { unmanagedDevices } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

export const unmanagedDeviceRoutes = [
	getRoute('/devices/unmanaged/get', unmanagedDevices, {
		name: (name) => (device) => device.properties.name === name,
	}),

	listRoute('/devices/unmanaged/list', unmanagedDevices, deviceFilters, {
		defaultLimit: 22_900,
	}),

	defineRoute({
		path: '/devices/unmanaged/update',
		answer(here, { parameters }) {
			const { workspace } = here;
			const device = workspace.unmanagedDevices.find(
				({ record }) => record.device_id === parameters.device_id,
			);
			if (!device) throw notFound('device', { device_id: parameters.device_id });
			changeDevice(here, device, { custom_metadata: parameters.custom_metadata });
			if (!parameters.is_managed) return {};
			here.state.setDeviceManaged(workspace, device, true);
			publishEvent(here, {
				event_type: 'device.unmanaged.converted_to_managed',
				device_id: parameters.device_id,
			});
			return {};
		},
	}),
];
