import { findCredential, findEntrance, findSpace } from '../../domain/access/lookup';
import { defineRoute } from './defineRoute';
import { credentialsOpening, requireOpening } from '../../domain/access/entranceCredentials';
import { openEntrance } from '../../domain/access/useMethod';
import type { EntranceData } from '../../state/accessState';
import { entrances } from './recordKinds';
import { bySearch, getRoute, listRoute } from './recordRoutes';

const among =
	({ acs_entrance_ids: ids }: { acs_entrance_ids: readonly string[] }) =>
	({ acs_entrance_id: id }: EntranceData) =>
		ids.includes(id);

export const entranceRoutes = [
	getRoute('/acs/entrances/get', entrances),

	listRoute(
		'/acs/entrances/list',
		entrances,
		{
			space_id: (id, { workspace }) => among(findSpace(workspace, id)),
			search: bySearch((entrance) => [entrance.display_name]),
			acs_credential_id: (id, { workspace }) => among(findCredential(workspace, id)),
		},
		{ defaultLimit: 900 },
	),

	defineRoute({
		path: '/acs/entrances/list_credentials_with_access',
		answer: ({ workspace }, { parameters }) => ({
			acs_credentials: credentialsOpening(workspace, parameters.acs_entrance_id),
		}),
	}),

	defineRoute({
		path: '/acs/entrances/unlock',
		answer(here, { parameters, fault }) {
			const { workspace } = here;
			const entrance = findEntrance(workspace, parameters.acs_entrance_id);
			requireOpening(workspace, parameters.acs_credential_id, entrance.acs_entrance_id);
			return { action_attempt: openEntrance(here, entrance, fault) };
		},
	}),
];
