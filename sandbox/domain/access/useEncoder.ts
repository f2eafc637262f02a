import type { Fault } from '../../faults/faults';
import type { ActionAttempt } from '../../schemas/actionAttempt';
import type {
	AccessSystemUserData,
	CredentialData,
	EncoderData,
	SimulatedUse,
} from '../../state/accessState';
import { type AttemptOutcome, failure, runAttempt } from '../attempts';
import type { Here } from '../service';
import { invalidInput } from '../serviceError';
import { holdCredential, issueCredential, toStoredCredentialRecord } from './credentials';
import { scanned, simulatedScan, takeSimulated } from './simulateEncoder';

/**
 * The error type of each action for an encoder that is not online. Not all actions have
 * `encoder_not_online` (docs/service.md#attempts-7).
 */
const OFFLINE_TYPES = {
	ENCODE_CREDENTIAL: 'encoder_not_online',
	SCAN_CREDENTIAL: 'encoder_not_online',
	SCAN_TO_ASSIGN_CREDENTIAL: 'uncategorized_error',
} as const;

/** Writes the card of a credential. The card stays on the encoder. Throws 400 unless the card waits for an encoder of this system. */
export function encodeCredential(
	here: Here,
	credential: CredentialData,
	encoder: EncoderData,
	fault?: Fault,
): ActionAttempt {
	if (credential.access_method !== 'card' || credential.is_issued)
		throw invalidInput('The credential is not a card waiting to be encoded');
	requireSameSystem(encoder, credential);
	const simulated = takeSimulated(here, encoder, 'nextEncoding');
	return useEncoder(here, encoder, 'ENCODE_CREDENTIAL', { fault, simulated }, () => {
		const issued = issueCredential(here, credential.acs_credential_id);
		if (!issued) return failure('credential_deleted', 'The credential is gone.');
		here.access.encoders.update(encoder.acs_encoder_id, {
			acs_credential_id: issued.acs_credential_id,
		});
		return { result: toStoredCredentialRecord(issued) };
	});
}

export function scanCredential(here: Here, encoder: EncoderData, fault?: Fault): ActionAttempt {
	const simulated = takeSimulated(here, encoder, 'nextScan');
	return useEncoder(here, encoder, 'SCAN_CREDENTIAL', { fault, simulated }, () => {
		if (simulated) return simulatedScan(here, encoder, simulated);
		return withCard(here, encoder, (card) => scanned(card, card).result);
	});
}

/** Gives the card on the encoder to a user. Throws 400 for a user of another system. */
export function scanToAssign(
	here: Here,
	encoder: EncoderData,
	user: AccessSystemUserData,
	fault?: Fault,
): ActionAttempt {
	requireSameSystem(encoder, user);
	return useEncoder(here, encoder, 'SCAN_TO_ASSIGN_CREDENTIAL', { fault }, () =>
		withCard(here, encoder, (credential) =>
			toStoredCredentialRecord(holdCredential(here, credential, user) ?? credential),
		),
	);
}

function requireSameSystem(
	encoder: EncoderData,
	{ acs_system_id: systemId }: { acs_system_id: string },
): void {
	if (encoder.acs_system_id !== systemId)
		throw invalidInput('The encoder belongs to another access system');
}

interface Ending {
	fault?: Fault;
	simulated?: SimulatedUse;
}

/** Runs one use of an encoder. For a simulated use, the encoder need not be online. */
export function useEncoder(
	here: Here,
	{ errors }: EncoderData,
	actionType: keyof typeof OFFLINE_TYPES,
	{ fault, simulated }: Ending,
	use: () => AttemptOutcome,
): ActionAttempt {
	return runAttempt(here, {
		actionType,
		fault,
		failureMessage: 'The encoder did not answer.',
		finish() {
			if (simulated?.isFailure)
				return failure(simulated.ending, 'The simulated use of the encoder failed.');
			return !simulated && errors.length > 0
				? failure(OFFLINE_TYPES[actionType], 'The encoder is not online.')
				: use();
		},
	});
}

function withCard(
	{ access }: Here,
	{ acs_encoder_id: id }: EncoderData,
	toResult: (credential: CredentialData) => object,
): AttemptOutcome {
	const credential = access.credentials.get(access.encoders.get(id)?.acs_credential_id ?? '');
	return credential
		? { result: toResult(credential) }
		: failure('no_credential_on_encoder', 'There is no card on the encoder.');
}
