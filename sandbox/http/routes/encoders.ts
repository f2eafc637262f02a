import { Type } from 'typebox';
import { findCredential } from '../../domain/access/credentials';
import { findAccessMethod, findAccessSystemUser } from '../../domain/access/lookup';
import { toEncoderRecord } from '../../domain/access/records';
import {
	encodeCredential,
	findEncoder,
	scanCredential,
	scanToAssign,
} from '../../domain/access/useEncoder';
import { encodeCard } from '../../domain/access/useMethod';
import { paginate } from '../pagination';
import { ActionAttempt } from '../../schemas/actionAttempt';
import { Encoder } from '../../schemas/encoder';
import { Pagination } from '../../schemas/pagination';
import { PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

const Attempt = Type.Object({ action_attempt: ActionAttempt });
/** Only for Salto KS. Has no effect in the sandbox. */
const SaltoKs = {
	salto_ks_metadata: Type.Optional(Type.Object({ detect_new_tags: Type.Optional(Type.Boolean()) })),
};

export const encoderRoutes = [
	defineRoute({
		path: '/acs/encoders/get',
		methods: ['GET'],
		parameters: Type.Object({ acs_encoder_id: Uuid }),
		response: Type.Object({ acs_encoder: Encoder }),
		answer: (_service, { workspace, parameters }) => ({
			acs_encoder: toEncoderRecord(findEncoder(workspace, parameters.acs_encoder_id)),
		}),
	}),

	defineRoute({
		path: '/acs/encoders/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_system_id: Type.Optional(Uuid),
			acs_system_ids: Type.Optional(Type.Array(Uuid)),
			acs_encoder_ids: Type.Optional(Type.Array(Uuid)),
			...PageParameters,
		}),
		response: Type.Object({ acs_encoders: Type.Array(Encoder), pagination: Pagination }),
		answer(_service, request) {
			const {
				acs_system_id: systemId,
				acs_system_ids: systemIds,
				acs_encoder_ids: encoderIds,
			} = request.parameters;
			if (!systemId && !systemIds && !encoderIds) {
				throw invalidInput('One of acs_system_id, acs_system_ids, acs_encoder_ids is required');
			}
			const { entries, pagination } = paginate(request.workspace.access.encoders.entries, request, {
				matches: ({ record }) =>
					(!systemId || record.acs_system_id === systemId) &&
					(!systemIds || systemIds.includes(record.acs_system_id)) &&
					(!encoderIds || encoderIds.includes(record.acs_encoder_id)),
			});
			return { acs_encoders: entries.map(({ record }) => toEncoderRecord(record)), pagination };
		},
	}),

	defineRoute({
		path: '/acs/encoders/encode_credential',
		methods: [],
		parameters: Type.Object({
			acs_encoder_id: Uuid,
			acs_credential_id: Type.Optional(Uuid),
			access_method_id: Type.Optional(Uuid),
		}),
		response: Attempt,
		answer(
			service,
			{ workspace, parameters: { acs_encoder_id, acs_credential_id, access_method_id }, fault },
		) {
			if ((acs_credential_id === undefined) === (access_method_id === undefined)) {
				throw invalidInput('Exactly one of acs_credential_id, access_method_id is required');
			}
			const encoder = findEncoder(workspace, acs_encoder_id);
			const action_attempt = acs_credential_id
				? encodeCredential(
						service,
						workspace,
						findCredential(workspace, acs_credential_id),
						encoder,
						fault,
					)
				: encodeCard(
						service,
						workspace,
						findAccessMethod(workspace, access_method_id ?? ''),
						encoder,
						fault,
					);
			return { action_attempt };
		},
	}),

	defineRoute({
		path: '/acs/encoders/scan_credential',
		methods: [],
		parameters: Type.Object({ acs_encoder_id: Uuid, ...SaltoKs }),
		response: Attempt,
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
		methods: [],
		parameters: Type.Object({
			acs_encoder_id: Uuid,
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			...SaltoKs,
		}),
		response: Attempt,
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
