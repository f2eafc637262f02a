import { type Clock, systemClock } from '../api/clock';
import { lookUpActionAttempts } from '../api/lookUpActionAttempts';
import type { SendRequest } from '../api/request';
import { type ActionAttempt, readActionAttempt } from '../api/types';
import { waitUntilSettled } from '../api/waitUntilSettled';
import type { RunSettings } from '../operation/readParameters';
import { isKeyRefused, isUnknownCode, mayHaveActed, type Replacement, waitLimits } from './replacement';

/** What has become of the old code. */
export type Removal =
	/** The service does not know it any more: the way is free. */
	| { state: 'gone' }
	/** It is on the lock and stays there; `why` in words of the lock or as an error. */
	| { state: 'kept'; why: unknown }
	/** The service did not know it when it was to be deleted: somebody else was there first. */
	| { state: 'vanished' }
	/** The deletion may still happen. `isSaidToBeGone`: the service reports success and lists the code all the same. */
	| { state: 'open'; why?: unknown; isSaidToBeGone?: boolean };

const DELETE = '/access_codes/unmanaged/delete';
const GET = '/access_codes/unmanaged/get';

/** Deletes the old code and waits until the service no longer knows it. Sent once; never throws for what the service does. */
export async function removeOldCode(
	send: SendRequest,
	{ oldAccessCodeId, deviceId }: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Removal> {
	try {
		const answer = await send({ endpoint: DELETE, body: { access_code_id: oldAccessCodeId }, effect: 'write', pacingKey: deviceId });
		return await awaitRemoval(send, oldAccessCodeId, { attempt: readActionAttempt(answer.body.action_attempt) }, settings, clock);
	} catch (error) {
		if (isUnknownCode(error)) return { state: 'vanished' };
		if (!mayHaveActed(error)) return { state: 'kept', why: error };
		return await awaitRemoval(send, oldAccessCodeId, { doubt: error }, settings, clock);
	}
}

/** What the deletion was answered with: an attempt or nothing but `ok` (facts C2), or nothing at all. */
interface Accepted {
	attempt?: ActionAttempt;
	doubt?: unknown;
}

/** Success counts once the code is gone: a new one with the same PIN would be refused, or deleted with the old one. */
async function awaitRemoval(send: SendRequest, oldAccessCodeId: string, { attempt, doubt }: Accepted, settings: RunSettings, clock: Clock): Promise<Removal> {
	const failures = new Map<string, unknown>();
	const attempts = lookUpActionAttempts(send, { requestsInFlight: 1, failures });
	let latest = attempt;
	let open: Removal = { state: 'open', why: doubt };
	const findOut = async (): Promise<Removal> => {
		const id = attempt?.action_attempt_id ?? '';
		if (latest?.status === 'pending') latest = (await attempts.lookUp([id])).get(id) ?? latest;
		const isUnreadable = failures.has(id) || attempts.isForgotten(id);
		if (latest?.status === 'pending' && !isUnreadable) return { state: 'open' };
		if (!(await isListed(send, oldAccessCodeId))) return { state: 'gone' };
		if (latest?.status === 'error') return { state: 'kept', why: latest.error?.message || latest.error?.type };
		return { state: 'open', why: failures.get(id) ?? doubt, isSaidToBeGone: latest?.status === 'success' };
	};
	const lookUp = async (ids: string[]) => {
		try {
			open = await findOut();
			return new Map(open.state === 'open' ? [] : ids.map((id) => [id, open]));
		} catch (error) {
			open = { state: 'open', why: error };
			// Nothing more can be learned, but what is known already may be enough for a person.
			return new Map(isKeyRefused(error) ? ids.map((id) => [id, open]) : []);
		}
	};
	const settled = await waitUntilSettled([oldAccessCodeId], lookUp, waitLimits(settings), clock);
	return settled.get(oldAccessCodeId) ?? open;
}

async function isListed(send: SendRequest, oldAccessCodeId: string): Promise<boolean> {
	try {
		await send({ endpoint: GET, body: { access_code_id: oldAccessCodeId }, effect: 'read', maxRetries: 0 });
		return true;
	} catch (error) {
		if (isUnknownCode(error)) return false;
		return await Promise.reject(error);
	}
}
