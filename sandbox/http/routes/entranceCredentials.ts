import { Type } from 'typebox';
import { credentialsOpening, requireOpening } from '../../domain/access/entranceCredentials';
import { findEntrance } from '../../domain/access/lookup';
import { openEntrance } from '../../domain/access/useMethod';
import { ActionAttempt } from '../../schemas/actionAttempt';
import { Credential } from '../../schemas/credential';
import { Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';

export const entranceCredentialRoutes = [
	defineRoute({
		path: '/acs/entrances/list_credentials_with_access',
		methods: ['GET'],
		parameters: Type.Object({
			acs_entrance_id: Uuid,
			/** Only for credentials of Visionline. Has no effect: all credentials count as valid. */
			include_if: Type.Optional(Type.Array(Type.Enum(['visionline_metadata.is_valid']))),
		}),
		response: Type.Object({ acs_credentials: Type.Array(Credential) }),
		answer: (_service, { workspace, parameters }) => ({
			acs_credentials: credentialsOpening(workspace, parameters.acs_entrance_id),
		}),
	}),

	defineRoute({
		path: '/acs/entrances/unlock',
		methods: [],
		parameters: Type.Object({ acs_entrance_id: Uuid, acs_credential_id: Uuid }),
		response: Type.Object({ action_attempt: ActionAttempt }),
		answer(service, { workspace, parameters, fault }) {
			const entrance = findEntrance(workspace, parameters.acs_entrance_id);
			requireOpening(workspace, parameters.acs_credential_id, entrance.acs_entrance_id);
			return { action_attempt: openEntrance(service, workspace, entrance, fault) };
		},
	}),
];
