import { findAccessGrant, findAccessMethod, findEncoder } from '../../domain/access/lookup';
import { deleteMethod } from '../../domain/access/methods';
import { requireExactlyOne } from '../../domain/serviceError';
import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { assignCard, encodeCard, unlockEntrance } from '../../domain/access/useMethod';
import { defineRoute } from './defineRoute';
import { accessMethods } from './recordKinds';
import { getRoute, listRoute } from './recordRoutes';

const ofGrant =
	({ access_grant_id: id }: AccessGrantData) =>
	(method: AccessMethodData) =>
		method.access_grant_id === id;

export const accessMethodRoutes = [
	getRoute('/access_methods/get', accessMethods),

	// Has pages only in the SDK (docs/service.md#lists-3).
	listRoute(
		'/access_methods/list',
		accessMethods,
		{
			access_grant_id: (id, here) => ofGrant(findAccessGrant(here, { access_grant_id: id })),
			access_grant_key: (key, here) => ofGrant(findAccessGrant(here, { access_grant_key: key })),
			access_code_id: (id, { state }) => {
				const methodId = state.accessCodes.get(id)?.accessMethodId;
				return (method) => method.access_method_id === methodId;
			},
			device_id: (id) => (method) => method.device_ids.includes(id),
			acs_entrance_id: (id) => (method) => method.acs_entrance_ids.includes(id),
			space_id:
				(id, { access }) =>
				({ access_grant_id: grantId }) =>
					access.accessGrants.get(grantId)?.space_ids.includes(id) ?? false,
		},
		{ needsFilter: true, hasPages: ({ source }) => source === 'sdk' },
	),

	defineRoute({
		path: '/access_methods/delete',
		answer(here, { parameters }) {
			const { access_method_id, access_grant_id, reservation_key } = parameters;
			requireExactlyOne({ access_method_id, access_grant_id, reservation_key });
			const { access } = here;
			const grants = access_grant_id
				? [findAccessGrant(here, { access_grant_id })]
				: access.accessGrants.records.filter(
						(grant) => reservation_key !== undefined && grant.reservation_key === reservation_key,
					);
			const methods = access_method_id
				? [findAccessMethod(here, access_method_id)]
				: grants.flatMap((grant) => access.methodsOf(grant.access_grant_id));
			for (const method of methods) deleteMethod(here, method);
		},
	}),

	defineRoute({
		path: '/access_methods/encode',
		answer(here, { parameters: { access_method_id: id, acs_encoder_id }, fault }) {
			const method = findAccessMethod(here, id);
			const encoder = findEncoder(here, acs_encoder_id);
			return { action_attempt: encodeCard(here, method, encoder, fault) };
		},
	}),

	defineRoute({
		path: '/access_methods/assign_card',
		answer(here, { parameters, fault }) {
			const method = findAccessMethod(here, parameters.access_method_id);
			return {
				action_attempt: assignCard(here, method, parameters.card_number, fault),
			};
		},
	}),

	defineRoute({
		path: '/access_methods/unlock_door',
		answer(here, { parameters, fault }) {
			const method = findAccessMethod(here, parameters.access_method_id);
			return {
				action_attempt: unlockEntrance(here, method, parameters.acs_entrance_id, fault),
			};
		},
	}),
];
