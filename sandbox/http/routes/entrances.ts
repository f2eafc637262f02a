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
			space_id: (id, here) => among(findSpace(here, id)),
			search: bySearch((entrance) => [entrance.display_name]),
			acs_credential_id: (id, here) => among(findCredential(here, id)),
		},
		{ defaultLimit: 900 },
	),

	defineRoute({
		path: '/acs/entrances/list_credentials_with_access',
		answer: (here, { parameters }) => ({
			acs_credentials: credentialsOpening(here, parameters.acs_entrance_id),
		}),
	}),

	defineRoute({
		path: '/acs/entrances/unlock',
		answer(here, { parameters, fault }) {
			const entrance = findEntrance(here, parameters.acs_entrance_id);
			requireOpening(here, parameters.acs_credential_id, entrance.acs_entrance_id);
			return { action_attempt: openEntrance(here, entrance, fault) };
		},
	}),
];
