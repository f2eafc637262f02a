import { CancelledError, rethrow } from '../../../errors/errors';
import { type Clock, systemClock } from '../../../transport/clock';
import { takeObject } from '../../../transport/readAnswer';
import type { SendRequest } from '../../../transport/request';
import type { WireObject } from '../../../wire/records';
import { awaitOutcome } from '../../../waiting/awaitOutcomes';
import { type RunSettings, waitLimits } from '../../../operation';
import { awaitNewCode } from './awaitNewCode';
import { findCodeWithPin } from './createNewCode';
import { concludeNewCode } from './concludeNewCode';
import { CREATE_IT, LOOK_FOR_NEW } from './nextSteps';
import { isUnknownCode, type Replacement } from './replacement';
import type { ReplacementConclusion } from './replacementResult';

const GET_MANAGED = '/access_codes/get';

/** What one look shows about a code that someone else changed. */
type Found = { converted: WireObject } | { withPin: WireObject; isSame: boolean };

/**
 * The result if someone else converted, replaced or removed the code first. Waits for a code with
 * the PIN, because another execution deletes the old code before it creates the new one. Never
 * throws for an answer or failure of the service.
 */
export async function concludeVanished(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<ReplacementConclusion> {
	let failure: unknown;
	const look = async (): Promise<Found | 'cancelled' | undefined> => {
		failure = undefined;
		try {
			return await find(send, replacement);
		} catch (error) {
			failure = error;
			return error instanceof CancelledError ? 'cancelled' : rethrow(error);
		}
	};
	const found =
		(await look().catch(() => undefined)) ??
		(await awaitOutcome(look, waitLimits(settings), clock));
	if (found === undefined || found === 'cancelled') return concludeNothing(failure);
	if ('converted' in found) {
		return {
			outcome: 'unchanged',
			sentence:
				'Nothing was changed: someone else converted the code in the meantime, so it is already managed',
			newCode: found.converted,
		};
	}
	if (found.isSame)
		return concludeNewCode(await awaitNewCode(send, { code: found.withPin }, settings, clock));
	const sentence =
		'Someone else removed the old code in the meantime. A managed code on the lock has the same PIN, but a different name or different times';
	return { outcome: 'pending', sentence, newCode: found.withPin, nextStep: LOOK_FOR_NEW };
}

async function find(send: SendRequest, replacement: Replacement): Promise<Found | undefined> {
	const converted = await readManaged(send, replacement.oldAccessCodeId);
	if (converted) return { converted };
	const other = await findCodeWithPin(send, replacement);
	return other && { withPin: other.code, isSame: other.isSame };
}

async function readManaged(
	send: SendRequest,
	accessCodeId: string,
): Promise<WireObject | undefined> {
	try {
		const answer = await send({
			endpoint: GET_MANAGED,
			body: { access_code_id: accessCodeId },
			effect: 'read',
			maxRetries: 0,
		});
		return takeObject(answer, 'access_code');
	} catch (error) {
		return isUnknownCode(error) ? undefined : rethrow(error);
	}
}

function concludeNothing(failure: unknown): ReplacementConclusion {
	if (failure !== undefined) {
		return {
			outcome: 'pending',
			sentence:
				'The old code no longer exists, and it is unknown whether someone converted or replaced it',
			reasons: [failure],
			nextStep: LOOK_FOR_NEW,
		};
	}
	// A new code could give access to someone whose code was removed on purpose.
	const sentence =
		'Someone else removed the old code in the meantime. No new one was created, because the removal may be intentional';
	return {
		outcome: 'locked_out',
		sentence,
		nextStep: `If the person should have access, ${CREATE_IT}`,
	};
}
