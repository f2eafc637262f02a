import type { ApiAnswer } from '../transport/readAnswer';

/** When the service accepted an action: between two times by its own clock if known, milliseconds. */
export interface AcceptedAt {
	/** Earlier events are not from the action. */
	acceptedAtMs: number;
	/** The second of the answer, if there was one. */
	answeredAtMs?: number;
}

/** An answer has its time in whole seconds. */
const TIME_GRAIN_MS = 1_000;

/**
 * The service acts before it answers, and the answer has the time it was written. Effects can be as old as the request.
 * Without a time in the answer, `nowMs` of n8n is used.
 */
export function toAcceptedAt({ serverTimeMs, answerTimeMs = 0 }: Pick<ApiAnswer, 'serverTimeMs' | 'answerTimeMs'>, nowMs: number): AcceptedAt {
	if (serverTimeMs !== undefined) return { acceptedAtMs: serverTimeMs - answerTimeMs, answeredAtMs: serverTimeMs };
	return { acceptedAtMs: toSecond(nowMs - answerTimeMs), answeredAtMs: toSecond(nowMs) };
}

/** Events from this time on are read. */
export const firstSecondOf = ({ acceptedAtMs }: AcceptedAt): number => toSecond(acceptedAtMs);

/** False for an event from before the action. A time without milliseconds means the whole second. */
export function canBeOf(accepted: AcceptedAt, eventMs: number): boolean {
	return eventMs >= (eventMs === toSecond(eventMs) ? firstSecondOf(accepted) : accepted.acceptedAtMs);
}

/** True for an event from after the answer. An earlier one may be from just before the action. */
export function isSurelyOf({ acceptedAtMs, answeredAtMs = acceptedAtMs }: AcceptedAt, eventMs: number): boolean {
	return eventMs >= answeredAtMs + TIME_GRAIN_MS;
}

const toSecond = (timeMs: number) => Math.floor(timeMs / TIME_GRAIN_MS) * TIME_GRAIN_MS;
