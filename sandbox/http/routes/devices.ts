import { Type } from 'typebox';
import { changeDevice, unmanage } from '../../domain/devices/changeDevice';
import { findDevice } from '../../domain/lookup';
import { MetadataChanges } from '../../schemas/device';
import { NonEmptyText, Nullable, Uuid, optional } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';
import { deviceFilters } from './deviceFilters';
import { devices } from './recordKinds';
import { by, getRoute, listRoute } from './recordRoutes';

export const deviceRoutes = [
	getRoute('/devices/get', devices, {
		name: by(NonEmptyText, (name) => (device) => device.display_name === name),
	}),

	listRoute('/devices/list', devices, deviceFilters),

	defineRoute({
		path: '/devices/update',
		parameters: {
			device_id: Uuid,
			...optional({
				name: Nullable(NonEmptyText),
				is_managed: Type.Boolean(),
				custom_metadata: MetadataChanges,
				backup_access_code_pool_enabled: Type.Boolean(),
				properties: Type.Object({ name: Type.Optional(NonEmptyText) }),
			}),
		},
		answer(service, { workspace, parameters }) {
			const device = findDevice(workspace, parameters.device_id);
			changeDevice(service, workspace, device, {
				...parameters,
				name: parameters.properties?.name ?? parameters.name,
			});
			if (parameters.is_managed === false) unmanage(service, workspace, device);
		},
	}),
];
