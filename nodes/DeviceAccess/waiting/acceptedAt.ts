import type { ApiAnswer } from '../transport/readAnswer';

/** When the service accepted an action: between the two times, by its own clock where it tells it, milliseconds. */
export interface AcceptedAt {
	/** What happened before this is not of the action. */
	acceptedAtMs: number;
	/** The second of the answer, where there was one. */
	answeredAtMs?: number;
}

/** An answer tells its time in whole seconds. */
const TIME_GRAIN_MS = 1_000;

/**
 * The service acts before it answers, and its answer tells when it was written: what comes of the action can be as old as
 * the request. For an answer without a time n8n's own, `nowMs`, stands in.
 */
export function toAcceptedAt({ serverTimeMs, answerTimeMs = 0 }: Pick<ApiAnswer, 'serverTimeMs' | 'answerTimeMs'>, nowMs: number): AcceptedAt {
	if (serverTimeMs !== undefined) return { acceptedAtMs: serverTimeMs - answerTimeMs, answeredAtMs: serverTimeMs };
	return { acceptedAtMs: toSecond(nowMs - answerTimeMs), answeredAtMs: toSecond(nowMs) };
}

/** From when on events are to be looked at. */
export const firstSecondOf = ({ acceptedAtMs }: AcceptedAt): number => toSecond(acceptedAtMs);

/** False for an event that was there before the action. One without milliseconds stands for all of its second. */
export function canBeOf(accepted: AcceptedAt, eventMs: number): boolean {
	return eventMs >= (eventMs === toSecond(eventMs) ? firstSecondOf(accepted) : accepted.acceptedAtMs);
}

/** True for an event that was made after the answer; an earlier one may be from just before the action. */
export function isSurelyOf({ acceptedAtMs, answeredAtMs = acceptedAtMs }: AcceptedAt, eventMs: number): boolean {
	return eventMs >= answeredAtMs + TIME_GRAIN_MS;
}

const toSecond = (timeMs: number) => Math.floor(timeMs / TIME_GRAIN_MS) * TIME_GRAIN_MS;
