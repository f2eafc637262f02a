import { PageLoopError, UnexpectedAnswerError } from '../../errors/errors';
import { EVENT_PAGE_SIZE, MAX_EVENTS_OF_A_MOMENT } from '../../transport/limits';
import { takeList } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent } from '../../wire/records';
import { type EventChoice, toEventFilters } from '../eventFilter';

/** How many milliseconds an event may be outside the window, because a service may compare whole seconds. */
const FILTER_ROUNDING_MS = 1_000;

/** A time window with exclusive ends, as the service counts, in milliseconds since 1970. */
export interface EventWindow {
	afterMs: number;
	/** Undefined means now. */
	beforeMs?: number;
}

export interface EventPage {
	/** Oldest first, whatever order the service chose. */
	events: ServiceEvent[];
	/** Entries without an ID, a type or a time, which cannot be told apart or ordered. */
	unreadable: number;
	/** True if the first entry is older than the last. A list in this order can end before the newest events. */
	isOldestFirst: boolean;
	/** True if the window may have more events than were returned. */
	isFull: boolean;
	/** The service's clock at the answer, if known. */
	serverTimeMs?: number;
	/** How long the answer took, in milliseconds: events that appeared in the meantime may be missing. */
	answerTimeMs: number;
}

/** The chosen events of a window. A window of a few milliseconds is requested with a growing limit. */
export async function listEvents(
	send: SendRequest,
	choice: EventChoice,
	window: EventWindow,
	firstLimit = EVENT_PAGE_SIZE,
): Promise<EventPage> {
	const isMoment = window.beforeMs !== undefined && window.beforeMs - window.afterMs <= 3;
	for (let limit = firstLimit; ; limit *= 10) {
		const page = await listOnce(send, choice, window, limit);
		if (!page.isFull || !isMoment) return page;
		if (limit >= MAX_EVENTS_OF_A_MOMENT)
			throw new PageLoopError('/events/list', 'tooManyRecords', limit);
	}
}

/** One request for any window. Throws UnexpectedAnswerError if the service does not filter by time. */
export async function listOnce(
	send: SendRequest,
	choice: EventChoice,
	window: EventWindow,
	limit: number,
): Promise<EventPage> {
	const endpoint = '/events/list';
	const after = new Date(window.afterMs).toISOString();
	const period =
		window.beforeMs === undefined
			? { since: after }
			: { between: [after, new Date(window.beforeMs).toISOString()] };
	const answer = await send({
		endpoint,
		body: { ...period, ...toEventFilters(choice), limit },
		effect: 'read',
	});
	const records = takeList(answer, 'events');
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
			endpoint,
			'The service lists events outside the requested time',
			answer.requestId,
		);
	}
	return {
		events: listed
			.filter((event) => createdAtOf(event) >= window.afterMs)
			.sort((a, b) => createdAtOf(a) - createdAtOf(b) || (a.event_id < b.event_id ? -1 : 1)),
		unreadable: records.length - listed.length,
		isOldestFirst: (times.at(0) ?? 0) < (times.at(-1) ?? 0),
		isFull: records.length >= limit,
		serverTimeMs: answer.serverTimeMs,
		answerTimeMs: answer.answerTimeMs ?? 0,
	};
}

/** When the service made an event, in milliseconds since 1970. */
export const createdAtOf = ({ created_at: createdAt }: ServiceEvent) => Date.parse(createdAt);

/**
 * The service's time when it answered, in milliseconds since 1970. The date of the answer can come from a machine whose
 * clock is ahead of the one that timestamps events, and the poll would then skip later events. So the date never counts
 * beyond n8n's clock or the newest event, whichever is later. Without a date, it is the time of the newest event, but at
 * least `otherwiseMs`.
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
