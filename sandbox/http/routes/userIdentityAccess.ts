import { accessibleTo } from '../../domain/access/accessible';
import { findAccessSystemUser, findEntrance, findUserIdentity } from '../../domain/access/lookup';
import { createUserIdentity, linkToUser } from '../../domain/access/userIdentities';
import { toDeviceRecord } from '../../domain/devices/records';
import { findDevice } from '../../domain/lookup';
import type { Here } from '../../domain/service';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { AccessSystemUserData, UserIdentityData } from '../../state/accessState';
import { defineRoute } from './defineRoute';
import { entrances } from './recordKinds';
import { several } from './recordRoutes';

export const userIdentityAccessRoutes = [
	defineRoute({
		path: '/user_identities/list_accessible_devices',
		answer(here, { parameters: { user_identity_id: id } }) {
			const { device_ids: ids } = accessibleTo(here, findUserIdentity(here, id));
			const opened = ids
				.flatMap((one) => here.workspace.devicesById.get(one) ?? [])
				.map((device) => toDeviceRecord(here, device));
			return { devices: opened, accessible_devices: opened };
		},
	}),

	defineRoute({
		path: '/user_identities/list_accessible_entrances',
		answer(here, { parameters: { user_identity_id: id } }) {
			const { acs_entrance_ids: ids } = accessibleTo(here, findUserIdentity(here, id));
			const opened = ids.map((one) => findEntrance(here, one));
			return several(entrances, opened, here);
		},
	}),

	defineRoute({
		path: '/user_identities/grant_access_to_device',
		answer(here, { parameters: { user_identity_id: id, device_id: deviceId } }) {
			const { device_ids: ids } = findUserIdentity(here, id);
			findDevice(here, deviceId);
			here.access.userIdentities.update(id, {
				device_ids: [...new Set([...ids, deviceId])],
			});
		},
	}),

	defineRoute({
		path: '/user_identities/revoke_access_to_device',
		answer(here, { parameters: { user_identity_id: id, device_id: deviceId } }) {
			const { device_ids: ids } = findUserIdentity(here, id);
			findDevice(here, deviceId);
			here.access.userIdentities.update(id, {
				device_ids: ids.filter((one) => one !== deviceId),
			});
		},
	}),

	defineRoute({
		path: '/user_identities/add_acs_user',
		answer(here, { parameters: { acs_user_id, ...person } }) {
			const user = findAccessSystemUser(here, { acs_user_id });
			linkToUser(here, personFor(here, user, person), acs_user_id);
		},
	}),

	defineRoute({
		path: '/user_identities/remove_acs_user',
		answer(here, { parameters: { user_identity_id: id, acs_user_id } }) {
			findUserIdentity(here, id);
			// Assumes that a user of another person is not found.
			if (findAccessSystemUser(here, { acs_user_id }).user_identity_id !== id)
				throw notFound('acs_user', { acs_user_id });
			here.access.accessSystemUsers.update(acs_user_id, { user_identity_id: undefined });
		},
	}),
];

/**
 * The person with the ID or key. If nobody has the key, creates a person with it from the user's
 * record.
 */
function personFor(
	here: Here,
	{ full_name, email_address, phone_number }: AccessSystemUserData,
	{
		user_identity_id: id,
		user_identity_key: key,
	}: { user_identity_id?: string; user_identity_key?: string },
): UserIdentityData {
	if (id !== undefined) return findUserIdentity(here, id);
	if (key === undefined)
		throw invalidInput('One of user_identity_id, user_identity_key is required');
	const known = here.access.userIdentities.records.find((one) => one.user_identity_key === key);
	return (
		known ??
		createUserIdentity(here, {
			user_identity_key: key,
			full_name,
			email_address,
			phone_number,
		})
	);
}
