import {
	ActionFailedError,
	CancelledError,
	type FailedCall,
	mayHaveActed,
	NotStartedError,
	ServiceError,
} from '../errors/errors';
import { callOnce, cancelSignal, type HttpCall, onAbort, type ApiAnswer } from './httpCall';
import { type Clock, systemClock } from './clock';
import type { ApiContext, ApiCredential } from './credential';
import {
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	DEFAULT_REQUEST_TIMEOUT_MS,
	DEFAULT_REQUESTS_IN_FLIGHT,
	FIRST_RETRY_DELAY_MS,
	REFUSED_KEY_PAUSE_MS,
	REFUSED_KEYS_BEFORE_GIVING_UP,
} from './limits';
import { type QueuedRequest, type RateLimited, RequestQueue } from './requestQueue';
import { retryDelay } from './retryDelay';
import { readActionAttempt } from '../wire/actionAttempts';
import type { Endpoint, RequestBody } from '../wire/endpoints';

export interface ApiRequest<E extends Endpoint = Endpoint> extends Pick<HttpCall, 'effect'> {
	endpoint: E;
	body: RequestBody<E>;
	/** Replaces the retries of the run, for lookups that are repeated anyway. */
	maxRetries?: number;
	/** Milliseconds since 1970. No try starts later, and none of a read lasts longer. */
	deadlineMs?: number;
	deviceId?: string;
	/**
	 * For requests that must follow an irreversible step: sent even after Stop, after another item
	 * failed, or after the service refused the key.
	 */
	uncancellable?: boolean;
}

export interface RequestLimits {
	timeoutMs?: number;
	maxRetries?: number;
	requestsInFlight?: number;
	maxRateLimitWaitMs?: number;
	/** After it aborts, waiting requests fail with NotStartedError. */
	stopSignal?: AbortSignal;
	clock?: Clock;
}

/** Retries if that is safe. Besides failed calls, throws CancelledError and NotStartedError. */
export type SendRequest = <E extends Endpoint>(request: ApiRequest<E>) => Promise<ApiAnswer>;

const FAILURE_NOTICE_MS = 1;

export const createSendRequest = (
	context: ApiContext,
	credential: ApiCredential,
	limits: RequestLimits = {},
): SendRequest => new Sender(context, credential, limits).send;

export class Sender {
	readonly send: SendRequest = async (request) => await this.sendWithRetries(request);

	private readonly clock: Clock;

	private readonly queue: RequestQueue;

	private readonly cancelled: AbortSignal | undefined;

	/** Not AbortSignal.any(): Node warns of a memory leak as soon as many requests wait for such a signal. */
	private readonly stop = new AbortController();

	private keysRefused = 0;

	constructor(
		private readonly context: ApiContext,
		private readonly credential: ApiCredential,
		private readonly limits: RequestLimits,
	) {
		this.clock = limits.clock ?? systemClock;
		this.queue = new RequestQueue(
			limits.requestsInFlight ?? DEFAULT_REQUESTS_IN_FLIGHT,
			this.clock,
		);
		this.cancelled = cancelSignal(context);
		onAbort(this.cancelled, () => this.queue.close(() => new CancelledError()));
		// A run also stops when it is canceled, which is then the reason.
		onAbort(limits.stopSignal, () =>
			this.queue.close(() =>
				this.cancelled?.aborted ? new CancelledError() : new NotStartedError(),
			),
		);
		for (const signal of [this.cancelled, limits.stopSignal])
			onAbort(signal, () => this.stop.abort());
	}

	readonly awaitRoom = async (): Promise<void> => await this.queue.awaitRoom();

	readonly holdWrites = async <Result>(work: () => Promise<Result>): Promise<Result> =>
		await this.queue.holdWrites(work);

	private async sendWithRetries(request: ApiRequest): Promise<ApiAnswer> {
		const { endpoint, effect, deviceId = '', uncancellable } = request;
		const mayWait = request.maxRetries !== 0;
		const queued = { endpoint, effect, deviceId, mayWait, uncancellable };
		for (let earlierTries = 0; ; earlierTries++) {
			await this.queue.enter(queued);
			const sentAtMs = this.clock.now();
			if (effect === 'write' && sentAtMs >= (request.deadlineMs ?? Infinity)) {
				this.queue.leave(queued);
				throw new ActionFailedError(
					'The request had to wait too long behind others, so it was not sent',
					{},
					undefined,
					'Execute the node again',
				);
			}
			const outcome = await this.callWithKey(request);
			if ('answer' in outcome) {
				this.keysRefused = 0;
				const { answer } = outcome;
				if (tellsFailure(answer)) this.leaveLater(queued);
				else this.queue.leave(queued);
				return { ...answer, tookMs: Math.max(this.clock.now() - sentAtMs, 0) };
			}
			const { failed } = outcome;
			const delayMs = this.delayAfter(request, failed, earlierTries);
			const rateLimited = toRateLimited(failed, delayMs, earlierTries);
			if (isStatus(failed, 401) && this.keysRefused >= REFUSED_KEYS_BEFORE_GIVING_UP)
				this.queue.close(() => heldBack(failed));
			if (delayMs === undefined) this.leaveLater(queued, rateLimited);
			else this.queue.leave(queued, rateLimited);
			if (this.cancelled?.aborted && !uncancellable) throw new CancelledError(mayHaveActed(failed));
			if (delayMs === undefined) throw failed;
			// A limit concerns other requests too, so the queue waits it out.
			if (!rateLimited)
				await this.clock.sleep(delayMs, uncancellable ? undefined : this.stop.signal);
		}
	}

	/** Keeps its place for a moment, so that a failure can stop the run before the next request. */
	private leaveLater(queued: QueuedRequest, rateLimited?: RateLimited): void {
		void this.clock.sleep(FAILURE_NOTICE_MS).then(() => this.queue.leave(queued, rateLimited));
	}

	/**
	 * Tries once more before refusals of the key end the run, because a gateway may refuse every key
	 * for a moment. A refused write was not carried out.
	 */
	private async callWithKey(request: ApiRequest): ReturnType<typeof callOnce> {
		const outcome = await this.call(request);
		if (!('failed' in outcome) || !isStatus(outcome.failed, 401)) return outcome;
		this.keysRefused++;
		const latestMs = this.clock.now() + REFUSED_KEY_PAUSE_MS;
		if (
			this.keysRefused < REFUSED_KEYS_BEFORE_GIVING_UP ||
			latestMs >= (request.deadlineMs ?? Infinity)
		)
			return outcome;
		await this.clock.sleep(REFUSED_KEY_PAUSE_MS, this.stop.signal);
		return this.stop.signal.aborted ? outcome : await this.call(request);
	}

	private async call({ endpoint, body, effect, uncancellable, deadlineMs = Infinity }: ApiRequest) {
		const longestMs = this.limits.timeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
		// What a write did is known only from its answer.
		const timeoutMs =
			effect === 'write'
				? longestMs
				: Math.min(longestMs, Math.max(deadlineMs - this.clock.now(), 1));
		const cancelled = uncancellable ? undefined : this.cancelled;
		return await callOnce(this.context, {
			credential: this.credential,
			endpoint,
			body,
			effect,
			timeoutMs,
			cancelled,
		});
	}

	/** Notes on the error if the wait would be longer than allowed. */
	private delayAfter(
		{ maxRetries, deadlineMs = Infinity }: ApiRequest,
		failed: FailedCall,
		earlierTries: number,
	): number | undefined {
		const longestWaitMs = this.limits.maxRateLimitWaitMs ?? DEFAULT_MAX_RATE_LIMIT_WAIT_MS;
		const random = Math.random();
		const delayWithin = (longestMs: number) =>
			retryDelay(
				failed,
				{
					earlierTries,
					maxRetries: maxRetries ?? this.limits.maxRetries ?? DEFAULT_MAX_RETRIES,
					longestWaitMs: longestMs,
				},
				random,
			);
		const delayMs = delayWithin(longestWaitMs);
		if (failed instanceof ServiceError) {
			const isTooLong = delayMs === undefined && delayWithin(Infinity) !== undefined;
			if (isTooLong || (failed.answer.retryAfterMs ?? 0) > longestWaitMs)
				failed.answer.longestWaitMs = longestWaitMs;
		}
		return delayMs === undefined || this.clock.now() + delayMs >= deadlineMs ? undefined : delayMs;
	}
}

/** The action has failed already. */
const tellsFailure = ({ body }: ApiAnswer): boolean =>
	readActionAttempt(body.action_attempt)?.status === 'error';

function isStatus(failed: FailedCall, status: number): failed is ServiceError {
	return failed instanceof ServiceError && failed.answer.status === status;
}

function toRateLimited(
	failed: FailedCall,
	delayMs: number | undefined,
	earlierTries: number,
): RateLimited | undefined {
	if (!isStatus(failed, 429)) return undefined;
	const { retryAfterMs, longestWaitMs, deviceId } = failed.answer;
	// A request that is out of retries, or would wait too long, fails the device's other requests.
	const isGivenUp = delayMs === undefined && (longestWaitMs !== undefined || earlierTries > 0);
	return {
		error: heldBack(failed),
		delayMs: isGivenUp ? undefined : (delayMs ?? retryAfterMs ?? FIRST_RETRY_DELAY_MS),
		retryAfterMs,
		deviceId,
	};
}

function heldBack({ answer }: ServiceError): ServiceError {
	return new ServiceError({ ...answer, requestId: undefined, isHeldBack: true });
}
