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
import { requireExactlyOne } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';
import { accessGroups, accessSystemUsers, entrances } from './recordKinds';
import { actRoute, bySearch, getRoute, listRoute, several } from './recordRoutes';

export const accessGroupRoutes = [
	getRoute('/acs/access_groups/get', accessGroups),

	listRoute('/acs/access_groups/list', accessGroups, {
		acs_user_id: (id) => (group) => group.acs_user_ids.includes(id),
		user_identity_id: (id, { access }) => {
			const { accessSystemUsers } = access;
			return (group) =>
				group.acs_user_ids.some((one) => accessSystemUsers.get(one)?.user_identity_id === id);
		},
		search: bySearch((group) => [group.name, group.acs_access_group_id]),
	}),

	defineRoute({
		path: '/acs/access_groups/list_users',
		answer(here, { parameters }) {
			const { acs_user_ids: ids } = findAccessGroup(here, parameters.acs_access_group_id);
			const users = ids.flatMap((id) => here.access.accessSystemUsers.get(id) ?? []);
			return several(accessSystemUsers, users, here);
		},
	}),

	defineRoute({
		path: '/acs/access_groups/list_accessible_entrances',
		answer(here, { parameters }) {
			const { acs_entrance_ids: ids } = findAccessGroup(here, parameters.acs_access_group_id);
			const opened = ids.flatMap((id) => here.access.entrances.get(id) ?? []);
			return several(entrances, opened, here);
		},
	}),

	defineRoute({
		path: '/acs/access_groups/add_user',
		answer(here, { parameters }) {
			const { acs_user_id, user_identity_id } = parameters;
			requireExactlyOne({ acs_user_id, user_identity_id });
			const group = findAccessGroup(here, parameters.acs_access_group_id);
			const user = user_identity_id
				? userOfIdentity(here, group, findUserIdentity(here, user_identity_id))
				: findAccessSystemUser(here, { acs_user_id });
			addToGroup(here, group, user);
		},
	}),

	defineRoute({
		path: '/acs/access_groups/remove_user',
		answer(here, { parameters }) {
			const { acs_user_id, user_identity_id } = parameters;
			requireExactlyOne({ acs_user_id, user_identity_id });
			const group = findAccessGroup(here, parameters.acs_access_group_id);
			const user = findAccessSystemUser(here, {
				acs_user_id,
				user_identity_id,
				acs_system_id: group.acs_system_id,
			});
			removeFromGroup(here, group, user);
		},
	}),

	actRoute('/acs/access_groups/delete', accessGroups, deleteGroup),
];
