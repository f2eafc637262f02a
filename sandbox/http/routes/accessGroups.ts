import { Type } from 'typebox';
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
import { Uuid } from '../../schemas/primitives';
import { requireExactlyOne } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { accessGroups, accessSystemUsers, entrances } from './recordKinds';
import { actRoute, by, bySearch, getRoute, listRoute, several } from './recordRoutes';

const GroupId = { acs_access_group_id: Uuid };

const Membership = {
	acs_access_group_id: Uuid,
	acs_user_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
};

export const accessGroupRoutes = [
	getRoute('/acs/access_groups/get', accessGroups),

	listRoute(
		'/acs/access_groups/list',
		accessGroups,
		{
			acs_system_id: Uuid,
			acs_user_id: by(Uuid, (id) => (group) => group.acs_user_ids.includes(id)),
			user_identity_id: by(Uuid, (id, { workspace }) => {
				const { accessSystemUsers } = workspace.access;
				return (group) =>
					group.acs_user_ids.some((one) => accessSystemUsers.get(one)?.user_identity_id === id);
			}),
			search: bySearch((group) => [group.name, group.acs_access_group_id]),
		},
		{ hasPages: false },
	),

	defineRoute({
		path: '/acs/access_groups/list_users',
		parameters: GroupId,
		answer(service, { workspace, parameters }) {
			const { acs_user_ids: ids } = findAccessGroup(workspace, parameters.acs_access_group_id);
			const users = ids.flatMap((id) => workspace.access.accessSystemUsers.get(id) ?? []);
			return several(accessSystemUsers, users, { service, workspace });
		},
	}),

	defineRoute({
		path: '/acs/access_groups/list_accessible_entrances',
		parameters: GroupId,
		answer(service, { workspace, parameters }) {
			const { acs_entrance_ids: ids } = findAccessGroup(workspace, parameters.acs_access_group_id);
			const opened = ids.flatMap((id) => workspace.access.entrances.get(id) ?? []);
			return several(entrances, opened, { service, workspace });
		},
	}),

	defineRoute({
		path: '/acs/access_groups/add_user',
		parameters: Membership,
		answer(service, { workspace, parameters }) {
			const { acs_user_id, user_identity_id } = parameters;
			requireExactlyOne({ acs_user_id, user_identity_id });
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = user_identity_id
				? userOfIdentity(service, workspace, group, findUserIdentity(workspace, user_identity_id))
				: findAccessSystemUser(workspace, { acs_user_id });
			addToGroup(service, workspace, group, user);
		},
	}),

	defineRoute({
		path: '/acs/access_groups/remove_user',
		parameters: Membership,
		answer(service, { workspace, parameters }) {
			const { acs_user_id, user_identity_id } = parameters;
			requireExactlyOne({ acs_user_id, user_identity_id });
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = findAccessSystemUser(workspace, {
				acs_user_id,
				user_identity_id,
				acs_system_id: group.acs_system_id,
			});
			removeFromGroup(service, workspace, group, user);
		},
	}),

	actRoute('/acs/access_groups/delete', accessGroups, deleteGroup),
];
