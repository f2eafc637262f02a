import { type Clock, systemClock } from '../transport/clock';
import { lookUpActionAttempts } from '../waiting/lookUpRecords';
import { takeObject } from '../transport/httpCall';
import { LOOK_UPS_BEFORE_FORGOTTEN } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import type { ActionAttempt } from '../wire/actionAttempts';
import { isOfDevice, messagesOf, seriousErrors } from '../wire/issues';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { Progress } from '../waiting/progress';
import type { RunSettings } from '../operation';
import { rethrow, ServiceError } from '../errors/errors';
import { reasonOf } from './replacementResult';

const GET = '/access_codes/get';

/**
 * The new code as it was last read. It is done if it is set, or scheduled for its start. Never throws
 * for an answer or failure of the service.
 */
export async function awaitNewCode(
	send: SendRequest,
	{ record: created = {}, attempt: ofCreation }: Progress,
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<Progress> {
	const id = String(created.access_code_id);
	const attempts = lookUpActionAttempts(send, new Map());
	let record = created;
	let attempt = ofCreation;
	let progress: Progress = { is: 'pending', record };
	let timesUnknown = 0;
	const findOut = async (): Promise<Progress> => {
		if (attempt?.status === 'pending')
			attempt =
				(await attempts.lookUp([attempt.action_attempt_id])).get(attempt.action_attempt_id) ??
				attempt;
		// If the service has forgotten the attempt, only the code decides.
		if (attempt && attempts.isForgotten(attempt.action_attempt_id)) attempt = undefined;
		const answer = await send({
			endpoint: GET,
			body: { access_code_id: id },
			effect: 'read',
			maxRetries: 0,
		});
		record = takeObject(answer, 'access_code');
		return judge(record, attempt, clock.now());
	};
	const look = async () => {
		try {
			progress = await findOut();
			timesUnknown = 0;
		} catch (error) {
			// A gateway can answer 404 for a moment (docs/service.md#calls-8).
			const isGone = isUnknownCode(error) && ++timesUnknown >= LOOK_UPS_BEFORE_FORGOTTEN;
			progress = { is: isGone ? 'failed' : 'pending', record, unreadable: reasonOf(error) };
			if (!isGone) return rethrow(error);
		}
		return progress.is === 'pending' ? undefined : progress;
	};
	return (await awaitOutcome(look, settings.wait, clock)) ?? progress;
}

/**
 * The state follows the record of the code, because the service can still work on the code after a
 * failed attempt (docs/service.md#codes-12).
 */
function judge(record: WireObject, attempt: ActionAttempt | undefined, nowMs: number): Progress {
	const errors = seriousErrors(record.errors);
	// If the lock or its account is offline, the service sets the code once it is online again
	// (docs/service.md#codes-7).
	const ofCode = errors.filter((error) => !isOfDevice(error));
	const ofAttempt =
		attempt?.status === 'error' ? [attempt.error?.message || attempt.error?.type || ''] : [];
	const reasons = [...messagesOf(errors), ...ofAttempt, ...messagesOf(record.warnings)];
	const isUnderWay = wireObjectsIn(record.pending_mutations).length > 0;
	if (record.status === 'set') return { is: 'done', record };
	if (ofCode.length > 0 || (ofAttempt.length > 0 && !isUnderWay))
		return { is: 'failed', record, reasons };
	const startsLater = typeof record.starts_at === 'string' && Date.parse(record.starts_at) > nowMs;
	const isSettled = attempt?.status !== 'pending' && ofAttempt.length === 0 && errors.length === 0;
	if (startsLater && isSettled && (record.is_scheduled_on_device === true || isDeferred(record)))
		return { is: 'done', record };
	return { is: 'pending', record, reasons };
}

const isDeferred = ({ pending_mutations: mutations }: WireObject): boolean =>
	wireObjectsIn(mutations).some(({ mutation_code: code }) => code === 'deferring_creation');

/**
 * True if the service does not have the code, or lists it as the other kind, managed or unmanaged.
 */
export const isUnknownCode = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.answer.status === 404 &&
	['access_code_not_found', 'not_found'].includes(error.answer.type);
