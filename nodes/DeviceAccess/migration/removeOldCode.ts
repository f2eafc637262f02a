import { type Clock, systemClock } from '../transport/clock';
import { lookUpActionAttempts } from '../waiting/lookUpRecords';
import type { SendRequest } from '../transport/request';
import { type ActionAttempt, readActionAttempt } from '../wire/records';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { RunSettings } from '../operation';
import { isUnknownCode } from './awaitNewCode';
import type { Replacement } from './replacementResult';
import { mayHaveActed, rethrow } from '../errors/errors';

export type Removal =
	| { state: 'gone' }
	/** It stays on the lock. `why` is the lock's reason or an error. */
	| { state: 'kept'; why: unknown }
	/** It was gone before the deletion: someone else removed or converted it. */
	| { state: 'vanished' }
	/**
	 * The deletion may still happen: it is underway, the service reports success but still lists the
	 * code, or its state is unknown.
	 */
	| { state: 'open'; as: 'underWay' | 'saidToBeGone' | 'unknown'; why?: unknown };

const DELETE = '/access_codes/unmanaged/delete';
const GET = '/access_codes/unmanaged/get';

/**
 * Deletes the old code with one request, and waits until the service no longer has it. Never throws
 * for an answer or failure of the service.
 */
export async function removeOldCode(
	send: SendRequest,
	{ oldAccessCodeId, deviceId }: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Removal> {
	try {
		const answer = await send({
			endpoint: DELETE,
			body: { access_code_id: oldAccessCodeId },
			effect: 'write',
			deviceId,
		});
		return await awaitRemoval(
			send,
			oldAccessCodeId,
			{ attempt: readActionAttempt(answer.body.action_attempt) },
			settings,
			clock,
		);
	} catch (error) {
		if (isUnknownCode(error)) return { state: 'vanished' };
		if (!mayHaveActed(error)) return { state: 'kept', why: error };
		return await awaitRemoval(send, oldAccessCodeId, { doubt: error }, settings, clock);
	}
}

/**
 * The answer to the deletion: an attempt, only `ok` (docs/service.md#attempts-3), or none. `doubt`
 * is the error of a request that the service may still have accepted.
 */
interface Accepted {
	attempt?: ActionAttempt;
	doubt?: unknown;
}

/**
 * A deletion succeeds only once the code is gone. Before that, a new code with the same PIN would
 * be refused, or deleted with the old one.
 */
async function awaitRemoval(
	send: SendRequest,
	oldAccessCodeId: string,
	{ attempt, doubt }: Accepted,
	settings: RunSettings,
	clock: Clock,
): Promise<Removal> {
	const failures = new Map<string, unknown>();
	const attempts = lookUpActionAttempts(send, failures);
	let latest = attempt;
	let removal: Removal = { state: 'open', as: 'unknown', why: doubt };
	const findOut = async (): Promise<Removal> => {
		const id = attempt?.action_attempt_id ?? '';
		if (latest?.status === 'pending') latest = (await attempts.lookUp([id])).get(id) ?? latest;
		const isUnreadable = failures.has(id) || attempts.isForgotten(id);
		if (latest?.status === 'pending' && !isUnreadable) return { state: 'open', as: 'underWay' };
		if (!(await isListed(send, oldAccessCodeId))) return { state: 'gone' };
		if (latest?.status === 'error')
			return { state: 'kept', why: latest.error?.message || latest.error?.type };
		const as =
			latest?.status === 'success' ? 'saidToBeGone' : attempt || doubt ? 'unknown' : 'underWay';
		return { state: 'open', as, why: failures.get(id) ?? doubt };
	};
	const look = async () => {
		try {
			removal = await findOut();
			return removal.state === 'open' ? undefined : removal;
		} catch (error) {
			removal = { state: 'open', as: 'unknown', why: error };
			return rethrow(error);
		}
	};
	return (await awaitOutcome(look, settings.wait, clock)) ?? removal;
}

async function isListed(send: SendRequest, oldAccessCodeId: string): Promise<boolean> {
	try {
		await send({
			endpoint: GET,
			body: { access_code_id: oldAccessCodeId },
			effect: 'read',
			maxRetries: 0,
		});
		return true;
	} catch (error) {
		if (isUnknownCode(error)) return false;
		return rethrow(error);
	}
}
