import type { Clock } from '../api/clock';
import type { SendRequest } from '../api/request';
import type { ServiceEvent } from '../api/types';
import { advanceCursor, bindToChoice, type EventCursor, isSinceChosen, newlyChosen } from './cursor';
import { type EventChoice, isWanted } from './eventChoice';
import { type EventWindow, listEvents } from './listEvents';

/** Events that show up late are looked for this far back at every poll, milliseconds. */
export const OVERLAP_MS = 5 * 60 * 1000;

/** Events returned by one poll; the rest of a backlog comes with the next ones. */
export const MAX_EVENTS_PER_POLL = 5_000;

/** One poll: how it asks, what it wants, and until when it may read. */
export interface Poll {
	send: SendRequest;
	choice: EventChoice;
	deadlineMs: number;
	clock: Clock;
}

/** The service's clock counts, not n8n's; it tells whole seconds, so the events of the running one are noted as known. */
export async function startFromNow({ send, choice, clock }: Poll): Promise<EventCursor> {
	const { serverTimeMs = clock.now() } = await listEvents(send, choice, { afterMs: clock.now() });
	const { events } = await listEvents(send, choice, { afterMs: serverTimeMs - OVERLAP_MS });
	const startedAtMs = Math.max(serverTimeMs, Date.parse(events.at(-1)?.created_at ?? '') || 0);
	const start: EventCursor = { version: 1, wantedSinceMs: {}, readUntilMs: startedAtMs, recentEvents: {} };
	return bindToChoice(advanceCursor(start, startedAtMs, toKnown(events), OVERLAP_MS), choice.eventTypes, startedAtMs);
}

const toKnown = (events: ServiceEvent[]) =>
	events.map(({ event_id: id, created_at: createdAt }) => ({ id, createdAtMs: Date.parse(createdAt) }));

/** Asks for the service's time only when something was newly chosen. */
async function bindToNewChoice({ send, choice, clock }: Poll, cursor: EventCursor): Promise<EventCursor> {
	if (newlyChosen(cursor, choice.eventTypes).length === 0) return bindToChoice(cursor, choice.eventTypes, cursor.readUntilMs);
	const { serverTimeMs = clock.now() } = await listEvents(send, choice, { afterMs: clock.now() });
	return bindToChoice(cursor, choice.eventTypes, serverTimeMs);
}

/**
 * Reads forward in windows of time, oldest first, until now, the budget or the most events of a poll. The endpoint has
 * no cursor and keeps the newest events when there are too many (facts 6): a window that comes back full is halved.
 */
export async function drainEvents(poll: Poll, start: EventCursor): Promise<{ cursor: EventCursor; events: ServiceEvent[] }> {
	const { send, choice, clock, deadlineMs } = poll;
	const drained: ServiceEvent[] = [];
	let cursor = await bindToNewChoice(poll, start);
	let window: EventWindow = { afterMs: start.readUntilMs - OVERLAP_MS };
	// However small the budget, the cursor moves on: a backlog must get shorter with every poll.
	const hasTime = () => clock.now() < deadlineMs || cursor.readUntilMs === start.readUntilMs;
	while (drained.length < MAX_EVENTS_PER_POLL && hasTime()) {
		const page = await listEvents(send, choice, window);
		const serverTimeMs = page.serverTimeMs ?? clock.now();
		// The service's time has whole seconds, and the newest events may be of the running one.
		const endMs = window.beforeMs ?? serverTimeMs + 1000;
		const narrower = page.isFull ? halve(window.afterMs, endMs) : undefined;
		if (narrower) {
			window = narrower;
			continue;
		}
		const fresh = page.events.filter((event) => !(event.event_id in cursor.recentEvents));
		for (const event of fresh) if (isWanted(choice, event) && isSinceChosen(cursor, event)) drained.push(event);
		const readUntilMs = Math.max(cursor.readUntilMs, Math.min(endMs, serverTimeMs));
		cursor = advanceCursor(cursor, readUntilMs, toKnown(fresh), OVERLAP_MS);
		if (window.beforeMs === undefined) break;
		// The bounds are exclusive: the next window starts a millisecond before the end of this one.
		const widthMs = window.beforeMs - window.afterMs;
		window = { afterMs: window.beforeMs - 1, beforeMs: window.beforeMs + widthMs * 2 };
		if ((window.beforeMs ?? 0) >= serverTimeMs) window = { afterMs: window.afterMs };
	}
	return { cursor, events: drained };
}

/** The first half of a window, or undefined when it cannot get narrower. */
function halve(afterMs: number, beforeMs: number): EventWindow | undefined {
	const middleMs = afterMs + Math.floor((beforeMs - afterMs) / 2);
	return middleMs > afterMs + 1 ? { afterMs, beforeMs: middleMs } : undefined;
}
