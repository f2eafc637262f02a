import { type Static, Type } from 'typebox';
import {
	createAccessSystemUser,
	deleteAccessSystemUser,
	revokeAccess,
	setSuspended,
	updateAccessSystemUser,
} from '../../domain/access/accessSystemUsers';
import { entrancesOfUser } from '../../domain/access/accessible';
import { addToGroup, removeFromGroup } from '../../domain/access/groups';
import { findAccessGroup, findAccessSystemUser, findEntrance } from '../../domain/access/lookup';
import { toAccessSystemUserRecord, toEntranceRecord } from '../../domain/access/records';
import { paginate } from '../pagination';
import {
	AccessSystemUser,
	AccessSystemUserChanges,
	NewAccessSystemUser,
} from '../../schemas/accessSystemUser';
import { Entrance } from '../../schemas/entrance';
import { Pagination } from '../../schemas/pagination';
import { DateTime, NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { AccessSystemUserData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

/**
 * Names an access system user: by ID, or by person and access system (docs/service.md#systems-1).
 */
const Who = Type.Object({
	acs_user_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
	acs_system_id: Type.Optional(Uuid),
});

export const accessSystemUserRoutes = [
	defineRoute({
		path: '/acs/users/get',
		methods: ['GET'],
		parameters: Who,
		response: Type.Object({ acs_user: AccessSystemUser }),
		answer: (_service, { workspace, parameters }) => ({
			acs_user: toAccessSystemUserRecord(workspace, findUser(workspace, parameters)),
		}),
	}),

	defineRoute({
		path: '/acs/users/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_system_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			user_identity_email_address: Type.Optional(NonEmptyText),
			user_identity_phone_number: Type.Optional(NonEmptyText),
			created_before: Type.Optional(DateTime),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ acs_users: Type.Array(AccessSystemUser), pagination: Pagination }),
		answer(_service, request) {
			const { workspace, parameters } = request;
			const { user_identity_email_address: email, user_identity_phone_number: phone } = parameters;
			const search = parameters.search?.toLowerCase() ?? '';
			const { entries, pagination } = paginate(
				workspace.access.accessSystemUsers.entries,
				request,
				{
					matches: ({ record }) => {
						const user = toAccessSystemUserRecord(workspace, record);
						return (
							(!parameters.acs_system_id || user.acs_system_id === parameters.acs_system_id) &&
							(!parameters.user_identity_id ||
								user.user_identity_id === parameters.user_identity_id) &&
							(!email || user.user_identity_email_address === email) &&
							(!phone || user.user_identity_phone_number === phone) &&
							(!parameters.created_before ||
								Date.parse(user.created_at) < Date.parse(parameters.created_before)) &&
							searchTexts(user).some((text) => text?.toLowerCase().includes(search))
						);
					},
				},
			);
			return {
				acs_users: entries.map(({ record }) => toAccessSystemUserRecord(workspace, record)),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/acs/users/create',
		methods: [],
		parameters: NewAccessSystemUser,
		response: Type.Object({ acs_user: AccessSystemUser }),
		answer: (service, { workspace, parameters }) => ({
			acs_user: toAccessSystemUserRecord(
				workspace,
				createAccessSystemUser(service, workspace, parameters),
			),
		}),
	}),

	defineRoute({
		path: '/acs/users/update',
		methods: ['PATCH'],
		parameters: Type.Object({ ...Who.properties, ...AccessSystemUserChanges.properties }),
		response: Type.Object({}),
		answer(_service, { workspace, parameters }) {
			updateAccessSystemUser(workspace, findUser(workspace, parameters), parameters);
			return {};
		},
	}),

	defineRoute({
		path: '/acs/users/delete',
		methods: ['DELETE'],
		parameters: Who,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteAccessSystemUser(service, workspace, findUser(workspace, parameters));
			return {};
		},
	}),

	defineRoute({
		path: '/acs/users/suspend',
		methods: [],
		parameters: Who,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			setSuspended(service, workspace, findUser(workspace, parameters), true);
			return {};
		},
	}),

	defineRoute({
		path: '/acs/users/unsuspend',
		methods: [],
		parameters: Who,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			setSuspended(service, workspace, findUser(workspace, parameters), false);
			return {};
		},
	}),

	defineRoute({
		path: '/acs/users/revoke_access_to_all_entrances',
		methods: [],
		parameters: Who,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			revokeAccess(service, workspace, findUser(workspace, parameters));
			return {};
		},
	}),

	defineRoute({
		path: '/acs/users/list_accessible_entrances',
		methods: ['GET'],
		parameters: Who,
		response: Type.Object({ acs_entrances: Type.Array(Entrance) }),
		answer(service, { workspace, parameters }) {
			const ids = entrancesOfUser(workspace, findUser(workspace, parameters));
			return {
				acs_entrances: ids.map((id) =>
					toEntranceRecord(service, workspace, findEntrance(workspace, id)),
				),
			};
		},
	}),

	defineRoute({
		path: '/acs/users/add_to_access_group',
		methods: ['PUT'],
		parameters: Type.Object({ acs_user_id: Uuid, acs_access_group_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = findUser(workspace, parameters);
			if (user.acs_system_id !== group.acs_system_id)
				throw invalidInput('The user and the group belong to different access systems');
			addToGroup(service, workspace, group, user.acs_user_id);
			return {};
		},
	}),

	// Assumes that a user who is not in the group is not found.
	defineRoute({
		path: '/acs/users/remove_from_access_group',
		methods: ['DELETE'],
		parameters: Type.Object({
			acs_access_group_id: Uuid,
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
		}),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = findUser(workspace, { ...parameters, acs_system_id: group.acs_system_id });
			if (!group.acs_user_ids.includes(user.acs_user_id)) throw notFound('acs_user', parameters);
			removeFromGroup(service, workspace, group, user.acs_user_id);
			return {};
		},
	}),
];

function findUser(workspace: WorkspaceState, who: Static<typeof Who>): AccessSystemUserData {
	if (!who.acs_user_id && !who.user_identity_id)
		throw invalidInput('One of acs_user_id, user_identity_id is required');
	return findAccessSystemUser(workspace, who);
}

/** The texts of a user that a search looks at. */
function searchTexts(
	user: ReturnType<typeof toAccessSystemUserRecord>,
): Array<string | null | undefined> {
	return [
		user.full_name,
		user.phone_number,
		user.email_address,
		user.acs_user_id,
		user.user_identity_id,
		user.user_identity_full_name,
		user.user_identity_phone_number,
	];
}
