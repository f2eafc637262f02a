import { CancelledError } from '../../../errors/errors';
import { type Clock, systemClock } from '../../../transport/clock';
import { takeObject } from '../../../transport/readAnswer';
import type { SendRequest } from '../../../transport/request';
import type { WireObject } from '../../../wire/records';
import { awaitOutcome } from '../../../waiting/awaitOutcomes';
import { waitLimits } from '../../../operation/runSettings';
import type { RunSettings } from '../../../operation/types';
import { awaitNewCode } from './awaitNewCode';
import { findCodeWithPin } from './createNewCode';
import { endOfNewCode } from './endOfNewCode';
import { CREATE_IT, LOOK_FOR_NEW } from './nextSteps';
import { isUnknownCode, type Replacement } from './replacement';
import type { ReplacementEnd } from './replacementResult';

const GET_MANAGED = '/access_codes/get';

/** What has become of a code that somebody else has taken away, as far as one look tells. */
type Found = { converted: WireObject } | { withPin: WireObject; isSame: boolean };

/**
 * Somebody else was there first and has converted the code, replaced it or removed it. Another run that replaces it has
 * deleted it before it creates the new one, so a code with the PIN is waited for. Never throws for what the service does.
 */
export async function endOfVanished(send: SendRequest, replacement: Replacement, settings: RunSettings, clock: Clock = systemClock): Promise<ReplacementEnd> {
	let failure: unknown;
	const look = async (): Promise<Found | 'cancelled' | undefined> => {
		failure = undefined;
		try {
			return await find(send, replacement);
		} catch (error) {
			failure = error;
			return error instanceof CancelledError ? 'cancelled' : await Promise.reject(error);
		}
	};
	const found = (await look().catch(() => undefined)) ?? (await awaitOutcome(look, waitLimits(settings), clock));
	if (found === undefined || found === 'cancelled') return endOfNothing(failure);
	if ('converted' in found) {
		return { outcome: 'unchanged', sentence: 'Nothing was changed: somebody else has converted the code meanwhile, so it is managed already', newCode: found.converted };
	}
	if (found.isSame) return endOfNewCode(await awaitNewCode(send, { code: found.withPin }, settings, clock));
	const sentence = 'Somebody else has removed the old code meanwhile, and a managed code on the lock has its PIN, with another name or other times';
	return { outcome: 'pending', sentence, newCode: found.withPin, nextStep: LOOK_FOR_NEW };
}

async function find(send: SendRequest, replacement: Replacement): Promise<Found | undefined> {
	const converted = await readManaged(send, replacement.oldAccessCodeId);
	if (converted) return { converted };
	const other = await findCodeWithPin(send, replacement);
	return other && { withPin: other.code, isSame: other.isSame };
}

async function readManaged(send: SendRequest, accessCodeId: string): Promise<WireObject | undefined> {
	try {
		const answer = await send({ endpoint: GET_MANAGED, body: { access_code_id: accessCodeId }, effect: 'read', maxRetries: 0 });
		return takeObject(answer, 'access_code');
	} catch (error) {
		return isUnknownCode(error) ? undefined : await Promise.reject(error);
	}
}

function endOfNothing(failure: unknown): ReplacementEnd {
	if (failure !== undefined) {
		return { outcome: 'pending', sentence: 'The old code is no longer there, and it is not known whether somebody has converted or replaced it', reasons: [failure], nextStep: LOOK_FOR_NEW };
	}
	// To create a code that was removed on purpose would let somebody in again.
	const sentence = 'Somebody else has removed the old code meanwhile. No new one was created, for that may have been on purpose';
	return { outcome: 'lockedOut', sentence, nextStep: `If the person is to have access, ${CREATE_IT}` };
}
