import { Type } from 'typebox';
import { placesOf } from '../../domain/access/lookup';
import {
	toUnmanagedGrantRecord,
	toUnmanagedIdentityRecord,
	toUnmanagedMethodRecord,
} from '../../domain/access/records';
import {
	findUnmanagedGrant,
	findUnmanagedIdentity,
	findUnmanagedMethod,
	manageGrant,
	manageIdentity,
} from '../../domain/access/unmanaged';
import { Pagination } from '../../schemas/pagination';
import { DateTime, PageParameters, Text, Uuid } from '../../schemas/primitives';
import {
	UnmanagedAccessGrant,
	UnmanagedAccessMethod,
	UnmanagedUserIdentity,
} from '../../schemas/unmanagedAccess';
import { paginate } from '../pagination';
import { defineRoute } from './defineRoute';

const Managed = { is_managed: Type.Literal(true) };

/** Unmanaged people, grants and methods, and converting them. */
export const unmanagedAccessRoutes = [
	defineRoute({
		path: '/user_identities/unmanaged/get',
		methods: ['GET'],
		parameters: Type.Object({ user_identity_id: Uuid }),
		response: Type.Object({ user_identity: UnmanagedUserIdentity }),
		answer: (_service, { workspace, parameters }) => ({
			user_identity: toUnmanagedIdentityRecord(
				workspace,
				findUnmanagedIdentity(workspace, parameters.user_identity_id),
			),
		}),
	}),

	defineRoute({
		path: '/user_identities/unmanaged/list',
		methods: ['GET'],
		parameters: Type.Object({
			created_before: Type.Optional(DateTime),
			search: Type.Optional(Text),
			...PageParameters,
		}),
		response: Type.Object({
			user_identities: Type.Array(UnmanagedUserIdentity),
			pagination: Pagination,
		}),
		answer(_service, request) {
			const { created_before: before, search = '' } = request.parameters;
			const { entries, pagination } = paginate(
				request.workspace.access.unmanagedUserIdentities.entries,
				request,
				{
					matches: ({ record }) =>
						(!before || Date.parse(record.created_at) < Date.parse(before)) &&
						[
							record.full_name,
							record.email_address,
							record.phone_number,
							record.user_identity_id,
						].some((text) => text?.toLowerCase().includes(search.toLowerCase())),
				},
			);
			return {
				user_identities: entries.map(({ record }) =>
					toUnmanagedIdentityRecord(request.workspace, record),
				),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/user_identities/unmanaged/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			user_identity_id: Uuid,
			...Managed,
			user_identity_key: Type.Optional(Text),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			manageIdentity(
				service,
				workspace,
				findUnmanagedIdentity(workspace, parameters.user_identity_id),
				parameters.user_identity_key,
			);
			return {};
		},
	}),

	defineRoute({
		path: '/access_methods/unmanaged/get',
		methods: ['GET'],
		parameters: Type.Object({ access_method_id: Uuid }),
		response: Type.Object({ access_method: UnmanagedAccessMethod }),
		answer: (_service, { workspace, parameters }) => ({
			access_method: toUnmanagedMethodRecord(
				findUnmanagedMethod(workspace, parameters.access_method_id),
			),
		}),
	}),

	defineRoute({
		path: '/access_methods/unmanaged/list',
		methods: ['GET'],
		parameters: Type.Object({
			access_grant_id: Uuid,
			device_id: Type.Optional(Uuid),
			acs_entrance_id: Type.Optional(Uuid),
			space_id: Type.Optional(Uuid),
		}),
		response: Type.Object({ access_methods: Type.Array(UnmanagedAccessMethod) }),
		answer(
			_service,
			{
				workspace,
				parameters: {
					access_grant_id,
					device_id: deviceId,
					acs_entrance_id: entranceId,
					space_id: spaceId,
				},
			},
		) {
			const grant = findUnmanagedGrant(workspace, access_grant_id);
			const methods = workspace.access.unmanagedMethods
				.inGroup(grant.access_grant_id)
				.filter(
					({ device_ids, acs_entrance_ids }) =>
						(!deviceId || device_ids.includes(deviceId)) &&
						(!entranceId || acs_entrance_ids.includes(entranceId)),
				);
			return {
				access_methods:
					!spaceId || grant.space_ids.includes(spaceId) ? methods.map(toUnmanagedMethodRecord) : [],
			};
		},
	}),

	defineRoute({
		path: '/access_grants/unmanaged/get',
		methods: ['GET'],
		parameters: Type.Object({ access_grant_id: Uuid }),
		response: Type.Object({ access_grant: UnmanagedAccessGrant }),
		answer: (_service, { workspace, parameters }) => ({
			access_grant: toUnmanagedGrantRecord(
				workspace,
				findUnmanagedGrant(workspace, parameters.access_grant_id),
			),
		}),
	}),

	defineRoute({
		path: '/access_grants/unmanaged/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_entrance_id: Type.Optional(Uuid),
			acs_system_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			reservation_key: Type.Optional(Text),
			...PageParameters,
		}),
		response: Type.Object({
			access_grants: Type.Array(UnmanagedAccessGrant),
			pagination: Pagination,
		}),
		answer(_service, request) {
			const { workspace, parameters } = request;
			const {
				acs_entrance_id: entranceId,
				acs_system_id: systemId,
				user_identity_id: personId,
				reservation_key: key,
			} = parameters;
			const systemOf = (id: string) => workspace.access.entrances.get(id)?.acs_system_id;
			const { entries, pagination } = paginate(workspace.access.unmanagedGrants.entries, request, {
				matches: ({ record }) => {
					const entranceIds = placesOf(workspace, record).acs_entrance_ids;
					return (
						(!entranceId || entranceIds.includes(entranceId)) &&
						(!systemId || entranceIds.some((id) => systemOf(id) === systemId)) &&
						(!personId || record.user_identity_id === personId) &&
						(!key || record.reservation_key === key)
					);
				},
			});
			return {
				access_grants: entries.map(({ record }) => toUnmanagedGrantRecord(workspace, record)),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/access_grants/unmanaged/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			access_grant_id: Uuid,
			...Managed,
			access_grant_key: Type.Optional(Text),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			manageGrant(
				service,
				workspace,
				findUnmanagedGrant(workspace, parameters.access_grant_id),
				parameters.access_grant_key,
			);
			return {};
		},
	}),
];
