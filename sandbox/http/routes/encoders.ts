import {
	findAccessMethod,
	findAccessSystemUser,
	findCredential,
	findEncoder,
} from '../../domain/access/lookup';
import { encodeCredential, scanCredential, scanToAssign } from '../../domain/access/useEncoder';
import { encodeCard } from '../../domain/access/useMethod';
import { requireExactlyOne } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { encoders } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

export const encoderRoutes = [
	getRoute('/acs/encoders/get', encoders),

	listRoute('/acs/encoders/list', encoders, {}, { needsFilter: true }),

	defineRoute({
		path: '/acs/encoders/encode_credential',
		answer(here, { parameters: { acs_encoder_id, acs_credential_id, access_method_id }, fault }) {
			requireExactlyOne({ acs_credential_id, access_method_id });
			const encoder = findEncoder(here, acs_encoder_id);
			if (acs_credential_id) {
				const credential = findCredential(here, acs_credential_id);
				return { action_attempt: encodeCredential(here, credential, encoder, fault) };
			}
			const method = findAccessMethod(here, access_method_id ?? '');
			return { action_attempt: encodeCard(here, method, encoder, fault) };
		},
	}),

	defineRoute({
		path: '/acs/encoders/scan_credential',
		answer: (here, { parameters, fault }) => ({
			action_attempt: scanCredential(here, findEncoder(here, parameters.acs_encoder_id), fault),
		}),
	}),

	defineRoute({
		path: '/acs/encoders/scan_to_assign_credential',
		answer(here, { parameters: { acs_encoder_id, acs_user_id, user_identity_id }, fault }) {
			const encoder = findEncoder(here, acs_encoder_id);
			const user = findAccessSystemUser(here, {
				acs_user_id,
				user_identity_id,
				acs_system_id: encoder.acs_system_id,
			});
			return { action_attempt: scanToAssign(here, encoder, user, fault) };
		},
	}),
];
