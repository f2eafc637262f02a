import type { Here } from '../../domain/service';
import {
	createCredential,
	deleteCredential,
	holdCredential,
	toStoredCredentialRecord,
	updateCredential,
} from '../../domain/access/credentials';
import { userOfIdentity } from '../../domain/access/groups';
import {
	findAccessSystem,
	findAccessSystemUser,
	findCredential,
	findUserIdentity,
} from '../../domain/access/lookup';
import { invalidInput } from '../../domain/serviceError';
import type { Parameters } from '../../schemas/parameters';
import type { AccessSystemUserData, CredentialData } from '../../state/accessState';
import type { SandboxHere } from '../sandboxService';
import { defineRoute } from './defineRoute';
import { credentials } from './recordKinds';
import { actRoute, bySearch, getRoute, listRoute } from './recordRoutes';

export const credentialRoutes = [
	getRoute('/acs/credentials/get', credentials),

	listRoute('/acs/credentials/list', credentials, {
		is_multi_phone_sync_credential: (value) => (credential) =>
			(credential.is_multi_phone_sync_credential ?? false) === value,
		search: bySearch((credential) => [
			credential.display_name,
			credential.code,
			credential.card_number,
			credential.acs_credential_id,
			credential.acs_user_id,
			credential.user_identity_id,
		]),
	}),

	defineRoute({
		path: '/acs/credentials/create',
		answer: (here, { parameters }) => ({
			acs_credential: toStoredCredentialRecord(
				createCredential(here, newHolder(here, parameters), parameters),
			),
		}),
	}),

	defineRoute({
		path: '/acs/credentials/update',
		answer(here, { parameters }) {
			updateCredential(here, findCredential(here, parameters.acs_credential_id), parameters);
			return changed(here, parameters);
		},
	}),

	defineRoute({
		path: '/acs/credentials/assign',
		answer(here, { parameters }) {
			const credential = findCredential(here, parameters.acs_credential_id);
			holdCredential(here, credential, findHolder(here, credential, parameters));
			return changed(here, parameters);
		},
	}),

	// Assumes that the service refuses a user who does not have the credential.
	defineRoute({
		path: '/acs/credentials/unassign',
		answer(here, { parameters }) {
			const credential = findCredential(here, parameters.acs_credential_id);
			if (findHolder(here, credential, parameters).acs_user_id !== credential.acs_user_id)
				throw invalidInput('The credential is not assigned to this user');
			holdCredential(here, credential);
			return changed(here, parameters);
		},
	}),

	actRoute('/acs/credentials/delete', credentials, deleteCredential),
];

/** The answer to a change. The SDK does not read the credential (docs/service.md#systems-2). */
function changed(here: SandboxHere, { acs_credential_id: id }: { acs_credential_id: string }) {
	const { settings } = here;
	return settings.source === 'sdk'
		? {}
		: { acs_credential: toStoredCredentialRecord(findCredential(here, id)) };
}

type HolderAddress = Omit<Parameters<'/acs/credentials/assign'>, 'acs_credential_id'> & {
	acs_system_id?: string;
};

/** Assumes that a person who is not a user of the system becomes one. */
function newHolder(
	here: SandboxHere,
	{ acs_user_id, user_identity_id, acs_system_id }: HolderAddress,
): AccessSystemUserData {
	if (acs_user_id) return findAccessSystemUser(here, { acs_user_id });
	if (!user_identity_id || !acs_system_id)
		throw invalidInput('Either acs_user_id, or user_identity_id and acs_system_id are required');
	return userOfIdentity(
		here,
		findAccessSystem(here, acs_system_id),
		findUserIdentity(here, user_identity_id),
	);
}

function findHolder(
	here: Here,
	{ acs_system_id }: CredentialData,
	{ acs_user_id, user_identity_id }: HolderAddress,
): AccessSystemUserData {
	const user = findAccessSystemUser(here, { acs_user_id, user_identity_id, acs_system_id });
	if (user.acs_system_id !== acs_system_id)
		throw invalidInput('The user and the credential belong to different access systems');
	return user;
}
