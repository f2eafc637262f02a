import { randomUUID } from 'node:crypto';
import type { UserIdentityData } from '../../state/accessState';
import type { Parameters } from '../../schemas/parameters';
import { nowIso } from '../clock';
import type { Here } from '../service';
import { given } from '../without';
import { deleteGrant } from './grants';
import { taken, type UniqueIdentityMember } from './takenValue';

type UserIdentityInput = Omit<Parameters<'/user_identities/create'>, 'acs_system_ids'>;

/** Creates a person. Throws if another person has the key, email address or phone number; see `taken`. */
export function createUserIdentity(here: Here, input: UserIdentityInput): UserIdentityData {
	requireUniqueMembers(here, input);
	return here.access.userIdentities.add({
		user_identity_id: randomUUID(),
		workspace_id: here.workspace.record.workspace_id,
		user_identity_key: null,
		full_name: null,
		email_address: null,
		phone_number: null,
		...knownFields(input),
		device_ids: [],
		created_at: nowIso(here),
		errors: [],
		warnings: [],
	});
}

/** Removes a person, with all of their grants, access system users and instant keys. */
export function deleteUserIdentity(here: Here, { user_identity_id: id }: UserIdentityData): void {
	const { accessGrants, accessSystemUsers, instantKeys, userIdentities } = here.access;
	for (const grant of accessGrants.records)
		if (grant.user_identity_id === id) deleteGrant(here, grant);
	for (const user of accessSystemUsers.records)
		if (user.user_identity_id === id) accessSystemUsers.remove(user.acs_user_id);
	for (const key of instantKeys.records)
		if (key.user_identity_id === id) instantKeys.remove(key.instant_key_id);
	userIdentities.remove(id);
}

export function linkToUser(
	{ access }: Here,
	{ user_identity_id }: UserIdentityData,
	acsUserId: string,
): void {
	access.accessSystemUsers.update(acsUserId, { user_identity_id });
}

/** Changes only the given fields. Throws like `createUserIdentity`. */
export function updateUserIdentity(here: Here, id: string, input: UserIdentityInput): void {
	requireUniqueMembers(here, input, id);
	here.access.userIdentities.update(id, knownFields(input));
}

/**
 * The person that a grant describes: a new one or, depending on the setting `inlineIdentityTaken`, the unchanged person who
 * already has the key, email address or phone number. Throws like `createUserIdentity`, and always if several people have
 * these values.
 */
export function inlineUserIdentity(here: Here, input: UserIdentityInput): UserIdentityData {
	const holders = new Set(
		UNIQUE_MEMBERS.flatMap((member) => holderOf(here, member, input[member]) ?? []),
	);
	const [holder] = holders;
	if (holder && holders.size === 1 && here.settings.inlineIdentityTaken === 'reused') return holder;
	return createUserIdentity(here, input);
}

const UNIQUE_MEMBERS: readonly UniqueIdentityMember[] = [
	'user_identity_key',
	'email_address',
	'phone_number',
];

/** Throws if another person has the key, email address or phone number; see `taken`. */
export function requireUniqueMembers(here: Here, input: UserIdentityInput, ownId?: string): void {
	for (const member of UNIQUE_MEMBERS) {
		const value = input[member];
		const holder = holderOf(here, member, value);
		if (value && holder && holder.user_identity_id !== ownId) throw taken(here, member, value);
	}
}

function holderOf(
	{ access }: Here,
	member: UniqueIdentityMember,
	value?: string | null,
): UserIdentityData | undefined {
	if (!value) return undefined;
	const wanted = comparable(member, value);
	return access.userIdentities.records.find(
		(one) => comparable(member, one[member] ?? '') === wanted,
	);
}

/** Assumes that email addresses ignore case. */
function comparable(member: UniqueIdentityMember, value: string): string {
	return member === 'email_address' ? value.toLowerCase() : value;
}

function knownFields(input: UserIdentityInput): UserIdentityInput {
	const { full_name, email_address, phone_number, user_identity_key } = input;
	return given({ full_name, email_address, phone_number, user_identity_key });
}
