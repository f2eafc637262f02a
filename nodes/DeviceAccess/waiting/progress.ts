import { UNSUPPORTED_TYPES } from '../errors/errors';
import type { LookUpFailures } from '../lists/lookUps';
import type { ApiAnswer } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import type { ActionAttempt } from '../wire/actionAttempts';
import type { WireObject } from '../wire/records';
import type { LookUp } from './awaitOutcomes';

/** How far the service has come with what was sent. Every lookup returns it. */
export interface Progress {
	/** `unknown`: the service accepted it, and no longer has a record of it. */
	is: 'done' | 'pending' | 'unsupported' | 'failed' | 'unknown';
	/**
	 * `gone`: no longer exists. `overtaken`: someone else converted it. `waiting_for_lock`: continues
	 * once the lock is back online.
	 */
	found?: 'gone' | 'overtaken' | 'waiting_for_lock';
	attempt?: ActionAttempt;
	shownBy?: WireObject;
	/** As last read. It becomes the item. */
	record?: WireObject;
	/** In the service's words. `type` is the code of the first. */
	reasons?: string[];
	type?: string;
	/** Replaces the advice of the operation; empty for none. */
	advice?: string;
	/** What holds although it is done, such as doors that a key does not open. */
	restriction?: string;
	unreadable?: string;
}

/** Looks up several records at once. Never throws: notes failures by record. */
export type LookUpProgress = (send: SendRequest, failures: LookUpFailures) => LookUp<Progress>;

export function progressOfAttempt(attempt: ActionAttempt | undefined): Progress {
	if (attempt === undefined || attempt.status === 'pending') return { is: 'pending', attempt };
	if (attempt.status === 'success') return { is: 'done', attempt };
	const type = attempt.error?.type ?? '';
	if (type === 'access_code_not_found') return { is: 'failed', found: 'gone', attempt };
	return { is: UNSUPPORTED_TYPES.has(type) ? 'unsupported' : 'failed', attempt };
}

/** Times are the service's if known, in milliseconds since 1970. */
export interface AcceptedAt {
	/** Earlier events are not from the action. */
	acceptedAtMs: number;
	/** Rounded down to a second. */
	answeredAtMs?: number;
}

/** An answer has its time in whole seconds. */
const TIME_GRAIN_MS = 1_000;

/**
 * The service acts before it answers, so effects can be as old as the request. Without a time in
 * the answer, `nowMs` counts.
 */
export function toAcceptedAt(
	{ serverTimeMs, tookMs = 0 }: Pick<ApiAnswer, 'serverTimeMs' | 'tookMs'>,
	nowMs: number,
): AcceptedAt {
	if (serverTimeMs !== undefined)
		return { acceptedAtMs: serverTimeMs - tookMs, answeredAtMs: serverTimeMs };
	return { acceptedAtMs: toSecond(nowMs - tookMs), answeredAtMs: toSecond(nowMs) };
}

export const firstSecondOf = ({ acceptedAtMs }: AcceptedAt): number => toSecond(acceptedAtMs);

/** A time without milliseconds means the whole second. */
export function canBeOf(accepted: AcceptedAt, eventMs: number): boolean {
	return (
		eventMs >= (eventMs === toSecond(eventMs) ? firstSecondOf(accepted) : accepted.acceptedAtMs)
	);
}

/** An event from before the answer may be from just before the action. */
export function isSurelyOf(
	{ acceptedAtMs, answeredAtMs = acceptedAtMs }: AcceptedAt,
	eventMs: number,
): boolean {
	return eventMs >= answeredAtMs + TIME_GRAIN_MS;
}

const toSecond = (timeMs: number) => Math.floor(timeMs / TIME_GRAIN_MS) * TIME_GRAIN_MS;
