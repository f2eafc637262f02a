import type { ServiceEvent } from '../../wire/records';
import { bindToChoice, type EventCursor, hasNewlyChosen, isSinceChosen } from './cursor';
import { isWanted } from '../eventFilter';
import { type EventWindow, listEvents } from './listEvents';
import { createdAtOf, type Poll } from './poll';
import { addReturned, countSince, forgetBefore, hasReturned } from './returnedEvents';
import { askServiceTime, toServiceTime } from './serviceTime';

/** What one poll brought; or that the service's clock stands before the time from which the poll was to read. */
export type Drained = { kind: 'drained'; cursor: EventCursor; events: ServiceEvent[] } | { kind: 'clockSetBack'; serverTimeMs: number };

/**
 * Reads forward in windows of time, oldest first, until now, the budget or the most events of a poll. The endpoint has
 * no cursor and keeps the newest events when there are too many (facts 6): a window that comes back full is halved.
 *
 * What is settled is never read again; of what is not, the returned events are remembered. When there are too many to
 * remember, the poll ends there: the rest comes once it is settled, at most `latestMs` later, and needs no memory then.
 */
export async function drainEvents(poll: Poll, stored: EventCursor): Promise<Drained> {
	const { send, choice, clock, deadlineMs, limits } = poll;
	const start = await bindToNewChoice(poll, stored);
	const cursor: EventCursor = { ...start, returned: new Map([...start.returned].map(([stretch, marks]) => [stretch, new Set(marks)])) };
	const events: ServiceEvent[] = [];
	let window: EventWindow = { afterMs: cursor.settledUntilMs - 1 };
	let serviceTimeMs = cursor.settledUntilMs + limits.latestMs;
	// However small the budget, the cursor moves on: a backlog must get shorter with every poll.
	const hasMovedOn = () => events.length > 0 || cursor.settledUntilMs > start.settledUntilMs;
	while (events.length < limits.maxEvents && (clock.now() < deadlineMs || !hasMovedOn())) {
		const askedAtMs = clock.now();
		const page = await listEvents(send, choice, window, limits.pageSize);
		if ((page.serverTimeMs ?? Infinity) < start.settledUntilMs) return { kind: 'clockSetBack', serverTimeMs: page.serverTimeMs ?? 0 };
		serviceTimeMs = Math.max(serviceTimeMs, toServiceTime(page, 0));
		// The service's time has whole seconds, and the newest events may be of the running one.
		const endMs = window.beforeMs ?? serviceTimeMs + 1000;
		const narrower = page.isFull ? halve(window.afterMs, endMs) : undefined;
		if (narrower) {
			window = narrower;
			continue;
		}
		// An event can have shown up while the answer was on its way.
		const listedAtMs = serviceTimeMs - Math.max(0, clock.now() - askedAtMs);
		// What lies between was read earlier in this poll, when less of it was settled.
		if (window.afterMs < cursor.settledUntilMs) {
			cursor.settledUntilMs = Math.max(cursor.settledUntilMs, Math.min(endMs, listedAtMs - limits.latestMs));
		}
		const hasAll = takeNew(poll, cursor, page.events, events);
		if (!hasAll || window.beforeMs === undefined) break;
		window = nextWindow({ afterMs: window.afterMs, beforeMs: window.beforeMs }, serviceTimeMs);
	}
	return { kind: 'drained', cursor, events };
}

/** Asks for the service's time only when something was newly chosen. */
async function bindToNewChoice(poll: Poll, cursor: EventCursor): Promise<EventCursor> {
	const { choice } = poll;
	return bindToChoice(cursor, choice, hasNewlyChosen(cursor, choice) ? await askServiceTime(poll) : cursor.settledUntilMs);
}

/** Takes the wanted events that were not returned before and remembers them; false when there are too many to remember. */
function takeNew({ choice, limits }: Poll, cursor: EventCursor, listed: ServiceEvent[], taken: ServiceEvent[]): boolean {
	// What comes next begins within the last settled millisecond: a service may count finer than that.
	const rememberedFromMs = cursor.settledUntilMs - 1;
	let room = limits.maxRemembered - countSince(cursor.returned, rememberedFromMs);
	let hasAll = true;
	for (const event of listed) {
		const made = { id: event.event_id, createdAtMs: createdAtOf(event) };
		if (!isWanted(choice, event) || !isSinceChosen(cursor, event) || hasReturned(cursor.returned, made)) continue;
		const isSettled = made.createdAtMs < cursor.settledUntilMs;
		hasAll = isSettled || room > 0;
		if (!hasAll) break;
		taken.push(event);
		if (made.createdAtMs < rememberedFromMs || room <= 0) continue;
		addReturned(cursor.returned, made);
		room--;
	}
	// Not before: the page had them once more.
	forgetBefore(cursor.returned, rememberedFromMs);
	return hasAll;
}

/** The first half of a window, or undefined when it cannot get narrower. */
function halve(afterMs: number, beforeMs: number): EventWindow | undefined {
	const middleMs = afterMs + Math.floor((beforeMs - afterMs) / 2);
	return middleMs > afterMs + 1 ? { afterMs, beforeMs: middleMs } : undefined;
}

/** The bounds are exclusive: the next window starts a millisecond before the end of this one. It is twice as wide. */
function nextWindow({ afterMs, beforeMs }: Required<EventWindow>, serviceTimeMs: number): EventWindow {
	const endMs = beforeMs + (beforeMs - afterMs) * 2;
	return { afterMs: beforeMs - 1, beforeMs: endMs < serviceTimeMs ? endMs : undefined };
}
