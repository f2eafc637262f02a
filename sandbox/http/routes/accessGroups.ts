import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
	addToGroup,
	deleteGroup,
	removeFromGroup,
	userOfIdentity,
} from '../../domain/access/groups';
import {
	findAccessGroup,
	findAccessSystemUser,
	findUserIdentity,
} from '../../domain/access/lookup';
import {
	toAccessGroupRecord,
	toAccessSystemUserRecord,
	toEntranceRecord,
} from '../../domain/access/records';
import { AccessGroup } from '../../schemas/accessGroup';
import { AccessSystemUser } from '../../schemas/accessSystemUser';
import { Entrance } from '../../schemas/entrance';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { invalidInput, notFound } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

const GroupId = Type.Object({ acs_access_group_id: Uuid });

const Membership = Type.Object({
	acs_access_group_id: Uuid,
	acs_user_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
});

export const accessGroupRoutes = [
	defineRoute({
		path: '/acs/access_groups/get',
		methods: ['GET'],
		parameters: GroupId,
		response: Type.Object({ acs_access_group: AccessGroup }),
		answer: (_service, { workspace, parameters }) => ({
			acs_access_group: toAccessGroupRecord(
				findAccessGroup(workspace, parameters.acs_access_group_id),
			),
		}),
	}),

	defineRoute({
		path: '/acs/access_groups/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_system_id: Type.Optional(Uuid),
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			search: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ acs_access_groups: Type.Array(AccessGroup) }),
		answer(_service, { workspace: { access }, parameters }) {
			const {
				acs_system_id: systemId,
				acs_user_id: userId,
				user_identity_id: identityId,
			} = parameters;
			const search = parameters.search?.toLowerCase() ?? '';
			const hasIdentity = (id: string) =>
				access.accessSystemUsers.get(id)?.user_identity_id === identityId;
			const groups = access.accessGroups.records.filter(
				(group) =>
					(!systemId || group.acs_system_id === systemId) &&
					(!userId || group.acs_user_ids.includes(userId)) &&
					(!identityId || group.acs_user_ids.some(hasIdentity)) &&
					[group.name, group.acs_access_group_id].some((text) =>
						text.toLowerCase().includes(search),
					),
			);
			return { acs_access_groups: groups.map(toAccessGroupRecord) };
		},
	}),

	defineRoute({
		path: '/acs/access_groups/list_users',
		methods: ['GET'],
		parameters: GroupId,
		response: Type.Object({ acs_users: Type.Array(AccessSystemUser) }),
		answer(_service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const users = group.acs_user_ids.flatMap(
				(id) => workspace.access.accessSystemUsers.get(id) ?? [],
			);
			return { acs_users: users.map((user) => toAccessSystemUserRecord(workspace, user)) };
		},
	}),

	defineRoute({
		path: '/acs/access_groups/list_accessible_entrances',
		methods: ['GET'],
		parameters: GroupId,
		response: Type.Object({ acs_entrances: Type.Array(Entrance) }),
		answer(service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const entrances = group.acs_entrance_ids.flatMap(
				(id) => workspace.access.entrances.get(id) ?? [],
			);
			return {
				acs_entrances: entrances.map((entrance) => toEntranceRecord(service, workspace, entrance)),
			};
		},
	}),

	defineRoute({
		path: '/acs/access_groups/add_user',
		methods: ['PUT'],
		parameters: Membership,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			requireOneUser(parameters);
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = parameters.user_identity_id
				? userOfIdentity(
						service,
						workspace,
						group,
						findUserIdentity(workspace, parameters.user_identity_id),
					)
				: findAccessSystemUser(workspace, { acs_user_id: parameters.acs_user_id });
			if (user.acs_system_id !== group.acs_system_id)
				throw invalidInput('The user and the group belong to different access systems');
			addToGroup(service, workspace, group, user.acs_user_id);
			return {};
		},
	}),

	// Assumes that a user who is not in the group is not found.
	defineRoute({
		path: '/acs/access_groups/remove_user',
		methods: ['DELETE'],
		parameters: Membership,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			requireOneUser(parameters);
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const { acs_user_id, user_identity_id } = parameters;
			const user = findAccessSystemUser(workspace, {
				acs_user_id,
				user_identity_id,
				acs_system_id: group.acs_system_id,
			});
			if (!group.acs_user_ids.includes(user.acs_user_id)) throw notFound('acs_user', parameters);
			removeFromGroup(service, workspace, group, user.acs_user_id);
			return {};
		},
	}),

	defineRoute({
		path: '/acs/access_groups/delete',
		methods: ['DELETE'],
		parameters: GroupId,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteGroup(service, workspace, findAccessGroup(workspace, parameters.acs_access_group_id));
			return {};
		},
	}),
];

/** Throws 400 `invalid_input` unless exactly one of the two is given. */
function requireOneUser({
	acs_user_id: userId,
	user_identity_id: identityId,
}: Static<typeof Membership>): void {
	if ((userId === undefined) === (identityId === undefined)) {
		throw invalidInput('Exactly one of acs_user_id, user_identity_id is required');
	}
}
