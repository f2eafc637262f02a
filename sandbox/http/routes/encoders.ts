import { Type } from 'typebox';
import { paginate } from '../pagination';
import { Encoder } from '../../schemas/encoder';
import { Pagination } from '../../schemas/pagination';
import { PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const encoderRoutes = [
	defineRoute({
		path: '/acs/encoders/get',
		methods: ['GET'],
		parameters: Type.Object({ acs_encoder_id: Uuid }),
		response: Type.Object({ acs_encoder: Encoder }),
		answer(_service, { workspace, parameters }) {
			const encoder = workspace.access.encoders.get(parameters.acs_encoder_id);
			if (!encoder) throw notFound('acs_encoder', parameters);
			return { acs_encoder: encoder };
		},
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
			const { acs_system_id: systemId, acs_system_ids: systemIds, acs_encoder_ids: encoderIds } = request.parameters;
			if (!systemId && !systemIds && !encoderIds) {
				throw invalidInput('One of acs_system_id, acs_system_ids, acs_encoder_ids is required');
			}
			const { entries, pagination } = paginate(request.workspace.access.encoders.entries, request, {
				matches: ({ record }) =>
					(!systemId || record.acs_system_id === systemId) &&
					(!systemIds || systemIds.includes(record.acs_system_id)) &&
					(!encoderIds || encoderIds.includes(record.acs_encoder_id)),
			});
			return { acs_encoders: entries.map(({ record }) => record), pagination };
		},
	}),
];
