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
import { toAccessSystemUserRecord } from '../../domain/access/records';
import { AccessSystemUserChanges, NewAccessSystemUser } from '../../schemas/accessSystemUser';
import { NonEmptyText, Uuid, optional } from '../../schemas/primitives';
import type { Service } from '../../domain/service';
import { invalidInput } from '../../domain/serviceError';
import type { AccessSystemUserData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';
import { accessSystemUsers, entrances } from './recordKinds';
import { by, bySearch, createdBefore, listRoute, several } from './recordRoutes';

/**
 * Names an access system user: by ID, or by person and access system (docs/service.md#systems-1).
 */
const Who = {
	...optional({
		acs_user_id: Uuid,
		user_identity_id: Uuid,
		acs_system_id: Uuid,
	}),
};

export const accessSystemUserRoutes = [
	defineRoute({
		path: '/acs/users/get',
		parameters: Who,
		answer: (_service, { workspace, parameters }) => ({
			acs_user: toAccessSystemUserRecord(workspace, findUser(workspace, parameters)),
		}),
	}),

	listRoute('/acs/users/list', accessSystemUsers, {
		acs_system_id: Uuid,
		user_identity_id: Uuid,
		user_identity_email_address: by(
			NonEmptyText,
			(email, { workspace }) =>
				(user) =>
					toAccessSystemUserRecord(workspace, user).user_identity_email_address === email,
		),
		user_identity_phone_number: by(
			NonEmptyText,
			(phone, { workspace }) =>
				(user) =>
					toAccessSystemUserRecord(workspace, user).user_identity_phone_number === phone,
		),
		created_before: createdBefore,
		search: bySearch((data, { workspace }) => {
			const user = toAccessSystemUserRecord(workspace, data);
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
		parameters: NewAccessSystemUser.properties,
		answer: (service, { workspace, parameters }) => ({
			acs_user: toAccessSystemUserRecord(
				workspace,
				createAccessSystemUser(service, workspace, parameters),
			),
		}),
	}),

	defineRoute({
		path: '/acs/users/update',
		parameters: { ...Who, ...AccessSystemUserChanges.properties },
		answer: (_service, { workspace, parameters }) =>
			updateAccessSystemUser(workspace, findUser(workspace, parameters), parameters),
	}),

	userRoute('delete', deleteAccessSystemUser),
	userRoute('suspend', (...user) => setSuspended(...user, true)),
	userRoute('unsuspend', (...user) => setSuspended(...user, false)),
	userRoute('revoke_access_to_all_entrances', revokeAccess),

	defineRoute({
		path: '/acs/users/list_accessible_entrances',
		parameters: Who,
		answer(service, { workspace, parameters }) {
			const ids = entrancesOfUser(workspace, findUser(workspace, parameters));
			const opened = ids.map((id) => findEntrance(workspace, id));
			return several(entrances, opened, { service, workspace });
		},
	}),

	defineRoute({
		path: '/acs/users/add_to_access_group',
		parameters: { acs_user_id: Uuid, acs_access_group_id: Uuid },
		answer(service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			addToGroup(service, workspace, group, findUser(workspace, parameters));
		},
	}),

	defineRoute({
		path: '/acs/users/remove_from_access_group',
		parameters: {
			acs_access_group_id: Uuid,
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
		},
		answer(service, { workspace, parameters }) {
			const group = findAccessGroup(workspace, parameters.acs_access_group_id);
			const user = findUser(workspace, { ...parameters, acs_system_id: group.acs_system_id });
			removeFromGroup(service, workspace, group, user);
		},
	}),
];

function userRoute(
	name: string,
	act: (service: Service, workspace: WorkspaceState, user: AccessSystemUserData) => void,
) {
	return defineRoute({
		path: `/acs/users/${name}`,
		parameters: Who,
		answer: (service, { workspace, parameters }) =>
			act(service, workspace, findUser(workspace, parameters)),
	});
}

function findUser(
	workspace: WorkspaceState,
	who: Static<Type.TObject<typeof Who>>,
): AccessSystemUserData {
	if (!who.acs_user_id && !who.user_identity_id)
		throw invalidInput('One of acs_user_id, user_identity_id is required');
	return findAccessSystemUser(workspace, who);
}
