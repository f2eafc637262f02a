import { randomUUID } from 'node:crypto';
import type { InstantKey } from '../../schemas/instantKey';
import { nowIso } from '../clock';
import type { Here } from '../service';
import { given } from '../without';

/** How long a link is valid (assumed). */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** The link of an instant key or a mobile key. It leads nowhere: the domain is reserved for examples. */
export const instantKeyUrl = (id: string): string => `https://instant-keys.example.com/${id}`;

/** Adds the link that puts a person's mobile keys on a phone. */
export const addInstantKey = (
	here: Here,
	{
		user_identity_id,
		customization_profile_id,
	}: Pick<InstantKey, 'user_identity_id'> & { customization_profile_id?: string },
	id: string = randomUUID(),
): InstantKey =>
	here.access.instantKeys.add({
		instant_key_id: id,
		instant_key_url: instantKeyUrl(id),
		client_session_id: randomUUID(),
		user_identity_id,
		workspace_id: here.workspace.record.workspace_id,
		...given({ customization_profile_id }),
		created_at: nowIso(here),
		expires_at: new Date(here.clock.now() + VALID_MS).toISOString(),
	});
