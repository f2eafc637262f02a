import { findEntrance } from './lookup';
import { toAccessMethodRecord, toCredentialRecord } from './records';
import type { AccessMethodData, EncoderData, EntranceData } from '../../state/accessState';
import { isBeingDeleted } from '../issues';
import { issue } from './methods';
import { failure, runAttempt, type AttemptOutcome } from '../attempts';
import type { Fault } from '../../faults/faults';
import { publishEnd } from '../publishEvent';
import type { ActionAttempt } from '../../schemas/actionAttempt';
import type { Here } from '../service';
import { invalidInput } from '../serviceError';
import { takeSimulated } from './simulateEncoder';
import { useEncoder } from './useEncoder';

/** Writes the card. Throws 400 unless the method is a card that waits for an encoder of this system. */
export function encodeCard(
	here: Here,
	method: AccessMethodData,
	encoder: EncoderData,
	fault?: Fault,
): ActionAttempt {
	if (!method.is_ready_for_encoding)
		throw invalidInput('The access method is not ready for encoding');
	if (method.acs_system_id !== encoder.acs_system_id)
		throw invalidInput('The encoder and the card belong to different access systems');
	const { access_method_id: id } = method;
	const simulated = takeSimulated(here, encoder, 'nextEncoding');
	return useEncoder(here, encoder, 'ENCODE_CREDENTIAL', { fault, simulated }, () => {
		const isReady = here.access.accessMethods.get(id)?.is_ready_for_encoding === true;
		if (isReady && issue(here, id)) return { result: toCredentialRecord(here, id) };
		return failure('credential_deleted', 'The card is no longer waiting to be encoded.');
	});
}

/** Assigns a spare card of the access system to the method. Throws 400 unless the method waits for a card. */
export function assignCard(
	here: Here,
	method: AccessMethodData,
	cardNumber: string,
	fault?: Fault,
): ActionAttempt {
	const { accessMethods, accessSystems } = here.access;
	if (!method.is_ready_for_assignment)
		throw invalidInput('The access method is not ready for the assignment of a card');
	return runAttempt(here, {
		actionType: 'ASSIGN_CREDENTIAL',
		fault,
		failureMessage: 'The access system did not answer.',
		finish(): AttemptOutcome {
			const system = accessSystems.get(method.acs_system_id ?? '');
			const waiting = accessMethods.get(method.access_method_id);
			if (
				!system?.spareCardNumbers.includes(cardNumber) ||
				!waiting?.is_ready_for_assignment ||
				isBeingDeleted(waiting)
			) {
				return failure(
					'credential_not_found',
					'The access system has no free card with this number.',
				);
			}
			accessSystems.update(system.acs_system_id, {
				spareCardNumbers: system.spareCardNumbers.filter((spare) => spare !== cardNumber),
			});
			accessMethods.update(method.access_method_id, { cardNumber });
			issue(here, method.access_method_id);
			return {
				result: toAccessMethodRecord(accessMethods.get(method.access_method_id) ?? waiting),
			};
		},
	});
}

/**
 * Opens an entrance with a cloud key. Throws 404 for an unknown entrance, 400 for another mode, a key that is not issued, or
 * an entrance that the key does not open.
 */
export function unlockEntrance(
	here: Here,
	method: AccessMethodData,
	entranceId: string,
	fault?: Fault,
): ActionAttempt {
	const entrance = findEntrance(here, entranceId);
	if (method.mode !== 'cloud_key')
		throw invalidInput('Only an access method of mode cloud_key unlocks doors');
	if (method.issued_at === null) throw invalidInput('The access method is not issued');
	if (!method.acs_entrance_ids.includes(entranceId))
		throw invalidInput('The access method gives no access to this entrance');
	return openEntrance(here, entrance, fault);
}

export function openEntrance(
	here: Here,
	{ connected_account_id }: EntranceData,
	fault?: Fault,
): ActionAttempt {
	return runAttempt(here, {
		actionType: 'UNLOCK_DOOR',
		fault,
		failureMessage: 'The door did not answer.',
		finish: () => ({ result: { was_confirmed_by_device: true } }),
		ended: publishEnd(here, { connected_account_id }),
	});
}
