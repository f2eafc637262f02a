import { type Clock, systemClock } from '../transport/clock';
import {
	DUPLICATE_CODE,
	isKeyRefused,
	isUnclearStatus,
	mayHaveActed,
	ServiceError,
} from '../errors/errors';
import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { readActionAttempt } from '../wire/actionAttempts';
import { type WireObject, withoutUndefined } from '../wire/records';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { Progress } from '../waiting/progress';
import type { RunSettings } from '../operation';
import { reasonOf, type Replacement } from './replacementResult';
import { listCodes } from '../lists/listCodes';

const CREATE = '/access_codes/create';

/**
 * Creates the new code. After an unclear answer, it looks for the code on the lock and sends again
 * only if the code is missing, because the service refuses a second code with the same PIN. It also
 * retries after that refusal, because the service can be slow to remove the old code. Pending means
 * that the service may have created the code anyway.
 */
export async function createNewCode(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Progress> {
	/** True if an earlier try may have created the code, and the lock has not been read since. */
	let mayBeThere = false;
	let created = undefined as Progress | undefined;
	let failure: unknown;
	const tryOnce = async (): Promise<boolean> => {
		let isRefusedAgain = false;
		try {
			const found =
				mayBeThere || isDuplicate(failure) ? await findCodeWithPin(send, replacement) : undefined;
			const isTheNewOne = found && (mayBeThere || found.isSame);
			mayBeThere = false;
			created = isTheNewOne
				? { is: 'done', record: found.code }
				: await sendCreation(send, replacement);
			return true;
		} catch (error) {
			// A gateway can refuse every key for a moment, so a second refusal counts.
			isRefusedAgain = isKeyRefused(error) && isKeyRefused(failure);
			failure = error;
		}
		mayBeThere ||= mayHaveActed(failure);
		return isRefusedAgain || !mayBeRepeated(failure);
	};
	if (!(await tryOnce())) {
		await awaitOutcome(async () => (await tryOnce()) || undefined, settings.wait, clock);
	}
	if (created) return created;
	const reasons = [reasonOf(failure)];
	if (!(mayBeThere || isDuplicate(failure))) return { is: 'failed', reasons };
	// One more look can show whether the code was created.
	const found = await findCodeWithPin(send, replacement).catch(() => 'unreadable' as const);
	// The list can lack a code that the service is still creating.
	if (found === undefined) return { is: mayBeThere ? 'pending' : 'failed', reasons };
	return found !== 'unreadable' && (mayBeThere || found.isSame)
		? { is: 'done', record: found.code }
		: { is: 'pending', reasons };
}

async function sendCreation(
	send: SendRequest,
	{ deviceId, pin, name, startsAt, endsAt }: Replacement,
): Promise<Progress> {
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
		is: 'done',
		record: takeObject(answer, 'access_code'),
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

const isDuplicate = (failure: unknown): boolean =>
	failure instanceof ServiceError && DUPLICATE_CODE.test(failure.answer.type);

/** False if the service would refuse the request again. */
function mayBeRepeated(failed: unknown): boolean {
	if (!(failed instanceof ServiceError)) return true;
	const { status, type, longestWaitMs } = failed.answer;
	const isLimited = status === 429 && longestWaitMs === undefined;
	const passes = isLimited || status === 409 || isUnclearStatus(status);
	return passes || isKeyRefused(failed) || DUPLICATE_CODE.test(type);
}
