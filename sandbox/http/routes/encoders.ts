import { Type } from 'typebox';
import {
	findAccessMethod,
	findAccessSystemUser,
	findCredential,
	findEncoder,
} from '../../domain/access/lookup';
import { encodeCredential, scanCredential, scanToAssign } from '../../domain/access/useEncoder';
import { encodeCard } from '../../domain/access/useMethod';
import { Uuid } from '../../schemas/primitives';
import { invalidInput, requireExactlyOne } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { encoders } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

/** Only for Salto KS. Has no effect in the sandbox. */
const SaltoKs = {
	salto_ks_metadata: Type.Optional(Type.Object({ detect_new_tags: Type.Optional(Type.Boolean()) })),
};

export const encoderRoutes = [
	getRoute('/acs/encoders/get', encoders),

	listRoute(
		'/acs/encoders/list',
		encoders,
		{
			acs_system_id: Uuid,
			acs_system_ids: Type.Array(Uuid),
			acs_encoder_ids: Type.Array(Uuid),
		},
		{ needsFilter: true },
	),

	defineRoute({
		path: '/acs/encoders/encode_credential',
		parameters: {
			acs_encoder_id: Uuid,
			acs_credential_id: Type.Optional(Uuid),
			access_method_id: Type.Optional(Uuid),
		},
		answer(
			service,
			{ workspace, parameters: { acs_encoder_id, acs_credential_id, access_method_id }, fault },
		) {
			requireExactlyOne({ acs_credential_id, access_method_id });
			const encoder = findEncoder(workspace, acs_encoder_id);
			if (acs_credential_id) {
				const credential = findCredential(workspace, acs_credential_id);
				return { action_attempt: encodeCredential(service, workspace, credential, encoder, fault) };
			}
			const method = findAccessMethod(workspace, access_method_id ?? '');
			return { action_attempt: encodeCard(service, workspace, method, encoder, fault) };
		},
	}),

	defineRoute({
		path: '/acs/encoders/scan_credential',
		parameters: { acs_encoder_id: Uuid, ...SaltoKs },
		answer: (service, { workspace, parameters, fault }) => ({
			action_attempt: scanCredential(
				service,
				workspace,
				findEncoder(workspace, parameters.acs_encoder_id),
				fault,
			),
		}),
	}),

	defineRoute({
		path: '/acs/encoders/scan_to_assign_credential',
		parameters: {
			acs_encoder_id: Uuid,
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			...SaltoKs,
		},
		answer(
			service,
			{ workspace, parameters: { acs_encoder_id, acs_user_id, user_identity_id }, fault },
		) {
			if (!acs_user_id && !user_identity_id)
				throw invalidInput('One of acs_user_id, user_identity_id is required');
			const encoder = findEncoder(workspace, acs_encoder_id);
			const user = findAccessSystemUser(workspace, {
				acs_user_id,
				user_identity_id,
				acs_system_id: encoder.acs_system_id,
			});
			return { action_attempt: scanToAssign(service, workspace, encoder, user, fault) };
		},
	}),
];
