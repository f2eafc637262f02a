import type { AccessGrantData, AccessMethodData, UserIdentityData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import type { Service } from '../service';
import { notFound } from '../serviceError';
import { requireFreeGrantKey } from './grants';
import { requireUniqueMembers } from './userIdentities';

/** Throws 404 `user_identity_not_found`, even if the person exists but is managed. */
export function findUnmanagedIdentity({ access }: WorkspaceState, id: string): UserIdentityData {
	const identity = access.unmanagedUserIdentities.get(id);
	if (!identity) throw notFound('user_identity', { user_identity_id: id });
	return identity;
}

/** Throws 404 `access_grant_not_found`, even if the grant exists but is managed. */
export function findUnmanagedGrant({ access }: WorkspaceState, id: string): AccessGrantData {
	const grant = access.unmanagedGrants.get(id);
	if (!grant) throw notFound('access_grant', { access_grant_id: id });
	return grant;
}

/** Throws 404 `access_method_not_found`, even if the method exists but is managed. */
export function findUnmanagedMethod({ access }: WorkspaceState, id: string): AccessMethodData {
	const method = access.unmanagedMethods.get(id);
	if (!method) throw notFound('access_method', { access_method_id: id });
	return method;
}

/** Converts a person to a managed one. Keeps the key if none is given. Throws like `createUserIdentity`. */
export function manageIdentity(
	service: Service,
	workspace: WorkspaceState,
	identity: UserIdentityData,
	key = identity.user_identity_key,
): void {
	const managed = { ...identity, user_identity_key: key };
	requireUniqueMembers(service, workspace, managed);
	workspace.access.unmanagedUserIdentities.remove(identity.user_identity_id);
	workspace.access.userIdentities.add(managed);
}

/** Converts a grant and its methods to managed ones. Keeps the key if none is given. For a taken key, see `requireFreeGrantKey`. */
export function manageGrant(
	service: Service,
	workspace: WorkspaceState,
	grant: AccessGrantData,
	key = grant.access_grant_key,
): void {
	requireFreeGrantKey(service, workspace, key);
	const { accessGrants, accessMethods, unmanagedGrants, unmanagedMethods } = workspace.access;
	for (const method of unmanagedMethods.inGroup(grant.access_grant_id)) {
		unmanagedMethods.remove(method.access_method_id);
		accessMethods.add(method);
	}
	unmanagedGrants.remove(grant.access_grant_id);
	accessGrants.add(key === undefined ? grant : { ...grant, access_grant_key: key });
}
