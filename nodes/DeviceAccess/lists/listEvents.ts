import { UnexpectedAnswerError } from '../errors/errors';
import { EVENT_PAGE_SIZE } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import { readEvents, type ServiceEvent, type WireObject } from '../wire/records';
import { type EventWindow, LIST_EVENTS, listWindow, raiseLimit } from './eventWindow';

/**
 * How many milliseconds an event may be outside the window, because a service may compare whole
 * seconds.
 */
const FILTER_ROUNDING_MS = 1_000;

export interface EventPage {
	/** Oldest first, whatever order the service chose. */
	events: ServiceEvent[];
	/** Entries without an ID, a type or a time, which cannot be told apart or ordered. */
	unreadable: number;
	/** True if the window may have more events than were returned. */
	isFull: boolean;
	/** The service's clock at the answer, if known. */
	serverTimeMs?: number;
	/**
	 * How long the answer took, in milliseconds: events that appeared in the meantime may be missing.
	 */
	answerTimeMs: number;
}

/** The events of a window. A window of a few milliseconds is requested with a growing limit. */
export async function listEvents(
	send: SendRequest,
	filters: WireObject,
	window: EventWindow,
	firstLimit = EVENT_PAGE_SIZE,
): Promise<EventPage> {
	const isMoment = window.beforeMs !== undefined && window.beforeMs - window.afterMs <= 3;
	for (let limit = firstLimit; ; limit = raiseLimit(limit)) {
		const page = await listOnce(send, filters, window, limit);
		if (!page.isFull || !isMoment) return page;
	}
}

/**
 * One request for any window. Throws UnexpectedAnswerError if the service does not filter by time.
 */
async function listOnce(
	send: SendRequest,
	filters: WireObject,
	window: EventWindow,
	limit: number,
): Promise<EventPage> {
	const { records, isFull, answer } = await listWindow(send, { window, filters, limit });
	const listed = readEvents(records);
	const times = listed.map(createdAtOf);
	if (
		times.some(
			(timeMs) =>
				timeMs < window.afterMs - FILTER_ROUNDING_MS ||
				timeMs > (window.beforeMs ?? Infinity) + FILTER_ROUNDING_MS,
		)
	) {
		throw new UnexpectedAnswerError(
			LIST_EVENTS,
			'The service lists events outside the requested time',
			answer.requestId,
		);
	}
	return {
		events: listed
			.filter((event) => createdAtOf(event) >= window.afterMs)
			.sort((a, b) => createdAtOf(a) - createdAtOf(b) || (a.event_id < b.event_id ? -1 : 1)),
		unreadable: records.length - listed.length,
		isFull,
		serverTimeMs: answer.serverTimeMs,
		answerTimeMs: answer.answerTimeMs ?? 0,
	};
}

/** When the service made an event, in milliseconds since 1970. */
export const createdAtOf = ({ created_at: createdAt }: ServiceEvent) => Date.parse(createdAt);
