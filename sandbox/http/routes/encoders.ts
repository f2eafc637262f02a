import {
	findAccessMethod,
	findAccessSystemUser,
	findCredential,
	findEncoder,
} from '../../domain/access/lookup';
import { encodeCredential, scanCredential, scanToAssign } from '../../domain/access/useEncoder';
import { encodeCard } from '../../domain/access/useMethod';
import { invalidInput, requireExactlyOne } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { encoders } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

export const encoderRoutes = [
	getRoute('/acs/encoders/get', encoders),

	listRoute('/acs/encoders/list', encoders, {}, { needsFilter: true }),

	defineRoute({
		path: '/acs/encoders/encode_credential',
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
