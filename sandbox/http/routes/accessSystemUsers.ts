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
import { toAccessSystemUserRecord } from '../../domain/access/records';
import type { Here } from '../../domain/service';
import type { AccessSystemUserData } from '../../state/accessState';
import { defineRoute } from './defineRoute';
import { accessSystemUsers, entrances } from './recordKinds';
import { bySearch, listRoute, several } from './recordRoutes';

export const accessSystemUserRoutes = [
	defineRoute({
		path: '/acs/users/get',
		answer: (here, { parameters }) => ({
			acs_user: toAccessSystemUserRecord(here, findAccessSystemUser(here, parameters)),
		}),
	}),

	listRoute('/acs/users/list', accessSystemUsers, {
		user_identity_email_address: (email, here) => (user) =>
			toAccessSystemUserRecord(here, user).user_identity_email_address === email,
		user_identity_phone_number: (phone, here) => (user) =>
			toAccessSystemUserRecord(here, user).user_identity_phone_number === phone,
		search: bySearch((data, here) => {
			const user = toAccessSystemUserRecord(here, data);
			return [
				user.full_name,
				user.phone_number,
				user.email_address,
				user.acs_user_id,
				user.user_identity_id,
				user.user_identity_full_name,
				user.user_identity_phone_number,
			];
		}),
	}),

	defineRoute({
		path: '/acs/users/create',
		answer: (here, { parameters }) => ({
			acs_user: toAccessSystemUserRecord(here, createAccessSystemUser(here, parameters)),
		}),
	}),

	defineRoute({
		path: '/acs/users/update',
		answer: (here, { parameters }) =>
			updateAccessSystemUser(here, findAccessSystemUser(here, parameters), parameters),
	}),

	userRoute('delete', deleteAccessSystemUser),
	userRoute('suspend', (...user) => setSuspended(...user, true)),
	userRoute('unsuspend', (...user) => setSuspended(...user, false)),
	userRoute('revoke_access_to_all_entrances', revokeAccess),

	defineRoute({
		path: '/acs/users/list_accessible_entrances',
		answer(here, { parameters }) {
			const ids = entrancesOfUser(here, findAccessSystemUser(here, parameters));
			const opened = ids.map((id) => findEntrance(here, id));
			return several(entrances, opened, here);
		},
	}),

	defineRoute({
		path: '/acs/users/add_to_access_group',
		answer(here, { parameters }) {
			const group = findAccessGroup(here, parameters.acs_access_group_id);
			addToGroup(here, group, findAccessSystemUser(here, parameters));
		},
	}),

	defineRoute({
		path: '/acs/users/remove_from_access_group',
		answer(here, { parameters }) {
			const group = findAccessGroup(here, parameters.acs_access_group_id);
			const user = findAccessSystemUser(here, {
				...parameters,
				acs_system_id: group.acs_system_id,
			});
			removeFromGroup(here, group, user);
		},
	}),
];

function userRoute(
	name: 'delete' | 'suspend' | 'unsuspend' | 'revoke_access_to_all_entrances',
	act: (here: Here, user: AccessSystemUserData) => void,
) {
	return defineRoute({
		path: `/acs/users/${name}`,
		answer: (here, { parameters }) => act(here, findAccessSystemUser(here, parameters)),
	});
}
