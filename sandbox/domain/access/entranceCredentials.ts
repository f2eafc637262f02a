import type { Here } from '../service';
import type { Credential } from '../../schemas/credential';
import { invalidInput, notFound } from '../serviceError';
import { toStoredCredentialRecord } from './credentials';
import { findEntrance } from './lookup';
import { toCredentialRecord } from './records';

interface OpeningCredential {
	record: Credential;
	entranceIds: string[];
}

/** The credentials that open an entrance. Throws 404 `acs_entrance_not_found`. */
export function credentialsOpening(here: Here, entranceId: string): Credential[] {
	findEntrance(here, entranceId);
	return openingCredentials(here).flatMap(({ record, entranceIds }) =>
		entranceIds.includes(entranceId) ? [record] : [],
	);
}

/** Throws 404 for an unknown credential, 400 for one that is not a cloud key, is not issued, or does not open the entrance. */
export function requireOpening(here: Here, credentialId: string, entranceId: string): void {
	const credential = openingCredentials(here).find(
		({ record }) => record.acs_credential_id === credentialId,
	);
	if (!credential) throw notFound('acs_credential', { acs_credential_id: credentialId });
	if (credential.record.access_method !== 'cloud_key')
		throw invalidInput('Only a credential with the access method cloud_key unlocks entrances');
	if (credential.record.is_issued !== true) throw invalidInput('The credential is not issued');
	if (!credential.entranceIds.includes(entranceId))
		throw invalidInput('The credential gives no access to this entrance');
}

function openingCredentials(here: Here): OpeningCredential[] {
	const { accessMethods, credentials } = here.access;
	const ofUsers = credentials.records.map((data) => ({
		record: toStoredCredentialRecord(data),
		entranceIds: data.acs_entrance_ids,
	}));
	const ofGrants = accessMethods.records
		.filter(
			({ mode, acs_entrance_ids: ids }) => ['card', 'cloud_key'].includes(mode) && ids.length > 0,
		)
		.map(({ access_method_id: id, acs_entrance_ids: entranceIds }) => ({
			record: toCredentialRecord(here, id),
			entranceIds,
		}));
	return [...ofGrants, ...ofUsers];
}
