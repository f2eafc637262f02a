import { UNSUPPORTED_TYPES } from '../errors/errors';
import type { ApiAnswer } from '../transport/readAnswer';
import type { ActionAttempt, WireObject } from '../wire/records';

/** How far the service has come with what was sent: what every look-up returns. */
export interface Progress {
	is: 'done' | 'pending' | 'unsupported' | 'failed';
	/**
	 * `gone`: the record no longer exists. `overtaken`: someone else converted it.
	 * `waiting_for_lock`: the service continues once the lock is back online.
	 */
	outcome?: 'gone' | 'overtaken' | 'waiting_for_lock';
	attempt?: ActionAttempt;
	shownBy?: WireObject;
	/** The record as last read, which becomes the item. */
	record?: WireObject;
	/** Why, in the service's words, and its code for the first reason. */
	reasons?: string[];
	type?: string;
	/** What to do next, instead of the advice of the operation; empty for none. */
	advice?: string;
	/** What the record cannot do although it is done, such as doors that a key does not open. */
	restriction?: string;
	/** True if the service no longer knows the attempt. */
	isForgotten?: boolean;
	unreadable?: string;
}

/** The progress that the attempt itself shows. */
export function progressOfAttempt(attempt: ActionAttempt | undefined): Progress {
	if (attempt === undefined || attempt.status === 'pending') return { is: 'pending', attempt };
	if (attempt.status === 'success') return { is: 'done', attempt };
	const type = attempt.error?.type ?? '';
	if (type === 'access_code_not_found') return { is: 'failed', outcome: 'gone', attempt };
	return { is: UNSUPPORTED_TYPES.has(type) ? 'unsupported' : 'failed', attempt };
}

/**
 * The time span in which the service accepted an action, by the service's clock if known.
 * Milliseconds since 1970.
 */
export interface AcceptedAt {
	/** Earlier events are not from the action. */
	acceptedAtMs: number;
	/** The time of the answer, rounded down to a second, if there was an answer. */
	answeredAtMs?: number;
}

/** An answer has its time in whole seconds. */
const TIME_GRAIN_MS = 1_000;

/**
 * The service acts before it answers, and the answer carries the time when it was written, so
 * effects can be as old as the request. Without a time in the answer, uses `nowMs`, the time of
 * n8n.
 */
export function toAcceptedAt(
	{ serverTimeMs, answerTimeMs = 0 }: Pick<ApiAnswer, 'serverTimeMs' | 'answerTimeMs'>,
	nowMs: number,
): AcceptedAt {
	if (serverTimeMs !== undefined)
		return { acceptedAtMs: serverTimeMs - answerTimeMs, answeredAtMs: serverTimeMs };
	return { acceptedAtMs: toSecond(nowMs - answerTimeMs), answeredAtMs: toSecond(nowMs) };
}

/** Events from this time on are read. */
export const firstSecondOf = ({ acceptedAtMs }: AcceptedAt): number => toSecond(acceptedAtMs);

/**
 * False for an event from before the action. A time without milliseconds means the whole second.
 */
export function canBeOf(accepted: AcceptedAt, eventMs: number): boolean {
	return (
		eventMs >= (eventMs === toSecond(eventMs) ? firstSecondOf(accepted) : accepted.acceptedAtMs)
	);
}

/** True for an event from after the answer. An earlier one may be from just before the action. */
export function isSurelyOf(
	{ acceptedAtMs, answeredAtMs = acceptedAtMs }: AcceptedAt,
	eventMs: number,
): boolean {
	return eventMs >= answeredAtMs + TIME_GRAIN_MS;
}

const toSecond = (timeMs: number) => Math.floor(timeMs / TIME_GRAIN_MS) * TIME_GRAIN_MS;
