import { createdAtOf, listEvents } from '../../lists/listEvents';
import { toEventFilters } from '../eventFilter';
import { toFingerprint } from '../fingerprints';
import type { EventCursor } from './cursor';
import { type Poll, periodOf, serviceTimeOf } from './readNewEvents';

/** How far back to look for the service's time, if answers carry no date. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Uses the service's clock, because events would be missed if n8n's were ahead. It has whole
 * seconds, so events of the current second count as returned. So do later events, from before the
 * clock was set back.
 */
export async function createFirstCursor({
	send,
	choice,
	clock,
	limits,
}: Poll): Promise<EventCursor> {
	const filters = toEventFilters(choice);
	const longAgoMs = clock.now() - LOOK_BACK_MS;
	const serverTimeMs = serviceTimeOf(
		await listEvents(send, filters, { afterMs: longAgoMs }, 1),
		clock.now(),
		longAgoMs,
	);
	const page = await listEvents(send, filters, { afterMs: serverTimeMs - 1 }, limits.maxRemembered);
	const runningSecondEndMs = serverTimeMs + 1000;
	const madeByNow = page.events.map(createdAtOf).filter((timeMs) => timeMs < runningSecondEndMs);
	const startedAtMs = Math.max(serverTimeMs, madeByNow.at(-1) ?? 0);
	const returnedSinceWatermark = new Map(
		page.events.map((event) => [toFingerprint(event.event_id), periodOf(createdAtOf(event))]),
	);
	return { watermarkMs: startedAtMs, returnedSinceWatermark };
}
