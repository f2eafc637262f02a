import type { Here } from '../service';
import type { Credential } from '../../schemas/credential';
import type { CredentialData, EncoderData, SimulatedUse } from '../../state/accessState';
import { type AttemptOutcome, failure } from '../attempts';
import { toStoredCredentialRecord } from './credentials';

/** Returns the ending that was set for the next use, and clears it. */
export function takeSimulated(
	{ access }: Here,
	encoder: EncoderData,
	use: 'nextEncoding' | 'nextScan',
): SimulatedUse | undefined {
	const next = access.encoders.get(encoder.acs_encoder_id)?.[use];
	if (next) access.encoders.update(encoder.acs_encoder_id, { [use]: undefined });
	return next;
}

export function simulatedScan(
	{ access }: Here,
	encoder: EncoderData,
	{ ending }: SimulatedUse,
): AttemptOutcome {
	if (ending === 'credential_does_not_exist_on_seam') {
		const card = { card_number: '700001', created_at: null, is_issued: true };
		return scanned(card, null, 'acs_credential_on_seam_not_found');
	}
	const ofSystem = access.credentials.records.find(
		({ acs_system_id: id, is_issued: isIssued, card_number: number }) =>
			id === encoder.acs_system_id && isIssued && number,
	);
	const credential = access.credentials.get(encoder.acs_credential_id ?? '') ?? ofSystem;
	if (!credential)
		return failure('no_credential_on_encoder', 'The access system has no card to scan.');
	return scanned({ ...credential, is_issued: true }, credential);
}

type Card = Partial<Pick<Credential, 'card_number' | 'starts_at' | 'ends_at' | 'is_issued'>> & {
	created_at: string | null;
};

export function scanned(
	card: Card,
	credential: CredentialData | null,
	...warnings: string[]
): { result: object } {
	return {
		result: {
			acs_credential_on_encoder: {
				card_number: card.card_number ?? null,
				created_at: card.created_at,
				starts_at: card.starts_at ?? null,
				ends_at: card.ends_at ?? null,
				is_issued: card.is_issued,
			},
			acs_credential_on_seam: credential && toStoredCredentialRecord(credential),
			warnings: warnings.map((warning_code) => ({
				warning_code,
				warning_message: 'The card and the access credential do not match.',
			})),
		},
	};
}
