import { Type } from 'typebox';
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
import { RequestedMethod } from '../../schemas/accessGrant';
import { DateTime, NonEmptyText, Nullable, Uuid, optional } from '../../schemas/primitives';
import { UserIdentityFields } from '../../schemas/userIdentity';
import { type Clock, nowIso } from '../../domain/clock';
import { requireExactlyOne } from '../../domain/serviceError';
import { changeGrantPlaces } from '../../domain/access/grantPlaces';
import { updateGrant } from '../../domain/access/updateGrant';
import { defineRoute } from './defineRoute';
import { entranceFilters } from './entranceFilters';
import { accessGrants } from './recordKinds';
import { actRoute, by, listRoute, one } from './recordRoutes';

const Address = {
	access_grant_id: Type.Optional(Uuid),
	access_grant_key: Type.Optional(NonEmptyText),
};

const Ids = Type.Optional(Type.Array(Uuid));

const PlaceParameters = { device_ids: Ids, acs_entrance_ids: Ids, space_ids: Ids };

/** The time of those who call: only the sandbox's time is moved ahead, and an end that is not over for them is no mistake. */
const timeOfCallers = ({ clock }: { clock: Clock }) => clock.now() - clock.aheadMs;

export const accessGrantRoutes = [
	defineRoute({
		path: '/access_grants/create',
		parameters: {
			user_identity_id: Type.Optional(Uuid),
			user_identity: Type.Optional(Type.Object(UserIdentityFields)),
			requested_access_methods: Type.Array(RequestedMethod),
			...PlaceParameters,
			...optional({
				space_keys: Type.Array(NonEmptyText),
				starts_at: DateTime,
				ends_at: Nullable(DateTime),
				name: Nullable(NonEmptyText),
				access_grant_key: NonEmptyText,
				reservation_key: NonEmptyText,
				customization_profile_id: Uuid,
			}),
		},
		answer(service, { workspace, parameters, fault }) {
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
			requireFittingTimes(rest, timeOfCallers(service));
			const places = {
				device_ids: rest.device_ids ?? [],
				acs_entrance_ids: rest.acs_entrance_ids ?? [],
				space_ids: [
					...(rest.space_ids ?? []),
					...space_keys.map((key) => findSpaceByKey(workspace, key).space_id),
				],
			};
			requirePlaces(workspace, places);
			requireFreeGrantKey(service, workspace, rest.access_grant_key);
			const { reservation_key, starts_at = nowIso(service), ends_at = null } = rest;
			requireFittingReservation(service, workspace, {
				...places,
				reservation_key,
				starts_at,
				ends_at,
			});
			const identity = user_identity_id
				? findUserIdentity(workspace, user_identity_id)
				: inlineUserIdentity(service, workspace, user_identity ?? {});
			// Unknown parameters are ignored.
			const { name, access_grant_key, customization_profile_id } = rest;
			const known = { name, access_grant_key, reservation_key, customization_profile_id };
			const { access_grant_id } = createGrant(
				service,
				workspace,
				{ ...known, ...places, starts_at, ends_at, user_identity_id: identity.user_identity_id },
				requests,
				fault,
			);
			const grant = findAccessGrant(workspace, { access_grant_id });
			return one(accessGrants, grant, { service, workspace });
		},
	}),

	defineRoute({
		path: '/access_grants/get',
		parameters: Address,
		answer: (service, { workspace, parameters }) =>
			one(accessGrants, findAccessGrant(workspace, parameters), { service, workspace }),
	}),

	listRoute(
		'/access_grants/list',
		accessGrants,
		{
			access_grant_ids: Type.Array(Uuid),
			/** Null finds grants without a key. */
			access_grant_key: by(
				Nullable(NonEmptyText),
				(key) => (grant) => (grant.access_grant_key ?? null) === key,
			),
			user_identity_id: Uuid,
			device_id: by(
				Uuid,
				(id, { workspace }) =>
					(grant) =>
						placesOf(workspace, grant).device_ids.includes(id),
			),
			space_id: by(Uuid, (id) => (grant) => grant.space_ids.includes(id)),
			...entranceFilters,
			access_code_id: by(Uuid, (id, { service }) => {
				const grantId = service.state.accessCodes.get(id)?.accessGrantId;
				return (grant) => grant.access_grant_id === grantId;
			}),
			reservation_key: NonEmptyText,
			customer_key: by(
				NonEmptyText,
				(key, { workspace }) =>
					(grant) =>
						isOfCustomer(workspace, grant.access_grant_id, key),
			),
		},
		{
			from: ({ access_grant_ids: ids }, { service, workspace }) =>
				entriesOfList(service, workspace.access.accessGrants, ids !== undefined),
		},
	),

	defineRoute({
		path: '/access_grants/update',
		parameters: {
			...Address,
			...optional({
				name: Nullable(NonEmptyText),
				starts_at: DateTime,
				ends_at: Nullable(DateTime),
			}),
			...PlaceParameters,
		},
		answer(service, { workspace, parameters }) {
			const grant = findAccessGrant(workspace, parameters);
			const { name, starts_at = grant.starts_at, ends_at = grant.ends_at } = parameters;
			if (parameters.starts_at !== undefined || parameters.ends_at !== undefined) {
				requireFittingTimes({ starts_at, ends_at }, timeOfCallers(service));
			}
			changeGrantPlaces(service, workspace, grant, parameters);
			updateGrant(
				service,
				workspace,
				findAccessGrant(workspace, { access_grant_id: grant.access_grant_id }),
				{
					name: name === undefined ? grant.name : name,
					starts_at,
					ends_at,
				},
			);
		},
	}),

	actRoute('/access_grants/delete', accessGrants, deleteGrant),

	defineRoute({
		path: '/access_grants/request_access_methods',
		parameters: {
			access_grant_id: Uuid,
			requested_access_methods: Type.Array(RequestedMethod, { minItems: 1 }),
		},
		answer(
			service,
			{ workspace, parameters: { access_grant_id, requested_access_methods: requests }, fault },
		) {
			requireFittingModes(requests);
			requestMethods(
				service,
				workspace,
				findAccessGrant(workspace, { access_grant_id }),
				requests,
				fault,
			);
			const grant = findAccessGrant(workspace, { access_grant_id });
			return one(accessGrants, grant, { service, workspace });
		},
	}),
];
