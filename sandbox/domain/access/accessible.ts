import type { Here } from '../service';
import type { AccessSystemUserData, UserIdentityData } from '../../state/accessState';
import { isBeingDeleted } from '../issues';
import { placesOf, type Places } from './lookup';

export function entrancesOfUser(
	{ access }: Here,
	{ acs_user_id: id }: AccessSystemUserData,
): string[] {
	const groups = access.accessGroups.records.filter((group) => group.acs_user_ids.includes(id));
	const credentials = access.credentials.records.filter(
		(credential) => credential.acs_user_id === id,
	);
	return [...new Set([...groups, ...credentials].flatMap((one) => one.acs_entrance_ids))];
}

/** The places that a person can open, through grants or groups of access systems, and the devices with direct access. */
export function accessibleTo(
	here: Here,
	{ user_identity_id: id, device_ids: ownDevices }: UserIdentityData,
): Omit<Places, 'space_ids'> {
	const { accessGrants, accessGroups, accessSystemUsers } = here.access;
	const grants = accessGrants.records.filter(
		(grant) => grant.user_identity_id === id && !isBeingDeleted(grant),
	);
	const places = grants.map((grant) => placesOf(here, grant));
	const userIds = accessSystemUsers.records
		.filter((user) => user.user_identity_id === id)
		.map((user) => user.acs_user_id);
	const groups = accessGroups.records.filter((group) =>
		group.acs_user_ids.some((userId) => userIds.includes(userId)),
	);
	return {
		device_ids: [...new Set([...places.flatMap((place) => place.device_ids), ...ownDevices])],
		acs_entrance_ids: [
			...new Set([...places, ...groups].flatMap((place) => place.acs_entrance_ids)),
		],
	};
}
