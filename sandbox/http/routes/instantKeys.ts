import { findUserIdentity } from '../../domain/access/lookup';
import { addInstantKey } from '../../domain/access/instantKeys';
import { defineRoute } from './defineRoute';
import { instantKeys } from './recordKinds';
import { actRoute, getRoute, listRoute } from './recordRoutes';

/** Links that put a person's mobile keys on a phone. They lead nowhere: the domain is reserved for examples. */
export const instantKeyRoutes = [
	defineRoute({
		path: '/user_identities/generate_instant_key',
		answer(here, { parameters: { user_identity_id, customization_profile_id } }) {
			findUserIdentity(here, user_identity_id);
			const person = { user_identity_id, customization_profile_id };
			return { instant_key: addInstantKey(here, person) };
		},
	}),

	getRoute('/instant_keys/get', instantKeys, {}),

	listRoute('/instant_keys/list', instantKeys),

	actRoute('/instant_keys/delete', instantKeys, ({ access }, { instant_key_id: id }) =>
		access.instantKeys.remove(id),
	),
];
