import { type Clock, systemClock } from '../transport/clock';
import { lookUpActionAttempts } from '../waiting/lookUpRecords';
import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import {
	type ActionAttempt,
	type WireObject,
	wireObjectsIn,
	isOfDevice,
	messagesOf,
	seriousErrors,
} from '../wire/records';
import { awaitOutcome } from '../waiting/awaitOutcomes';
import type { RunSettings } from '../operation';
import { rethrow, ServiceError } from '../errors/errors';

/** `open`: not decided yet. */
export interface NewCodeProgress {
	state: 'set' | 'scheduled' | 'failed' | 'open';
	code: WireObject;
	/** What the service or the lock says, or why the code could not be read. */
	reasons: unknown[];
	isUnread?: boolean;
}

const GET = '/access_codes/get';

/** Never throws for an answer or failure of the service. */
export async function awaitNewCode(
	send: SendRequest,
	created: { code: WireObject; attempt?: ActionAttempt },
	settings: RunSettings,
	clock: Clock = systemClock,
): Promise<NewCodeProgress> {
	const id = String(created.code.access_code_id);
	const attempts = lookUpActionAttempts(send, new Map());
	let { code, attempt } = created;
	let progress: NewCodeProgress = { state: 'open', code, reasons: [] };
	const findOut = async (): Promise<NewCodeProgress> => {
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
		code = takeObject(answer, 'access_code');
		return judge(code, attempt, clock.now());
	};
	const look = async () => {
		try {
			progress = await findOut();
		} catch (error) {
			progress = {
				state: isUnknownCode(error) ? 'failed' : 'open',
				code,
				reasons: [error],
				isUnread: true,
			};
			if (progress.state === 'open') return rethrow(error);
		}
		return progress.state === 'open' ? undefined : progress;
	};
	return (await awaitOutcome(look, settings.wait, clock)) ?? progress;
}

/**
 * The state follows the record of the code, because the service can still work on the code after a
 * failed attempt (docs/service.md#codes-12).
 */
function judge(
	code: WireObject,
	attempt: ActionAttempt | undefined,
	nowMs: number,
): NewCodeProgress {
	const errors = seriousErrors(code.errors);
	// If the lock or its account is offline, the service sets the code once it is online again
	// (docs/service.md#codes-7).
	const ofCode = errors.filter((error) => !isOfDevice(error));
	const ofAttempt =
		attempt?.status === 'error' ? [attempt.error?.message || attempt.error?.type] : [];
	const reasons = [...messagesOf(errors), ...ofAttempt, ...messagesOf(code.warnings)];
	const isUnderWay = wireObjectsIn(code.pending_mutations).length > 0;
	if (code.status === 'set') return { state: 'set', code, reasons: [] };
	if (ofCode.length > 0 || (ofAttempt.length > 0 && !isUnderWay))
		return { state: 'failed', code, reasons };
	const startsLater = typeof code.starts_at === 'string' && Date.parse(code.starts_at) > nowMs;
	const isSettled = attempt?.status !== 'pending' && ofAttempt.length === 0 && errors.length === 0;
	if (startsLater && isSettled && (code.is_scheduled_on_device === true || isDeferred(code)))
		return { state: 'scheduled', code, reasons: [] };
	return { state: 'open', code, reasons };
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
