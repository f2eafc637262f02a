import { type Clock, systemClock } from '../transport/clock';
import { DUPLICATE_CODE, isKeyRefused, mayHaveActed, ServiceError } from '../errors/errors';
import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import {
	type ActionAttempt,
	readActionAttempt,
	type WireObject,
	withoutUndefined,
} from '../wire/records';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { RunSettings } from '../operation';
import type { Replacement } from './replacementResult';
import { listCodes } from '../lists/listCodes';

/** `isUncertain` is true if the service may have created the code anyway. */
export type Creation =
	{ code: WireObject; attempt?: ActionAttempt } | { failed: unknown; isUncertain?: boolean };

const CREATE = '/access_codes/create';

/**
 * Creates the new code. After an unclear answer, it looks for the code on the lock and sends again
 * only if the code is missing, because the service refuses a second code with the same PIN. It also
 * retries after that refusal, because the service can be slow to remove the old code.
 */
export async function createNewCode(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Creation> {
	/** True if an earlier try may have created the code, and the lock has not been read since. */
	let mayBeThere = false;
	let latest: Creation = { failed: undefined };
	let isRefusedAgain = false;
	const tryOnce = async (): Promise<boolean> => {
		try {
			const found =
				mayBeThere || isDuplicate(latest) ? await findCodeWithPin(send, replacement) : undefined;
			const isTheNewOne = found && (mayBeThere || found.isSame);
			mayBeThere = false;
			latest = isTheNewOne ? { code: found.code } : await sendCreation(send, replacement);
		} catch (error) {
			// A gateway can refuse every key for a moment, so a second refusal counts.
			isRefusedAgain = isKeyRefused(error) && 'failed' in latest && isKeyRefused(latest.failed);
			latest = { failed: error };
		}
		if ('code' in latest) return true;
		mayBeThere ||= mayHaveActed(latest.failed);
		return isRefusedAgain || !mayBeRepeated(latest.failed);
	};
	if (!(await tryOnce())) {
		await awaitOutcome(async () => (await tryOnce()) || undefined, settings.wait, clock);
	}
	if ('code' in latest || !(mayBeThere || isDuplicate(latest))) return latest;
	// One more look can show whether the code was created.
	const found = await findCodeWithPin(send, replacement).catch(() => 'unreadable' as const);
	if (found === undefined) return latest;
	return found !== 'unreadable' && (mayBeThere || found.isSame)
		? { code: found.code }
		: { ...latest, isUncertain: true };
}

async function sendCreation(
	send: SendRequest,
	{ deviceId, pin, name, startsAt, endsAt }: Replacement,
): Promise<Creation> {
	// A lock that just went offline gets the code once it is online again.
	const body = withoutUndefined({
		device_id: deviceId,
		code: pin,
		name,
		starts_at: startsAt,
		ends_at: endsAt,
		attempt_for_offline_device: true,
	});
	const answer = await send({ endpoint: CREATE, body, effect: 'write', deviceId });
	return {
		code: takeObject(answer, 'access_code'),
		attempt: readActionAttempt(answer.body.action_attempt),
	};
}

/**
 * Finds the managed code with the PIN on the lock, which can have only one. `isSame` is true if it
 * has the name and times of the replacement.
 */
async function findCodeWithPin(
	send: SendRequest,
	{ deviceId, pin, name, startsAt, endsAt }: Replacement,
): Promise<{ code: WireObject; isSame: boolean } | undefined> {
	const isSameTime = (a: unknown, b: string | undefined) =>
		(typeof a === 'string' ? Date.parse(a) : undefined) ===
		(b === undefined ? undefined : Date.parse(b));
	const codes = (await listCodes(send, '/access_codes/list', deviceId)).filter(
		({ code }) => code === pin,
	);
	const same = codes.find(
		(code) =>
			(code.name ?? undefined) === name &&
			isSameTime(code.starts_at, startsAt) &&
			isSameTime(code.ends_at, endsAt),
	);
	const code = same ?? codes[0];
	return code && { code, isSame: same !== undefined };
}

const isDuplicate = (creation: Creation) =>
	'failed' in creation &&
	creation.failed instanceof ServiceError &&
	DUPLICATE_CODE.test(creation.failed.answer.type);

/** False if the service would refuse the request again. */
function mayBeRepeated(failed: unknown): boolean {
	if (!(failed instanceof ServiceError)) return true;
	const { status, type, longestWaitMs } = failed.answer;
	const isLimited = status === 429 && longestWaitMs === undefined;
	const passes = isLimited || status === 409 || status >= 500 || status < 400;
	return passes || isKeyRefused(failed) || DUPLICATE_CODE.test(type);
}
