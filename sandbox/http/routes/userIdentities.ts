import type { Here } from '../../domain/service';
import { userOfIdentity } from '../../domain/access/groups';
import { findAccessSystem, findUserIdentity } from '../../domain/access/lookup';
import { toUserIdentityRecord } from '../../domain/access/records';
import type { UserIdentityData } from '../../state/accessState';
import {
	createUserIdentity,
	deleteUserIdentity,
	updateUserIdentity,
} from '../../domain/access/userIdentities';
import { entriesOfList } from '../entriesOfList';
import { defineRoute } from './defineRoute';
import { userIdentities } from './recordKinds';
import { actRoute, bySearch, getRoute, listRoute } from './recordRoutes';

export const textsOfPerson = (person: UserIdentityData) => [
	person.full_name,
	person.phone_number,
	person.email_address,
	person.user_identity_id,
];

export const userIdentityRoutes = [
	getRoute('/user_identities/get', userIdentities),

	listRoute(
		'/user_identities/list',
		userIdentities,
		{
			credential_manager_acs_system_id: (id, here) => {
				const people = peopleIn(here, id);
				return (person) => people.has(person.user_identity_id);
			},
			search: bySearch(textsOfPerson),
		},
		{
			from: ({ user_identity_ids: ids }, here) =>
				entriesOfList(here, here.access.userIdentities, ids !== undefined),
		},
	),

	defineRoute({
		path: '/user_identities/create',
		answer(here, { parameters: { acs_system_ids: systemIds = [], ...fields } }) {
			const systems = systemIds.map((id) => findAccessSystem(here, id));
			const identity = createUserIdentity(here, fields);
			for (const system of systems) userOfIdentity(here, system, identity);
			return { user_identity: toUserIdentityRecord(here, identity) };
		},
	}),

	defineRoute({
		path: '/user_identities/update',
		answer(here, { parameters: { user_identity_id: id, ...fields } }) {
			findUserIdentity(here, id);
			updateUserIdentity(here, id, fields);
		},
	}),

	// Deletes what belongs to the person, too: grants with their methods, users of access systems, instant keys.
	actRoute('/user_identities/delete', userIdentities, deleteUserIdentity),
];

/** The people who are users of an access system. Empty unless the system manages credentials. */
function peopleIn({ access }: Here, systemId: string): Set<string | undefined> {
	const isManager = access.accessSystems.get(systemId)?.is_credential_manager === true;
	const users = access.accessSystemUsers.records.filter(
		(user) => isManager && user.acs_system_id === systemId,
	);
	return new Set(users.map((user) => user.user_identity_id));
}
