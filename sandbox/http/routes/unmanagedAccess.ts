import { findUnmanagedGrant, findUnmanagedIdentity } from '../../domain/access/lookup';
import { manageGrant, manageIdentity } from '../../domain/access/unmanaged';
import { defineRoute } from './defineRoute';
import { entranceFilters } from './entranceFilters';
import { unmanagedGrants, unmanagedIdentities, unmanagedMethods } from './recordKinds';
import { bySearch, getRoute, listRoute } from './recordRoutes';
import { textsOfPerson } from './userIdentities';

export const unmanagedAccessRoutes = [
	getRoute('/user_identities/unmanaged/get', unmanagedIdentities),

	listRoute('/user_identities/unmanaged/list', unmanagedIdentities, {
		search: bySearch(textsOfPerson),
	}),

	defineRoute({
		path: '/user_identities/unmanaged/update',
		answer: (here, { parameters }) =>
			manageIdentity(
				here,
				findUnmanagedIdentity(here, parameters.user_identity_id),
				parameters.user_identity_key,
			),
	}),

	getRoute('/access_methods/unmanaged/get', unmanagedMethods),

	listRoute('/access_methods/unmanaged/list', unmanagedMethods, {
		access_grant_id: (id, here) => {
			findUnmanagedGrant(here, id);
			return (method) => method.access_grant_id === id;
		},
		device_id: (id) => (method) => method.device_ids.includes(id),
		acs_entrance_id: (id) => (method) => method.acs_entrance_ids.includes(id),
		space_id:
			(id, here) =>
			({ access_grant_id: grantId }) =>
				findUnmanagedGrant(here, grantId).space_ids.includes(id),
	}),

	getRoute('/access_grants/unmanaged/get', unmanagedGrants),

	listRoute('/access_grants/unmanaged/list', unmanagedGrants, entranceFilters),

	defineRoute({
		path: '/access_grants/unmanaged/update',
		answer: (here, { parameters }) =>
			manageGrant(
				here,
				findUnmanagedGrant(here, parameters.access_grant_id),
				parameters.access_grant_key,
			),
	}),
];
