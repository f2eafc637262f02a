import type { Parameters } from '../../schemas/parameters';
import type { AccessSystemUserData } from '../../state/accessState';
import { nowIso } from '../clock';
import { isBeingDeleted, newMutation, withBeingDeleted } from '../issues';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import { deleteCredential } from './credentials';
import { addToGroup, addUser, removeFromGroup } from './groups';
import { findAccessSystem, findUserIdentity } from './lookup';
import { given } from '../without';

/**
 * Creates a user of a system and adds it to the groups. Skips groups that the system does not have
 * (docs/service.md#systems-3).
 */
export function createAccessSystemUser(
	here: Here,
	input: Parameters<'/acs/users/create'>,
): AccessSystemUserData {
	const {
		acs_system_id,
		full_name,
		email_address,
		phone_number,
		user_identity_id,
		access_schedule: schedule,
	} = input;
	const system = findAccessSystem(here, acs_system_id);
	if (user_identity_id !== undefined) findUserIdentity(here, user_identity_id);
	const user = addUser(here, system, {
		display_name: full_name,
		full_name,
		...given({ email_address, phone_number, user_identity_id }),
		...(schedule
			? {
					access_schedule: {
						starts_at: schedule.starts_at ?? nowIso(here),
						ends_at: schedule.ends_at ?? null,
					},
				}
			: {}),
	});
	for (const id of input.acs_access_group_ids ?? []) {
		const group = here.access.accessGroups.get(id);
		if (group?.acs_system_id === acs_system_id) addToGroup(here, group, user);
	}
	return user;
}

/** Changes only the given fields; `access_schedule: null` removes the times. */
export function updateAccessSystemUser(
	{ access }: Here,
	{ acs_user_id: id, display_name }: AccessSystemUserData,
	changes: Parameters<'/acs/users/update'>,
): void {
	const { full_name, email_address, phone_number, access_schedule } = changes;
	access.accessSystemUsers.update(id, {
		display_name: full_name ?? display_name,
		...given({ full_name, email_address, phone_number }),
		...(access_schedule === undefined ? {} : { access_schedule: access_schedule ?? undefined }),
	});
}

/** Suspends or unsuspends the user after a while. Until then, the change is a pending mutation. */
export function setSuspended(
	here: Here,
	{ acs_user_id: id, is_suspended: from }: AccessSystemUserData,
	isSuspended: boolean,
): void {
	const { accessSystemUsers } = here.access;
	const message = 'The suspension of the user is being updated.';
	const mutation = newMutation(here, 'updating_suspension_state', message, {
		from: { is_suspended: from },
		to: { is_suspended: isSuspended },
	});
	accessSystemUsers.update(id, { pending_mutations: [mutation] });
	here.scheduler.afterAction(
		here,
		`suspend ${id}`,
		() => void accessSystemUsers.update(id, { is_suspended: isSuspended, pending_mutations: [] }),
	);
}

/** Removes the user from all groups, each after a while, and the entrances from the user's credentials. */
export function revokeAccess(here: Here, user: AccessSystemUserData): void {
	const { acs_user_id: id } = user;
	for (const group of here.access.accessGroups.records) {
		if (group.acs_user_ids.includes(id)) removeFromGroup(here, group, user);
	}
	const { credentials } = here.access;
	for (const { acs_credential_id, acs_user_id } of credentials.records)
		if (acs_user_id === id) credentials.update(acs_credential_id, { acs_entrance_ids: [] });
}

/**
 * Marks the user as being deleted. After a while, removes the user from the system and from all groups, and deletes the
 * user's credentials.
 */
export function deleteAccessSystemUser(here: Here, user: AccessSystemUserData): void {
	if (isBeingDeleted(user)) return;
	const { accessGroups, accessSystemUsers, credentials } = here.access;
	const { acs_user_id: id } = user;
	accessSystemUsers.update(id, {
		warnings: withBeingDeleted(here, user.warnings, 'user'),
		pending_mutations: [
			newMutation(here, 'deleting', 'The user is being deleted from the system.'),
		],
	});
	here.scheduler.cancel(`suspend ${id}`);
	here.scheduler.afterAction(here, `delete ${id}`, () => {
		for (const { acs_access_group_id, acs_user_ids } of accessGroups.records) {
			if (acs_user_ids.includes(id))
				accessGroups.update(acs_access_group_id, {
					acs_user_ids: acs_user_ids.filter((member) => member !== id),
				});
		}
		for (const credential of credentials.records)
			if (credential.acs_user_id === id) deleteCredential(here, credential);
		accessSystemUsers.remove(id);
		publishEvent(here, {
			event_type: 'acs_user.deleted',
			acs_user_id: id,
			acs_system_id: user.acs_system_id,
			connected_account_id: user.connected_account_id,
		});
	});
}
