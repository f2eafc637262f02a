import { type Clock, systemClock } from '../../../transport/clock';
import { mayHaveActed } from '../../../errors/describeError';
import { DUPLICATE_CODE } from '../../../errors/errorHints';
import { ServiceError } from '../../../errors/errors';
import { isKeyRefused } from '../../../errors/isKeyRefused';
import { takeObject } from '../../../transport/readAnswer';
import type { SendRequest } from '../../../transport/request';
import { type ActionAttempt, readActionAttempt, type WireObject } from '../../../wire/records';
import { awaitOutcome } from '../../../waiting/awaitOutcomes';
import { waitLimits } from '../../../operation/runSettings';
import type { RunSettings } from '../../../operation/types';
import type { Replacement } from './replacement';
import { withoutUndefined } from '../../../wire/withoutUndefined';
import { listCodes } from '../../../lists/listCodes';

/** The new code, or why there is none. `isUncertain` if the service may have created it anyway. */
export type Creation = { code: WireObject; attempt?: ActionAttempt } | { failed: unknown; isUncertain?: boolean };

const CREATE = '/access_codes/create';

/**
 * Creates the new code. After an unclear answer, it looks for the code on the lock and sends again only if there is
 * none: a lock has a PIN only once, so a second code would be refused (facts 1, `duplicate_access_code`). It retries
 * after an answer with that type, because the removal of the old code can lag.
 */
export async function createNewCode(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Creation> {
	/** An earlier try may have created it, and the lock has not been read since. */
	let mayBeThere = false;
	let latest: Creation = { failed: undefined };
	const tryOnce = async (): Promise<boolean> => {
		try {
			const found = mayBeThere || isDuplicate(latest) ? await findCodeWithPin(send, replacement) : undefined;
			const isTheNewOne = found && (mayBeThere || found.isSame);
			mayBeThere = false;
			latest = isTheNewOne ? { code: found.code } : await sendCreation(send, replacement);
		} catch (error) {
			latest = { failed: error };
		}
		if ('code' in latest) return true;
		mayBeThere ||= mayHaveActed(latest.failed);
		return !mayBeRepeated(latest.failed);
	};
	if (!(await tryOnce())) {
		await awaitOutcome(async () => (await tryOnce()) || undefined, waitLimits(settings), clock);
	}
	if ('code' in latest || !(mayBeThere || isDuplicate(latest))) return latest;
	// One more look can clear the doubt.
	const found = await findCodeWithPin(send, replacement).catch(() => 'unreadable' as const);
	if (found === undefined) return latest;
	return found !== 'unreadable' && (mayBeThere || found.isSame) ? { code: found.code } : { ...latest, isUncertain: true };
}

async function sendCreation(send: SendRequest, { deviceId, pin, name, startsAt, endsAt }: Replacement): Promise<Creation> {
	// A lock that just went offline gets the code when it is back.
	const body = withoutUndefined({ device_id: deviceId, code: pin, name, starts_at: startsAt, ends_at: endsAt, attempt_for_offline_device: true });
	const answer = await send({ endpoint: CREATE, body, effect: 'write', deviceId });
	return { code: takeObject(answer, 'access_code'), attempt: readActionAttempt(answer.body.action_attempt) };
}

/**
 * Finds the managed code with the PIN on the lock, which can have only one. `isSame` if its name and times are those of
 * the replacement. Throws the domain errors of `errors/`.
 */
export async function findCodeWithPin(send: SendRequest, { deviceId, pin, name, startsAt, endsAt }: Replacement): Promise<{ code: WireObject; isSame: boolean } | undefined> {
	const isSameTime = (a: unknown, b: string | undefined) => (typeof a === 'string' ? Date.parse(a) : undefined) === (b === undefined ? undefined : Date.parse(b));
	const codes = (await listCodes(send, '/access_codes/list', deviceId)).filter(({ code }) => code === pin);
	const same = codes.find((code) => (code.name ?? undefined) === name && isSameTime(code.starts_at, startsAt) && isSameTime(code.ends_at, endsAt));
	const code = same ?? codes[0];
	return code && { code, isSame: same !== undefined };
}

const isDuplicate = (creation: Creation) =>
	'failed' in creation && creation.failed instanceof ServiceError && DUPLICATE_CODE.test(creation.failed.answer.type);

/** False for a refusal that would be repeated. */
function mayBeRepeated(failed: unknown): boolean {
	if (!(failed instanceof ServiceError)) return true;
	const { status, type, longestWaitMs } = failed.answer;
	const isLimited = status === 429 && longestWaitMs === undefined;
	return !isKeyRefused(failed) && (isLimited || status === 409 || DUPLICATE_CODE.test(type) || status >= 500 || status < 400);
}
