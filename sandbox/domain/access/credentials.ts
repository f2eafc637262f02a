import { randomUUID } from 'node:crypto';
import { MODE_NAMES } from '../../schemas/accessMethod';
import type { Credential } from '../../schemas/credential';
import type { Parameters } from '../../schemas/parameters';
import type { AccessSystemUserData, CredentialData } from '../../state/accessState';
import { nowIso } from '../clock';
import { isBeingDeleted, newWarning, withBeingDeleted, withoutWarning } from '../issues';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import { without, given } from '../without';
import { findEntrance } from './lookup';

const WAITING = 'waiting_to_be_issued';

export const toStoredCredentialRecord = (data: CredentialData): Credential =>
	without(data, 'acs_entrance_ids');

/** Creates a credential for a user. A card then waits for an encoder; other credentials are issued after a while. */
export function createCredential(
	here: Here,
	user: AccessSystemUserData,
	input: Parameters<'/acs/credentials/create'>,
): CredentialData {
	const {
		access_method: mode,
		allowed_acs_entrance_ids: entranceIds = [],
		code,
		starts_at,
		ends_at,
		is_multi_phone_sync_credential,
	} = input;
	for (const id of entranceIds) findEntrance(here, id);
	const credential = here.access.credentials.add({
		acs_credential_id: randomUUID(),
		acs_system_id: user.acs_system_id,
		connected_account_id: user.connected_account_id,
		workspace_id: user.workspace_id,
		acs_user_id: user.acs_user_id,
		...given({ user_identity_id: user.user_identity_id }),
		access_method: mode,
		display_name: MODE_NAMES[mode],
		...(mode === 'code' ? { code: code ?? null } : {}),
		...(mode === 'card' ? { card_number: null } : {}),
		...given({ starts_at, ends_at, is_multi_phone_sync_credential }),
		is_issued: false,
		issued_at: null,
		is_managed: true,
		created_at: nowIso(here),
		errors: [],
		warnings: [newWarning(here, WAITING, 'The credential is not issued yet.')],
		acs_entrance_ids: entranceIds,
	});
	const id = credential.acs_credential_id;
	if (mode !== 'card')
		here.scheduler.afterAction(here, `issue ${id}`, () => void issueCredential(here, id));
	return credential;
}

/** Issues the credential. Undefined for one that is deleted, being deleted or already issued. */
export function issueCredential(here: Here, id: string): CredentialData | undefined {
	const { credentials } = here.access;
	const credential = credentials.get(id);
	if (!credential || credential.is_issued || isBeingDeleted(credential)) return undefined;
	const issued = credentials.update(id, {
		is_issued: true,
		issued_at: nowIso(here),
		warnings: withoutWarning(credential.warnings, WAITING),
		...(credential.access_method === 'card'
			? { card_number: String(900_000 + credentials.records.length) }
			: {}),
	});
	publishOfCredential(here, credential, 'acs_credential.issued');
	return issued;
}

export function updateCredential(
	{ access }: Here,
	{ acs_credential_id: id }: CredentialData,
	{ code, ends_at }: Parameters<'/acs/credentials/update'>,
): void {
	access.credentials.update(id, {
		...given({ code, ends_at }),
	});
}

export function holdCredential(
	{ access }: Here,
	{ acs_credential_id: id }: CredentialData,
	user?: AccessSystemUserData,
): CredentialData | undefined {
	return access.credentials.update(id, {
		acs_user_id: user?.acs_user_id,
		user_identity_id: user?.user_identity_id,
	});
}

/** Marks the credential as being deleted. It is removed after a while. */
export function deleteCredential(here: Here, credential: CredentialData): void {
	if (isBeingDeleted(credential)) return;
	const { acs_credential_id: id, warnings } = credential;
	const { credentials } = here.access;
	credentials.update(id, {
		warnings: withBeingDeleted(here, warnings, 'credential'),
	});
	here.scheduler.cancel(`issue ${id}`);
	here.scheduler.afterAction(here, `delete ${id}`, () => {
		credentials.remove(id);
		publishOfCredential(here, credential, 'acs_credential.deleted');
	});
}

function publishOfCredential(here: Here, credential: CredentialData, eventType: string): void {
	const { acs_credential_id, acs_system_id, connected_account_id } = credential;
	publishEvent(here, {
		event_type: eventType,
		acs_credential_id,
		acs_system_id,
		connected_account_id,
	});
}
