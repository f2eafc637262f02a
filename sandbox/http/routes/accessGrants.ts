import { isOfCustomer } from '../../domain/access/customers';
import {
	createGrant,
	deleteGrant,
	requestMethods,
	requireFreeGrantKey,
} from '../../domain/access/grants';
import {
	findAccessGrant,
	findSpaceByKey,
	findUserIdentity,
	type Places,
	placesOf,
	requirePlaces,
} from '../../domain/access/lookup';
import { inlineUserIdentity } from '../../domain/access/userIdentities';
import {
	requireFittingModes,
	requireFittingTimes,
	requireMethods,
} from '../../domain/access/grantRules';
import { requireFittingReservation } from '../../domain/access/reservations';
import { entriesOfList } from '../entriesOfList';
import { type Clock, nowIso } from '../../domain/clock';
import { requireExactlyOne } from '../../domain/serviceError';
import { changeGrantPlaces } from '../../domain/access/grantPlaces';
import { updateGrant } from '../../domain/access/updateGrant';
import { defineRoute } from './defineRoute';
import { entranceFilters } from './entranceFilters';
import { accessGrants } from './recordKinds';
import { actRoute, listRoute, one } from './recordRoutes';

/** The time of those who call: only the sandbox's time is moved ahead, and an end that is not over for them is no mistake. */
const timeOfCallers = ({ clock }: { clock: Clock }) => clock.now() - clock.aheadMs;

export const accessGrantRoutes = [
	defineRoute({
		path: '/access_grants/create',
		answer(here, { parameters, fault }) {
			const {
				user_identity_id,
				user_identity,
				requested_access_methods: requests,
				space_keys = [],
				...rest
			} = parameters;
			requireExactlyOne({ user_identity_id, user_identity });
			requireMethods(requests);
			requireFittingModes(requests);
			requireFittingTimes(rest, timeOfCallers(here));
			const places = {
				device_ids: rest.device_ids ?? [],
				acs_entrance_ids: rest.acs_entrance_ids ?? [],
				space_ids: [
					...(rest.space_ids ?? []),
					...space_keys.map((key) => findSpaceByKey(here, key).space_id),
				],
			};
			requirePlaces(here, places);
			requireFreeGrantKey(here, rest.access_grant_key);
			const { reservation_key, starts_at = nowIso(here), ends_at = null } = rest;
			requireFittingReservation(here, {
				...places,
				reservation_key,
				starts_at,
				ends_at,
			});
			const identity = user_identity_id
				? findUserIdentity(here, user_identity_id)
				: inlineUserIdentity(here, user_identity ?? {});
			// Unknown parameters are ignored.
			const { name, access_grant_key, customization_profile_id } = rest;
			const known = { name, access_grant_key, reservation_key, customization_profile_id };
			const { access_grant_id } = createGrant(
				here,
				{ ...known, ...places, starts_at, ends_at, user_identity_id: identity.user_identity_id },
				requests,
				fault,
			);
			const grant = findAccessGrant(here, { access_grant_id });
			return one(accessGrants, grant, here);
		},
	}),

	defineRoute({
		path: '/access_grants/get',
		answer: (here, { parameters }) => one(accessGrants, findAccessGrant(here, parameters), here),
	}),

	listRoute(
		'/access_grants/list',
		accessGrants,
		{
			/** Null finds grants without a key. */
			access_grant_key: (key) => (grant) => (grant.access_grant_key ?? null) === key,
			device_id: (id, here) => (grant) => placesOf(here, grant).device_ids.includes(id),
			space_id: (id) => (grant) => grant.space_ids.includes(id),
			...entranceFilters,
			access_code_id: (id, { state }) => {
				const grantId = state.accessCodes.get(id)?.accessGrantId;
				return (grant) => grant.access_grant_id === grantId;
			},
			customer_key: (key, here) => (grant) => isOfCustomer(here, grant.access_grant_id, key),
		},
		{
			from: ({ access_grant_ids: ids }, here) =>
				entriesOfList(here, here.access.accessGrants, ids !== undefined),
		},
	),

	defineRoute({
		path: '/access_grants/update',
		answer(here, { parameters }) {
			const grant = findAccessGrant(here, parameters);
			const { name, starts_at = grant.starts_at, ends_at = grant.ends_at } = parameters;
			if (parameters.starts_at !== undefined || parameters.ends_at !== undefined) {
				requireFittingTimes({ starts_at, ends_at }, timeOfCallers(here));
			}
			changeGrantPlaces(here, grant, parameters as Partial<Places>);
			updateGrant(here, findAccessGrant(here, { access_grant_id: grant.access_grant_id }), {
				name: name === undefined ? grant.name : name,
				starts_at,
				ends_at,
			});
		},
	}),

	actRoute('/access_grants/delete', accessGrants, deleteGrant),

	defineRoute({
		path: '/access_grants/request_access_methods',
		answer(here, { parameters: { access_grant_id, requested_access_methods: requests }, fault }) {
			requireFittingModes(requests);
			requestMethods(here, findAccessGrant(here, { access_grant_id }), requests, fault);
			const grant = findAccessGrant(here, { access_grant_id });
			return one(accessGrants, grant, here);
		},
	}),
];
