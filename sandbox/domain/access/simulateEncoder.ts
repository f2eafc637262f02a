import type { EncoderData, SimulatedUse } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import type { AttemptOutcome } from '../attempts';
import { invalidInput } from '../serviceError';
import { toStoredCredentialRecord } from './credentials';

/** Errors and scenarios that can be about a certain card (OpenAPI). */
const ABOUT_A_CARD: ReadonlySet<string> = new Set([
	'uncategorized_error',
	'action_attempt_expired',
	'credential_exists_on_seam',
	'credential_on_encoder_needs_update',
]);

/** Sets how the next encoding or scan ends. Throws 400 if a card is given but the ending cannot be about one (OpenAPI). */
export function simulateNext(
	{ access }: WorkspaceState,
	encoder: EncoderData,
	use: 'nextEncoding' | 'nextScan',
	simulated: SimulatedUse,
): void {
	if (simulated.credentialId !== undefined && !ABOUT_A_CARD.has(simulated.ending))
		throw invalidInput(`${simulated.ending} does not refer to a specific credential`);
	access.encoders.update(encoder.acs_encoder_id, { [use]: simulated });
}

/** Returns the ending that was set for the next use, and clears it. An ending for another card stays until that card is encoded. */
export function takeSimulated(
	{ access }: WorkspaceState,
	encoder: EncoderData,
	use: 'nextEncoding' | 'nextScan',
	credentialId?: string,
): SimulatedUse | undefined {
	const next = access.encoders.get(encoder.acs_encoder_id)?.[use];
	const isForAnother =
		credentialId !== undefined &&
		next?.credentialId !== undefined &&
		next.credentialId !== credentialId;
	if (!next || isForAnother) return undefined;
	access.encoders.update(encoder.acs_encoder_id, { [use]: undefined });
	return next;
}

/** The outcome of a simulated scan. */
export function simulatedScan(
	{ access }: WorkspaceState,
	encoder: EncoderData,
	{ ending, credentialId }: SimulatedUse,
): AttemptOutcome {
	if (ending === 'credential_on_encoder_is_empty')
		return {
			result: { acs_credential_on_encoder: null, acs_credential_on_seam: null, warnings: [] },
		};
	if (ending === 'credential_does_not_exist_on_seam') {
		const acs_credential_on_encoder = {
			card_number: '700001',
			created_at: null,
			starts_at: null,
			ends_at: null,
			is_issued: true,
		};
		return {
			result: {
				acs_credential_on_encoder,
				acs_credential_on_seam: null,
				warnings: [warning('acs_credential_on_seam_not_found')],
			},
		};
	}
	const ofSystem = access.credentials.records.find(
		({ acs_system_id: id, is_issued: isIssued, card_number: number }) =>
			id === encoder.acs_system_id && isIssued && number,
	);
	const credential =
		access.credentials.get(credentialId ?? encoder.acs_credential_id ?? '') ?? ofSystem;
	if (!credential)
		return {
			error: {
				type: 'no_credential_on_encoder',
				message: 'The access system has no card to scan.',
			},
		};
	const { card_number = null, created_at, starts_at = null, ends_at = null } = credential;
	return {
		result: {
			acs_credential_on_encoder: { card_number, created_at, starts_at, ends_at, is_issued: true },
			acs_credential_on_seam: toStoredCredentialRecord(credential),
			warnings:
				ending === 'credential_on_encoder_needs_update'
					? [warning('acs_credential_on_encoder_out_of_sync')]
					: [],
		},
	};
}

const warning = (warning_code: string) => ({
	warning_code,
	warning_message: 'The card and the access credential do not match.',
});
