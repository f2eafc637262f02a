import { bindToChoice, type EventCursor } from './cursor';
import { listEvents } from './listEvents';
import { createdAtOf, type Poll } from './poll';
import { addReturned, type ReturnedEvents } from './returnedEvents';
import { askServiceTime } from './serviceTime';

/**
 * The cursor of a trigger that wants what happens from now on. The service's clock counts, not n8n's; it tells whole
 * seconds, so the events of the running one are noted as returned. So are those of a time to come, which a service lists
 * whose clock was set back: they happened before.
 */
export async function startFromNow(poll: Poll): Promise<EventCursor> {
	const { send, choice, limits } = poll;
	const serverTimeMs = await askServiceTime(poll);
	const page = await listEvents(send, choice, { afterMs: serverTimeMs - 1 }, limits.maxRemembered);
	const runningSecondEndMs = (page.serverTimeMs ?? serverTimeMs) + 1000;
	const madeByNow = page.events.map(createdAtOf).filter((timeMs) => timeMs < runningSecondEndMs);
	const startedAtMs = Math.max(serverTimeMs, madeByNow.at(-1) ?? 0);
	const returned: ReturnedEvents = new Map();
	for (const event of page.events) {
		if (createdAtOf(event) >= startedAtMs) addReturned(returned, { id: event.event_id, createdAtMs: createdAtOf(event) });
	}
	const cursor = { wantedSinceMs: {}, devicesWantedSinceMs: {}, settledUntilMs: startedAtMs - limits.latestMs, returned };
	return bindToChoice(cursor, choice, startedAtMs);
}
