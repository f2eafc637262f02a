import { Type } from 'typebox';
import type { Static } from 'typebox';
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
import { toAccessGrantRecord } from '../../domain/access/records';
import type { AccessGrantData } from '../../state/accessState';
import { inlineUserIdentity } from '../../domain/access/userIdentities';
import {
	requireFittingModes,
	requireFittingTimes,
	requireMethods,
} from '../../domain/access/grantRules';
import { requireFittingReservation } from '../../domain/access/reservations';
import { entriesOfList } from '../entriesOfList';
import { paginate } from '../pagination';
import { AccessGrant, RequestedMethod } from '../../schemas/accessGrant';
import { Pagination } from '../../schemas/pagination';
import {
	DateTime,
	NonEmptyText,
	Nullable,
	PageParameters,
	Text,
	Uuid,
} from '../../schemas/primitives';
import { UserIdentityFields } from '../../schemas/userIdentity';
import { nowIso } from '../../domain/clock';
import type { Service } from '../../domain/service';
import { invalidInput } from '../../domain/serviceError';
import type { WorkspaceState } from '../../state/state';
import { changeGrantPlaces } from '../../domain/access/grantPlaces';
import { updateGrant } from '../../domain/access/updateGrant';
import { defineRoute } from './defineRoute';

const Address = {
	access_grant_id: Type.Optional(Uuid),
	access_grant_key: Type.Optional(NonEmptyText),
};

const Ids = Type.Optional(Type.Array(Uuid));

const PlaceParameters = { device_ids: Ids, acs_entrance_ids: Ids, space_ids: Ids };

/** The former names of the places of a new grant. Assumes that a location only names places. */
const FormerPlaceParameters = {
	location: Type.Optional(
		Type.Object({
			name: Type.Optional(Text),
			device_ids: Ids,
			acs_entrance_ids: Ids,
		}),
	),
	location_ids: Ids,
};

const GrantFilters = Type.Object({
	access_grant_ids: Ids,
	/** Null finds grants without a key. */
	access_grant_key: Type.Optional(Nullable(NonEmptyText)),
	user_identity_id: Type.Optional(Uuid),
	device_id: Type.Optional(Uuid),
	space_id: Type.Optional(Uuid),
	location_id: Type.Optional(Uuid),
	acs_entrance_id: Type.Optional(Uuid),
	acs_system_id: Type.Optional(Uuid),
	access_code_id: Type.Optional(Uuid),
	reservation_key: Type.Optional(NonEmptyText),
	customer_key: Type.Optional(NonEmptyText),
});

export const accessGrantRoutes = [
	defineRoute({
		path: '/access_grants/create',
		methods: [],
		parameters: Type.Object({
			user_identity_id: Type.Optional(Uuid),
			user_identity: Type.Optional(Type.Object(UserIdentityFields)),
			requested_access_methods: Type.Array(RequestedMethod),
			...PlaceParameters,
			...FormerPlaceParameters,
			space_keys: Type.Optional(Type.Array(NonEmptyText)),
			starts_at: Type.Optional(DateTime),
			ends_at: Type.Optional(Nullable(DateTime)),
			name: Type.Optional(Nullable(NonEmptyText)),
			access_grant_key: Type.Optional(NonEmptyText),
			reservation_key: Type.Optional(NonEmptyText),
			customization_profile_id: Type.Optional(Uuid),
		}),
		response: Type.Object({ access_grant: AccessGrant }),
		answer(service, { workspace, parameters, fault }) {
			const {
				user_identity_id,
				user_identity,
				requested_access_methods: requests,
				space_keys = [],
				location = {},
				location_ids = [],
				...rest
			} = parameters;
			if ((user_identity_id === undefined) === (user_identity === undefined)) {
				throw invalidInput('Exactly one of user_identity_id, user_identity is required');
			}
			requireMethods(service, requests);
			requireFittingModes(requests);
			requireFittingTimes(rest, service.clock.now());
			const places = {
				device_ids: [...(rest.device_ids ?? []), ...(location.device_ids ?? [])],
				acs_entrance_ids: [...(rest.acs_entrance_ids ?? []), ...(location.acs_entrance_ids ?? [])],
				space_ids: [
					...(rest.space_ids ?? []),
					...location_ids,
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
			const { access_grant_id } = createGrant(
				service,
				workspace,
				{ ...newGrantMembers(rest), ...places, user_identity_id: identity.user_identity_id },
				requests,
				fault,
			);
			return {
				access_grant: toAccessGrantRecord(
					workspace,
					findAccessGrant(workspace, { access_grant_id }),
				),
			};
		},
	}),

	defineRoute({
		path: '/access_grants/get',
		methods: ['GET'],
		parameters: Type.Object(Address),
		response: Type.Object({ access_grant: AccessGrant }),
		answer: (_service, { workspace, parameters }) => ({
			access_grant: toAccessGrantRecord(workspace, findAccessGrant(workspace, parameters)),
		}),
	}),

	defineRoute({
		path: '/access_grants/list',
		methods: ['GET'],
		parameters: Type.Object({ ...GrantFilters.properties, ...PageParameters }),
		response: Type.Object({ access_grants: Type.Array(AccessGrant), pagination: Pagination }),
		answer(service, request) {
			const { workspace, parameters } = request;
			const matches = grantFilter(service, workspace, parameters);
			const list = entriesOfList(
				service,
				workspace.access.accessGrants,
				parameters.access_grant_ids,
			);
			const { entries, pagination } = paginate(list, request, {
				matches: ({ record }) => matches(record),
			});
			return {
				access_grants: entries.map(({ record }) => toAccessGrantRecord(workspace, record)),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/access_grants/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			...Address,
			name: Type.Optional(Nullable(NonEmptyText)),
			starts_at: Type.Optional(DateTime),
			ends_at: Type.Optional(Nullable(DateTime)),
			...PlaceParameters,
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const grant = findAccessGrant(workspace, parameters);
			const { name, starts_at = grant.starts_at, ends_at = grant.ends_at } = parameters;
			if (parameters.starts_at !== undefined || parameters.ends_at !== undefined) {
				requireFittingTimes({ starts_at, ends_at }, service.clock.now());
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
			return {};
		},
	}),

	defineRoute({
		path: '/access_grants/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ access_grant_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteGrant(service, workspace, findAccessGrant(workspace, parameters));
			return {};
		},
	}),

	defineRoute({
		path: '/access_grants/request_access_methods',
		methods: [],
		parameters: Type.Object({
			access_grant_id: Uuid,
			requested_access_methods: Type.Array(RequestedMethod, { minItems: 1 }),
		}),
		response: Type.Object({ access_grant: AccessGrant }),
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
			return {
				access_grant: toAccessGrantRecord(
					workspace,
					findAccessGrant(workspace, { access_grant_id }),
				),
			};
		},
	}),
];

interface NewGrantMembers {
	name?: string | null;
	access_grant_key?: string;
	reservation_key?: string;
	customization_profile_id?: string;
	starts_at?: string;
	ends_at?: string | null;
}

/** The parameters that go into the record unchanged. Unknown ones are ignored. */
function newGrantMembers(parameters: NewGrantMembers): NewGrantMembers {
	const { name, access_grant_key, reservation_key, customization_profile_id, starts_at, ends_at } =
		parameters;
	return { name, access_grant_key, reservation_key, customization_profile_id, starts_at, ends_at };
}

function grantFilter(
	service: Service,
	workspace: WorkspaceState,
	filters: Static<typeof GrantFilters>,
): (grant: AccessGrantData) => boolean {
	const {
		access_grant_key: key,
		device_id: deviceId,
		acs_entrance_id: entranceId,
		acs_system_id: systemId,
	} = filters;
	const codeId = filters.access_code_id;
	const grantOfCode = codeId && service.state.accessCodes.get(codeId)?.accessGrantId;
	const spaceIds = [filters.space_id, filters.location_id].filter((id) => id !== undefined);
	const systemOf = (id: string) => workspace.access.entrances.get(id)?.acs_system_id;
	return (grant) => {
		const places = placesOf(workspace, grant);
		return (
			(!filters.customer_key ||
				isOfCustomer(workspace, grant.access_grant_id, filters.customer_key)) &&
			(!filters.access_grant_ids || filters.access_grant_ids.includes(grant.access_grant_id)) &&
			(key === undefined || (grant.access_grant_key ?? null) === key) &&
			(!filters.user_identity_id || grant.user_identity_id === filters.user_identity_id) &&
			(!filters.reservation_key || grant.reservation_key === filters.reservation_key) &&
			(!codeId || grant.access_grant_id === grantOfCode) &&
			(!deviceId || places.device_ids.includes(deviceId)) &&
			(!entranceId || places.acs_entrance_ids.includes(entranceId)) &&
			(!systemId || places.acs_entrance_ids.some((id) => systemOf(id) === systemId)) &&
			spaceIds.every((id) => grant.space_ids.includes(id))
		);
	};
}
