import { Type } from 'typebox';
import { findAccessGrant, findAccessMethod } from '../../domain/access/lookup';
import { deleteMethod } from '../../domain/access/methods';
import { toAccessMethodRecord } from '../../domain/access/records';
import { paginate } from '../pagination';
import { AccessMethod } from '../../schemas/accessMethod';
import { ActionAttempt } from '../../schemas/actionAttempt';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { AccessMethodData } from '../../state/accessState';
import { assignCard, encodeCard, unlockEntrance } from '../../domain/access/useMethod';
import { defineRoute } from './defineRoute';

const Attempt = Type.Object({ action_attempt: ActionAttempt });

const MethodFilters = Type.Object({
	access_grant_id: Type.Optional(Uuid),
	access_grant_key: Type.Optional(NonEmptyText),
	access_code_id: Type.Optional(Uuid),
	device_id: Type.Optional(Uuid),
	acs_entrance_id: Type.Optional(Uuid),
	space_id: Type.Optional(Uuid),
});

export const accessMethodRoutes = [
	defineRoute({
		path: '/access_methods/get',
		methods: ['GET'],
		parameters: Type.Object({ access_method_id: Uuid }),
		response: Type.Object({ access_method: AccessMethod }),
		answer: (_service, { workspace, parameters }) => ({
			access_method: toAccessMethodRecord(findAccessMethod(workspace, parameters.access_method_id)),
		}),
	}),

	// Has pages only in the SDK (docs/service.md#lists-3).
	defineRoute({
		path: '/access_methods/list',
		methods: ['GET'],
		parameters: Type.Object({ ...MethodFilters.properties, ...PageParameters }),
		response: Type.Object({
			access_methods: Type.Array(AccessMethod),
			pagination: Type.Optional(Pagination),
		}),
		answer(service, request) {
			const { workspace, parameters } = request;
			if (Object.keys(MethodFilters.properties).every((name) => !(name in parameters))) {
				throw invalidInput(
					`One of ${Object.keys(MethodFilters.properties).join(', ')} is required`,
				);
			}
			const {
				access_grant_id: id,
				access_grant_key: key,
				access_code_id: codeId,
				space_id: spaceId,
			} = parameters;
			const grantId =
				(id ?? key)
					? findAccessGrant(workspace, { access_grant_id: id, access_grant_key: key })
							.access_grant_id
					: undefined;
			const methodOfCode = codeId && service.state.accessCodes.get(codeId)?.accessMethodId;
			const matches = ({ record }: { record: AccessMethodData }) =>
				(!grantId || record.access_grant_id === grantId) &&
				(!codeId || record.access_method_id === methodOfCode) &&
				(!parameters.device_id || record.device_ids.includes(parameters.device_id)) &&
				(!parameters.acs_entrance_id ||
					record.acs_entrance_ids.includes(parameters.acs_entrance_id)) &&
				(!spaceId ||
					(workspace.access.accessGrants.get(record.access_grant_id)?.space_ids.includes(spaceId) ??
						false));
			const all = workspace.access.accessMethods.entries;
			if (service.settings.source !== 'sdk') {
				return {
					access_methods: all.filter(matches).map(({ record }) => toAccessMethodRecord(record)),
				};
			}
			const { entries, pagination } = paginate(all, request, { matches });
			return {
				access_methods: entries.map(({ record }) => toAccessMethodRecord(record)),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/access_methods/delete',
		methods: ['DELETE'],
		parameters: Type.Object({
			access_method_id: Type.Optional(Uuid),
			access_grant_id: Type.Optional(Uuid),
			reservation_key: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const {
				access_method_id: methodId,
				access_grant_id: grantId,
				reservation_key: reservationKey,
			} = parameters;
			if ([methodId, grantId, reservationKey].filter((value) => value !== undefined).length !== 1) {
				throw invalidInput(
					'Exactly one of access_method_id, access_grant_id, reservation_key is required',
				);
			}
			const { access } = workspace;
			const grants = grantId
				? [findAccessGrant(workspace, { access_grant_id: grantId })]
				: access.accessGrants.records.filter(
						(grant) => reservationKey !== undefined && grant.reservation_key === reservationKey,
					);
			const methods = methodId
				? [findAccessMethod(workspace, methodId)]
				: grants.flatMap((grant) => access.methodsOf(grant.access_grant_id));
			for (const method of methods) deleteMethod(service, workspace, method);
			return {};
		},
	}),

	defineRoute({
		path: '/access_methods/encode',
		methods: [],
		parameters: Type.Object({ access_method_id: Uuid, acs_encoder_id: Uuid }),
		response: Attempt,
		answer(service, { workspace, parameters: { access_method_id: id, acs_encoder_id }, fault }) {
			const method = findAccessMethod(workspace, id);
			const encoder = workspace.access.encoders.get(acs_encoder_id);
			if (!encoder) throw notFound('acs_encoder', { acs_encoder_id });
			return { action_attempt: encodeCard(service, workspace, method, encoder, fault) };
		},
	}),

	defineRoute({
		path: '/access_methods/assign_card',
		methods: [],
		parameters: Type.Object({ access_method_id: Uuid, card_number: NonEmptyText }),
		response: Attempt,
		answer(service, { workspace, parameters, fault }) {
			const method = findAccessMethod(workspace, parameters.access_method_id);
			return {
				action_attempt: assignCard(service, workspace, method, parameters.card_number, fault),
			};
		},
	}),

	defineRoute({
		path: '/access_methods/unlock_door',
		methods: [],
		parameters: Type.Object({ access_method_id: Uuid, acs_entrance_id: Uuid }),
		response: Attempt,
		answer(service, { workspace, parameters, fault }) {
			const method = findAccessMethod(workspace, parameters.access_method_id);
			return {
				action_attempt: unlockEntrance(
					service,
					workspace,
					method,
					parameters.acs_entrance_id,
					fault,
				),
			};
		},
	}),
];
