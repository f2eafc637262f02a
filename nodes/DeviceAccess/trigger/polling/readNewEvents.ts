import { rethrow } from '../../errors/errors';
import { createdAtOf, type EventPage, type EventWindow, listEvents } from '../../lists/listEvents';
import type { Clock } from '../../transport/clock';
import { EVENT_PAGE_SIZE } from '../../transport/limits';
import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/events';
import { type EventChoice, isWanted, toEventFilters } from '../eventFilter';
import { startOfPeriod, toFingerprint } from '../fingerprints';
import type { EventCursor } from './cursor';
import { FailedWindows } from './failedWindows';

export interface PollLimits {
	maxLatenessMs: number;
	/** The last page can go beyond it. The next polls return the rest. */
	maxEvents: number;
	/** Further events wait until they are older than `maxLatenessMs`. */
	maxRemembered: number;
	pageSize: number;
}

export const POLL_LIMITS: PollLimits = {
	maxLatenessMs: 5 * 60 * 1000,
	maxEvents: 5_000,
	maxRemembered: 5_000,
	pageSize: EVENT_PAGE_SIZE,
};

export interface Poll {
	send: SendRequest;
	choice: EventChoice;
	deadlineMs: number;
	clock: Clock;
	limits: PollLimits;
}

export const periodOf = (timeMs: number) => startOfPeriod(timeMs, 10_000);

/**
 * `failure`: why the poll could not read all events. The next poll asks for the rest, except for
 * the period `givenUp`.
 */
export interface NewEvents {
	cursor: EventCursor;
	events: ServiceEvent[];
	unreadable: number;
	failure?: unknown;
	givenUp?: Required<EventWindow>;
}

/**
 * Reads forward, oldest first, and halves a full window (docs/service.md#events-2).
 *
 * If there are too many returned events to remember, the poll ends, and the rest comes once the
 * watermark has moved on.
 *
 * A window that fails is narrowed, and then passed over: the watermark stays before it, so that the
 * next poll asks for it again, while later events come. It is given up only when no more of these
 * can be remembered. Throws the failure if nothing could be read.
 */
export async function readNewEvents(poll: Poll, stored: EventCursor): Promise<NewEvents> {
	const { send, choice, limits } = poll;
	const failed = new FailedWindows();
	const sendOn: SendRequest = async (request) =>
		await send(failed.failure ? { ...request, maxRetries: 0 } : request);
	const filters = toEventFilters(choice);
	const isMemoryFull = stored.returnedSinceWatermark.size >= limits.maxRemembered;
	// A poll that fails halfway has returned none of its events.
	const cursor = { ...stored, returnedSinceWatermark: new Map(stored.returnedSinceWatermark) };
	let hasRead = false;
	let unreadable = 0;
	const events: ServiceEvent[] = [];
	let window: EventWindow | undefined = { afterMs: stored.watermarkMs - 1 };
	let serviceTimeMs = stored.watermarkMs;
	// However small the budget, a backlog must shrink with every poll.
	const hasMovedOn = () => events.length > 0 || cursor.watermarkMs > stored.watermarkMs;
	const hasTime = () => poll.clock.now() < poll.deadlineMs || !hasMovedOn();
	while (window && events.length < limits.maxEvents && hasTime()) {
		const page: EventPage | undefined = await listEvents(
			sendOn,
			filters,
			window,
			limits.pageSize,
		).catch(failed.add);
		if (!page) {
			window = failed.readOn(window, endOf(window, serviceTimeMs));
			continue;
		}
		hasRead = true;
		serviceTimeMs = Math.max(serviceTimeMs, serviceTimeOf(page, poll.clock.now(), 0));
		const endMs = endOf(window, serviceTimeMs);
		if (page.isFull) {
			window = halve(window.afterMs, endMs);
			continue;
		}
		failed.hasRead();
		unreadable += page.unreadable;
		const completeUntilMs = serviceTimeMs - page.tookMs - limits.maxLatenessMs;
		// A window that begins after the watermark does not move it: the part in between was read when
		// late events could still be missing, or was passed over.
		if (window.afterMs < cursor.watermarkMs)
			cursor.watermarkMs = Math.max(cursor.watermarkMs, Math.min(endMs, completeUntilMs));
		const { passedOver: givenUp, failure } = failed;
		if (givenUp && isMemoryFull && givenUp.beforeMs <= completeUntilMs) {
			cursor.watermarkMs = Math.max(cursor.watermarkMs, givenUp.beforeMs);
			return { cursor, events, unreadable, failure, givenUp };
		}
		const hasAll = selectNew(poll, cursor, page.events, events);
		window = hasAll ? nextWindow(window, serviceTimeMs) : undefined;
	}
	if (!hasRead && failed.failure) return rethrow(failed.failure);
	return { cursor, events, unreadable, failure: failed.failure };
}

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

/** The service's time has whole seconds, and the newest events may be from the current one. */
const endOf = ({ beforeMs }: EventWindow, serviceTimeMs: number) =>
	beforeMs ?? serviceTimeMs + 1000;

/** Remembers what it adds. False if there are too many to remember. */
function selectNew(
	{ choice, limits }: Poll,
	cursor: EventCursor,
	listed: ServiceEvent[],
	selected: ServiceEvent[],
): boolean {
	const { returnedSinceWatermark, watermarkMs } = cursor;
	// The next window begins there, because a service's times may be finer than milliseconds.
	const oldestMs = periodOf(watermarkMs - 1);
	let room = limits.maxRemembered - returnedSinceWatermark.size;
	let hasAll = true;
	// Events before the watermark are not remembered, and two windows can list the same.
	const selectedIds = new Set(selected.map(({ event_id: id }) => id));
	for (const event of listed) {
		const [fingerprint, createdAtMs] = [toFingerprint(event.event_id), createdAtOf(event)];
		if (
			!isWanted(choice, event) ||
			returnedSinceWatermark.has(fingerprint) ||
			selectedIds.has(event.event_id)
		)
			continue;
		hasAll = createdAtMs < watermarkMs || room > 0;
		if (!hasAll) break;
		selected.push(event);
		selectedIds.add(event.event_id);
		if (room > 0) returnedSinceWatermark.set(fingerprint, periodOf(createdAtMs));
		room--;
	}
	// Only now, because the page listed these events again.
	for (const [fingerprint, startMs] of returnedSinceWatermark)
		if (startMs < oldestMs) returnedSinceWatermark.delete(fingerprint);
	return hasAll;
}

/** Never without end: `listEvents` reads the last few milliseconds whole. */
const halve = (afterMs: number, beforeMs: number): EventWindow => ({
	afterMs,
	beforeMs: afterMs + Math.floor((beforeMs - afterMs) / 2),
});

/** Starts a millisecond early, because the bounds are exclusive. */
function nextWindow(
	{ afterMs, beforeMs }: EventWindow,
	serviceTimeMs: number,
): EventWindow | undefined {
	if (beforeMs === undefined) return undefined;
	const endMs = beforeMs + (beforeMs - afterMs) * 2;
	return { afterMs: beforeMs - 1, beforeMs: endMs < serviceTimeMs ? endMs : undefined };
}
