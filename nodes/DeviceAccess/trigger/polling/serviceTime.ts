import { createdAtOf, type EventPage } from '../../lists/listEvents';

/**
 * The date of an answer can come from a machine whose clock is ahead of the one that timestamps
 * events, and the poll would skip later events. So the date never counts beyond n8n's clock or the
 * newest event.
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
