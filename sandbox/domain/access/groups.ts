import { randomUUID } from 'node:crypto';
import { toUserIdentityRecord } from './records';
import type {
	AccessGroupData,
	AccessSystemData,
	AccessSystemUserData,
	UserIdentityData,
} from '../../state/accessState';
import { nowIso } from '../clock';
import { isBeingDeleted, newMutation, withBeingDeleted } from '../issues';
import { publishEvent } from '../publishEvent';
import type { AccessGroupMutation } from '../../schemas/accessGroup';
import type { Here } from '../service';
import { invalidInput, notFound } from '../serviceError';

/** Adds the user after a while. Until then, the change is a pending mutation. Throws 400 for a user of another system. */
export function addToGroup(
	here: Here,
	group: AccessGroupData,
	{ acs_user_id: userId, acs_system_id }: AccessSystemUserData,
): void {
	if (acs_system_id !== group.acs_system_id)
		throw invalidInput('The user and the group belong to different access systems');
	changeMembership(
		here,
		group,
		userId,
		{ from: { acs_user_id: null }, to: { acs_user_id: userId } },
		(members) => [...new Set([...members, userId])],
	);
}

/** Removes the user after a while. Assumes that a user who is not in the group is not found. */
export function removeFromGroup(
	here: Here,
	group: AccessGroupData,
	{ acs_user_id: userId }: AccessSystemUserData,
): void {
	if (!group.acs_user_ids.includes(userId)) throw notFound('acs_user', { acs_user_id: userId });
	changeMembership(
		here,
		group,
		userId,
		{ from: { acs_user_id: userId }, to: { acs_user_id: null } },
		(members) => members.filter((member) => member !== userId),
	);
}

/** Marks the group as being deleted. It is removed after a while. Its users stay. */
export function deleteGroup(here: Here, group: AccessGroupData): void {
	if (isBeingDeleted(group)) return;
	const { accessGroups } = here.access;
	const { acs_access_group_id: groupId, acs_system_id, connected_account_id } = group;
	accessGroups.update(groupId, {
		warnings: withBeingDeleted(here, group.warnings, 'access group'),
		pending_mutations: [
			...group.pending_mutations,
			newMutation(here, 'deleting', 'The access group is being deleted from the system.'),
		],
	});
	here.scheduler.afterAction(here, `delete ${groupId}`, () => {
		accessGroups.remove(groupId);
		publishEvent(here, {
			event_type: 'acs_access_group.deleted',
			acs_access_group_id: groupId,
			acs_system_id,
			connected_account_id,
		});
	});
}

/**
 * The person's user in the access system. Links an unlinked user with the same email address or
 * phone number (docs/service.md#systems-3), or else creates a user.
 */
export function userOfIdentity(
	here: Here,
	system: SystemOfUser,
	identity: UserIdentityData,
): AccessSystemUserData {
	const { accessSystemUsers } = here.access;
	const { user_identity_id } = identity;
	const users = accessSystemUsers.records.filter(
		(user) => user.acs_system_id === system.acs_system_id,
	);
	const known = users.find((user) => user.user_identity_id === user_identity_id);
	if (known) return known;
	const same = users.find(
		(user) => user.user_identity_id === undefined && isSamePerson(user, identity),
	);
	if (same) return accessSystemUsers.update(same.acs_user_id, { user_identity_id }) ?? same;
	return addUser(here, system, {
		display_name: toUserIdentityRecord(here, identity).display_name,
		user_identity_id,
	});
}

type SystemOfUser = Pick<
	AccessSystemData,
	'acs_system_id' | 'connected_account_id' | 'workspace_id'
>;

export function addUser(
	here: Here,
	{ acs_system_id, connected_account_id, workspace_id }: SystemOfUser,
	members: Partial<AccessSystemUserData> & Pick<AccessSystemUserData, 'display_name'>,
): AccessSystemUserData {
	const user = here.access.accessSystemUsers.add({
		acs_user_id: randomUUID(),
		acs_system_id,
		workspace_id,
		connected_account_id,
		...members,
		is_suspended: false,
		last_successful_sync_at: null,
		is_managed: true,
		created_at: nowIso(here),
		errors: [],
		warnings: [],
		pending_mutations: [],
	});
	publishEvent(here, {
		event_type: 'acs_user.created',
		acs_user_id: user.acs_user_id,
		acs_system_id,
		connected_account_id,
	});
	return user;
}

function isSamePerson(
	user: AccessSystemUserData,
	{ email_address: email, phone_number: phone }: UserIdentityData,
): boolean {
	return (
		(email !== null && user.email_address === email) ||
		(phone !== null && user.phone_number === phone)
	);
}

function changeMembership(
	here: Here,
	group: AccessGroupData,
	userId: string,
	change: Pick<Extract<AccessGroupMutation, { from: object }>, 'from' | 'to'>,
	apply: (members: string[]) => string[],
): void {
	const { accessGroups } = here.access;
	const groupId = group.acs_access_group_id;
	const message = 'The membership of a user is being updated.';
	const mutation = newMutation(here, 'updating_user_membership', message, change);
	accessGroups.update(groupId, { pending_mutations: [...withoutUser(group, userId), mutation] });
	here.scheduler.afterAction(here, `member ${groupId} ${userId}`, () => {
		const current = accessGroups.get(groupId);
		if (!current) return;
		accessGroups.update(groupId, {
			acs_user_ids: apply(current.acs_user_ids),
			pending_mutations: withoutUser(current, userId),
		});
	});
}

/** The pending mutations of the group without those of this user, because only the last change of a membership counts. */
function withoutUser(
	{ pending_mutations: mutations }: AccessGroupData,
	userId: string,
): AccessGroupMutation[] {
	return mutations.filter(
		(mutation) =>
			mutation.mutation_code !== 'updating_user_membership' ||
			(mutation.from.acs_user_id !== userId && mutation.to.acs_user_id !== userId),
	);
}
