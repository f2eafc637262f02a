import { type Clock, systemClock } from '../transport/clock';
import { lookUpActionAttempts } from '../waiting/lookUpRecords';
import type { SendRequest } from '../transport/request';
import { type ActionAttempt, readActionAttempt } from '../wire/actionAttempts';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { Progress } from '../waiting/progress';
import type { RunSettings } from '../operation';
import { isUnknownCode } from './awaitNewCode';
import { reasonOf, type Replacement } from './replacementResult';
import { isNotFound, mayHaveActed, rethrow } from '../errors/errors';

const DELETE = '/access_codes/unmanaged/delete';
const GET = '/access_codes/unmanaged/get';

/**
 * Deletes the old code with one request, and waits until the service no longer has it. Pending means
 * that the deletion may still happen, overtaken that the code was gone before. Never throws for an
 * answer or failure of the service.
 */
export async function removeOldCode(
	send: SendRequest,
	{ oldAccessCodeId, deviceId }: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Progress> {
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
		if (isUnknownCode(error)) return { is: 'failed', found: 'overtaken' };
		if (!mayHaveActed(error)) return { is: 'failed', reasons: [reasonOf(error)] };
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
): Promise<Progress> {
	const failures = new Map<string, unknown>();
	const attempts = lookUpActionAttempts(send, failures);
	let latest = attempt;
	const inDoubt = doubt === undefined ? undefined : reasonOf(doubt);
	let removal: Progress = { is: 'pending', unreadable: inDoubt };
	let wasUnknown = false;
	const findOut = async (): Promise<Progress> => {
		const id = attempt?.action_attempt_id ?? '';
		if (latest?.status === 'pending') latest = (await attempts.lookUp([id])).get(id) ?? latest;
		const isForgotten = attempts.isForgotten(id);
		const isUnreadable = failures.has(id) || isForgotten;
		if (latest?.status === 'pending' && !isUnreadable) return { is: 'pending' };
		if (!(await isListed(send, oldAccessCodeId))) return { is: 'done' };
		if (latest?.status === 'error')
			return { is: 'failed', reasons: [latest.error?.message || latest.error?.type || ''] };
		const unreadable = failures.has(id) ? reasonOf(failures.get(id)) : inDoubt;
		return { is: isForgotten ? 'unknown' : 'pending', attempt: latest, unreadable };
	};
	const look = async () => {
		try {
			removal = await findOut();
			wasUnknown = false;
			return ['pending', 'unknown'].includes(removal.is) ? undefined : removal;
		} catch (error) {
			// A gateway can answer a bare 404 for a moment, so a second one in a row counts.
			const isUnknown = isUnknownCode(error);
			if (isUnknown && wasUnknown) return (removal = { is: 'done' });
			wasUnknown = isUnknown;
			removal = { is: 'pending', unreadable: reasonOf(error) };
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
		if (isNotFound(error, 'access_code')) return false;
		return rethrow(error);
	}
}
