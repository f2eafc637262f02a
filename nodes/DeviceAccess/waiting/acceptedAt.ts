import type { ApiAnswer } from '../transport/readAnswer';

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
