import { findAccessSystem } from '../../domain/access/lookup';
import { defineRoute } from './defineRoute';
import { accessSystems } from './recordKinds';
import { bySearch, getRoute, listRoute, several } from './recordRoutes';

export const accessSystemRoutes = [
	getRoute('/acs/systems/get', accessSystems),

	// Assumes that any system that manages credentials works with any other system.
	defineRoute({
		path: '/acs/systems/list_compatible_credential_manager_acs_systems',
		answer(here, { parameters: { acs_system_id: id } }) {
			findAccessSystem(here, id);
			const managers = here.access.accessSystems.records.filter(
				(system) => system.is_credential_manager && system.acs_system_id !== id,
			);
			return several(accessSystems, managers, here);
		},
	}),

	listRoute('/acs/systems/list', accessSystems, {
		search: bySearch((system) => [system.name, system.acs_system_id]),
	}),
];
