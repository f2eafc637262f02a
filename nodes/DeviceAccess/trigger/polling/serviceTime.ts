import { createdAtOf, type EventPage } from '../../lists/listEvents';

/**
 * The service's time when it answered, in milliseconds since 1970. The date of the answer can come
 * from a machine whose clock is ahead of the one that timestamps events, and the poll would then
 * skip later events. So the date never counts beyond n8n's clock or the newest event, whichever is
 * later. Without a date, it is the time of the newest event, but at least `otherwiseMs`.
 */
export function serviceTimeOf(
	{ serverTimeMs, events }: EventPage,
	nowMs: number,
	otherwiseMs: number,
): number {
	const newestMs = events.slice(-1).map(createdAtOf);
	return serverTimeMs === undefined
		? Math.max(otherwiseMs, ...newestMs)
		: Math.min(serverTimeMs, Math.max(nowMs, ...newestMs));
}

/**
 * Without the date of an answer, how far n8n's clock may be behind the service's, in milliseconds.
 */
const CLOCK_BEHIND_MS = 24 * 60 * 60 * 1000;

/** The latest time that the service's clock can have shown when it answered. */
export const latestServiceTimeOf = ({ serverTimeMs }: EventPage, nowMs: number): number =>
	serverTimeMs ?? nowMs + CLOCK_BEHIND_MS;
