import type { AccessGrantData, UserIdentityData } from '../../state/accessState';
import type { Here } from '../service';
import { requireFreeGrantKey } from './grants';
import { requireUniqueMembers } from './userIdentities';

/** Converts a person to a managed one. Keeps the key if none is given. Throws like `createUserIdentity`. */
export function manageIdentity(
	here: Here,
	identity: UserIdentityData,
	key = identity.user_identity_key,
): void {
	const managed = { ...identity, user_identity_key: key };
	requireUniqueMembers(here, managed);
	here.access.unmanagedUserIdentities.remove(identity.user_identity_id);
	here.access.userIdentities.add(managed);
}

/** Converts a grant and its methods to managed ones. Keeps the key if none is given. For a taken key, see `requireFreeGrantKey`. */
export function manageGrant(
	here: Here,
	grant: AccessGrantData,
	key = grant.access_grant_key,
): void {
	requireFreeGrantKey(here, key);
	const { accessGrants, accessMethods, unmanagedGrants, unmanagedMethods } = here.access;
	for (const method of unmanagedMethods.inGroup(grant.access_grant_id)) {
		unmanagedMethods.remove(method.access_method_id);
		accessMethods.add(method);
	}
	unmanagedGrants.remove(grant.access_grant_id);
	accessGrants.add(key === undefined ? grant : { ...grant, access_grant_key: key });
}
