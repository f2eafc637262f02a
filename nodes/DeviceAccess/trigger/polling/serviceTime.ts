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
