import type { Here } from '../service';
import type { AccessGrantData, AccessSystemUserData, SpaceData } from '../../state/accessState';
import type { Collection } from '../../state/collection';
import { findDevice, isLock } from '../lookup';
import { isBeingDeleted } from '../issues';
import { invalidInput, notFound } from '../serviceError';
import type { WorkspaceState } from '../../state/state';

/** Makes a function that finds a record by its ID, or throws 404 `NAME_not_found`. */
const finder =
	<Data extends object>(
		name: string,
		collectionIn: (workspace: WorkspaceState) => Collection<Data>,
	) =>
	({ workspace }: Here, id: string): Data =>
		collectionIn(workspace).get(id) ?? missing(name, { [`${name}_id`]: id });

export const findUserIdentity = finder('user_identity', ({ access }) => access.userIdentities);
export const findSpace = finder('space', ({ access }) => access.spaces);
export const findAccessSystem = finder('acs_system', ({ access }) => access.accessSystems);
export const findEntrance = finder('acs_entrance', ({ access }) => access.entrances);
export const findAccessGroup = finder('acs_access_group', ({ access }) => access.accessGroups);
export const findCredential = finder('acs_credential', ({ access }) => access.credentials);
export const findEncoder = finder('acs_encoder', ({ access }) => access.encoders);
export const findAccessMethod = finder('access_method', ({ access }) => access.accessMethods);
export const findAccount = finder('connected_account', (workspace) => workspace.connectedAccounts);

// What the workspace does not manage is not found among what it manages, and the reverse.
export const findUnmanagedIdentity = finder(
	'user_identity',
	({ access }) => access.unmanagedUserIdentities,
);
export const findUnmanagedGrant = finder('access_grant', ({ access }) => access.unmanagedGrants);

/** Throws 404 `space_not_found`. */
export function findSpaceByKey({ access }: Here, key: string): SpaceData {
	return (
		access.spaces.records.find((space) => space.space_key === key) ??
		missing('space', { space_key: key })
	);
}

/** Finds a grant by ID or key. Throws 400 `invalid_input` without either, 404 `access_grant_not_found`. */
export function findAccessGrant(
	{ access }: Here,
	{
		access_grant_id: id,
		access_grant_key: key,
	}: { access_grant_id?: string; access_grant_key?: string | null },
): AccessGrantData {
	if (id === undefined && key === undefined)
		throw invalidInput('One of access_grant_id, access_grant_key is required');
	// A new grant may use the key of one that is being deleted.
	const ofKey =
		id === undefined
			? access.accessGrants.records.filter((one) => one.access_grant_key === key)
			: [];
	const grant =
		id === undefined
			? (ofKey.find((one) => !isBeingDeleted(one)) ?? ofKey[0])
			: access.accessGrants.get(id);
	return (
		grant ??
		missing('access_grant', id === undefined ? { access_grant_key: key } : { access_grant_id: id })
	);
}

/**
 * Finds a user by ID, or by person and, if given, system (docs/service.md#systems-1). Throws 400 `invalid_input` without either,
 * 404 `acs_user_not_found`.
 */
export function findAccessSystemUser(
	{ access }: Here,
	address: { acs_user_id?: string; user_identity_id?: string; acs_system_id?: string },
): AccessSystemUserData {
	const { acs_user_id: userId, user_identity_id: identityId, acs_system_id: systemId } = address;
	if (userId === undefined && identityId === undefined)
		throw invalidInput('One of acs_user_id, user_identity_id is required');
	if (userId !== undefined)
		return access.accessSystemUsers.get(userId) ?? missing('acs_user', { acs_user_id: userId });
	const user = access.accessSystemUsers.records.find(
		(one) =>
			one.user_identity_id === identityId &&
			(systemId === undefined || one.acs_system_id === systemId),
	);
	return user ?? missing('acs_user', { user_identity_id: identityId });
}

export interface Places {
	device_ids: string[];
	acs_entrance_ids: string[];
	space_ids: string[];
}

/** The devices and entrances of these places, each once, including the contents of spaces. */
export function placesOf(
	{ workspace: { devicesById }, access }: Here,
	{ device_ids, acs_entrance_ids, space_ids }: Places,
): Omit<Places, 'space_ids'> {
	const spaces = space_ids.flatMap((id) => access.spaces.get(id) ?? []);
	// A device that is gone or unmanaged counts as a lock.
	const isDoor = (id: string) => {
		const device = devicesById.get(id);
		return device === undefined || isLock(device);
	};
	return {
		device_ids: [
			...new Set([...device_ids, ...spaces.flatMap((space) => space.device_ids.filter(isDoor))]),
		],
		acs_entrance_ids: [
			...new Set([...acs_entrance_ids, ...spaces.flatMap((space) => space.acs_entrance_ids)]),
		],
	};
}

/** Throws 404 for the first place that the workspace does not have. */
export function requirePlaces(here: Here, places: Places): void {
	for (const id of places.device_ids) findDevice(here, id);
	for (const id of places.acs_entrance_ids) findEntrance(here, id);
	for (const id of places.space_ids) findSpace(here, id);
}

function missing(entity: string, data: Record<string, unknown>): never {
	throw notFound(entity, data);
}
