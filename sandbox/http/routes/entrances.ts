import { Type } from 'typebox';
import { findCredential, findEntrance, findSpace } from '../../domain/access/lookup';
import { Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';
import { credentialsOpening, requireOpening } from '../../domain/access/entranceCredentials';
import { openEntrance } from '../../domain/access/useMethod';
import type { EntranceData } from '../../state/accessState';
import { entrances } from './recordKinds';
import { by, bySearch, getRoute, listRoute, matchesNothing } from './recordRoutes';

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
			acs_entrance_ids: Type.Array(Uuid),
			acs_system_id: Uuid,
			connected_account_id: Uuid,
			space_id: by(Uuid, (id, { workspace }) => among(findSpace(workspace, id))),
			search: bySearch((entrance) => [entrance.display_name]),
			acs_credential_id: by(Uuid, (id, { workspace }) => among(findCredential(workspace, id))),
			customer_key: matchesNothing,
		},
		{ defaultLimit: 900 },
	),

	defineRoute({
		path: '/acs/entrances/list_credentials_with_access',
		parameters: {
			acs_entrance_id: Uuid,
			/** Only for credentials of Visionline. Has no effect: all credentials count as valid. */
			include_if: Type.Optional(Type.Array(Type.Enum(['visionline_metadata.is_valid']))),
		},
		answer: (_service, { workspace, parameters }) => ({
			acs_credentials: credentialsOpening(workspace, parameters.acs_entrance_id),
		}),
	}),

	defineRoute({
		path: '/acs/entrances/unlock',
		parameters: { acs_entrance_id: Uuid, acs_credential_id: Uuid },
		answer(service, { workspace, parameters, fault }) {
			const entrance = findEntrance(workspace, parameters.acs_entrance_id);
			requireOpening(workspace, parameters.acs_credential_id, entrance.acs_entrance_id);
			return { action_attempt: openEntrance(service, workspace, entrance, fault) };
		},
	}),
];
