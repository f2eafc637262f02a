import { Type } from 'typebox';
import { findCredential } from '../../domain/access/credentials';
import { findAccessMethod, findEntrance, findSpace } from '../../domain/access/lookup';
import { toEntranceRecord } from '../../domain/access/records';
import { paginate } from '../pagination';
import { Entrance } from '../../schemas/entrance';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, Nullable, PageParameters, Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';

export const entranceRoutes = [
	defineRoute({
		path: '/acs/entrances/get',
		methods: ['GET'],
		parameters: Type.Object({ acs_entrance_id: Uuid }),
		response: Type.Object({ acs_entrance: Entrance }),
		answer: (service, { workspace, parameters }) => ({
			acs_entrance: toEntranceRecord(
				service,
				workspace,
				findEntrance(workspace, parameters.acs_entrance_id),
			),
		}),
	}),

	defineRoute({
		path: '/acs/entrances/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
			acs_system_id: Type.Optional(Uuid),
			connected_account_id: Type.Optional(Uuid),
			space_id: Type.Optional(Uuid),
			/** The former name of `space_id`. */
			location_id: Type.Optional(Nullable(Uuid)),
			/** Only in the SDK (docs/service.md#lists-10). */
			access_method_id: Type.Optional(Uuid),
			search: Type.Optional(NonEmptyText),
			acs_credential_id: Type.Optional(Uuid),
			// A valid parameter for records that no fixture has, so nothing matches.
			customer_key: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ acs_entrances: Type.Array(Entrance), pagination: Pagination }),
		answer(service, request) {
			const { workspace, parameters } = request;
			const search = parameters.search?.toLowerCase() ?? '';
			const ids = parameters.acs_entrance_ids;
			const spaceId = parameters.space_id ?? parameters.location_id;
			const idsOfSpace = spaceId ? findSpace(workspace, spaceId).acs_entrance_ids : undefined;
			const methodId = service.settings.source === 'sdk' ? parameters.access_method_id : undefined;
			const method = methodId === undefined ? undefined : findAccessMethod(workspace, methodId);
			const credential =
				parameters.acs_credential_id === undefined
					? undefined
					: findCredential(workspace, parameters.acs_credential_id);
			const { entries, pagination } = paginate(workspace.access.entrances.entries, request, {
				defaultLimit: 900,
				matches: ({ record }) =>
					parameters.customer_key === undefined &&
					(!credential || credential.acs_entrance_ids.includes(record.acs_entrance_id)) &&
					(!ids || ids.includes(record.acs_entrance_id)) &&
					(!method || method.acs_entrance_ids.includes(record.acs_entrance_id)) &&
					(!idsOfSpace || idsOfSpace.includes(record.acs_entrance_id)) &&
					(!parameters.acs_system_id || record.acs_system_id === parameters.acs_system_id) &&
					(!parameters.connected_account_id ||
						record.connected_account_id === parameters.connected_account_id) &&
					record.display_name.toLowerCase().includes(search),
			});
			return {
				acs_entrances: entries.map(({ record }) => toEntranceRecord(service, workspace, record)),
				pagination,
			};
		},
	}),
];
