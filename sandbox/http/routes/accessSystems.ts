import { Type } from 'typebox';
import { findAccessSystem } from '../../domain/access/lookup';
import { toAccessSystemRecord } from '../../domain/access/records';
import { AccessSystem } from '../../schemas/accessSystem';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';

export const accessSystemRoutes = [
	defineRoute({
		path: '/acs/systems/get',
		methods: ['GET'],
		parameters: Type.Object({ acs_system_id: Uuid }),
		response: Type.Object({ acs_system: AccessSystem }),
		answer(_service, { workspace, parameters }) {
			return {
				acs_system: toAccessSystemRecord(
					workspace,
					findAccessSystem(workspace, parameters.acs_system_id),
				),
			};
		},
	}),

	// Assumes that any system that manages credentials works with any other system.
	defineRoute({
		path: '/acs/systems/list_compatible_credential_manager_acs_systems',
		methods: ['GET'],
		parameters: Type.Object({ acs_system_id: Uuid }),
		response: Type.Object({ acs_systems: Type.Array(AccessSystem) }),
		answer(_service, { workspace, parameters: { acs_system_id: id } }) {
			findAccessSystem(workspace, id);
			const managers = workspace.access.accessSystems.records.filter(
				(system) => system.is_credential_manager && system.acs_system_id !== id,
			);
			return { acs_systems: managers.map((system) => toAccessSystemRecord(workspace, system)) };
		},
	}),

	defineRoute({
		path: '/acs/systems/list',
		methods: ['GET'],
		parameters: Type.Object({
			connected_account_id: Type.Optional(Uuid),
			customer_key: Type.Optional(NonEmptyText),
			search: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ acs_systems: Type.Array(AccessSystem) }),
		answer(_service, { workspace, parameters }) {
			const search = parameters.search?.toLowerCase() ?? '';
			const systems = workspace.access.accessSystems.records.filter(
				(system) =>
					// Fixtures have no customers, so nothing matches.
					parameters.customer_key === undefined &&
					(!parameters.connected_account_id ||
						system.connected_account_id === parameters.connected_account_id) &&
					[system.name, system.acs_system_id].some((text) => text.toLowerCase().includes(search)),
			);
			return { acs_systems: systems.map((system) => toAccessSystemRecord(workspace, system)) };
		},
	}),
];
