import { changeDevice, unmanage } from '../../domain/devices/changeDevice';
import { findDevice } from '../../domain/lookup';
import { defineRoute } from './defineRoute';
import { deviceFilters } from './deviceFilters';
import { devices } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

export const deviceRoutes = [
	getRoute('/devices/get', devices, {
		name: (name) => (device) => device.display_name === name,
	}),

	listRoute('/devices/list', devices, deviceFilters),

	defineRoute({
		path: '/devices/update',
		answer(here, { parameters }) {
			const device = findDevice(here, parameters.device_id);
			changeDevice(here, device, {
				...parameters,
				name: parameters.properties?.name ?? parameters.name,
			});
			if (parameters.is_managed === false) unmanage(here, device);
		},
	}),
];
