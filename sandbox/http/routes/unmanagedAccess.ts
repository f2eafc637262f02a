import { Type } from 'typebox';
import { findUnmanagedGrant, findUnmanagedIdentity } from '../../domain/access/lookup';
import { manageGrant, manageIdentity } from '../../domain/access/unmanaged';
import { Text, Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';
import { entranceFilters } from './entranceFilters';
import { unmanagedGrants, unmanagedIdentities, unmanagedMethods } from './recordKinds';
import { by, bySearch, createdBefore, getRoute, listRoute } from './recordRoutes';
import { textsOfPerson } from './userIdentities';

const Managed = { is_managed: Type.Literal(true) };

export const unmanagedAccessRoutes = [
	getRoute('/user_identities/unmanaged/get', unmanagedIdentities),

	listRoute('/user_identities/unmanaged/list', unmanagedIdentities, {
		created_before: createdBefore,
		search: bySearch(textsOfPerson),
	}),

	defineRoute({
		path: '/user_identities/unmanaged/update',
		parameters: {
			user_identity_id: Uuid,
			...Managed,
			user_identity_key: Type.Optional(Text),
		},
		answer: (service, { workspace, parameters }) =>
			manageIdentity(
				service,
				workspace,
				findUnmanagedIdentity(workspace, parameters.user_identity_id),
				parameters.user_identity_key,
			),
	}),

	getRoute('/access_methods/unmanaged/get', unmanagedMethods),

	listRoute(
		'/access_methods/unmanaged/list',
		unmanagedMethods,
		{
			device_id: by(Uuid, (id) => (method) => method.device_ids.includes(id)),
			acs_entrance_id: by(Uuid, (id) => (method) => method.acs_entrance_ids.includes(id)),
			space_id: by(
				Uuid,
				(id, { workspace }) =>
					({ access_grant_id: grantId }) =>
						findUnmanagedGrant(workspace, grantId).space_ids.includes(id),
			),
		},
		{
			hasPages: false,
			required: { access_grant_id: Uuid },
			from: ({ access_grant_id: id }, { workspace }) => {
				const grant = findUnmanagedGrant(workspace, String(id));
				return workspace.access.unmanagedMethods.entries.filter(
					({ record }) => record.access_grant_id === grant.access_grant_id,
				);
			},
		},
	),

	getRoute('/access_grants/unmanaged/get', unmanagedGrants),

	listRoute('/access_grants/unmanaged/list', unmanagedGrants, {
		...entranceFilters,
		user_identity_id: Uuid,
		reservation_key: Text,
	}),

	defineRoute({
		path: '/access_grants/unmanaged/update',
		parameters: {
			access_grant_id: Uuid,
			...Managed,
			access_grant_key: Type.Optional(Text),
		},
		answer: (service, { workspace, parameters }) =>
			manageGrant(
				service,
				workspace,
				findUnmanagedGrant(workspace, parameters.access_grant_id),
				parameters.access_grant_key,
			),
	}),
];
