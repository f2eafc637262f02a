import { PageLoopError } from '../../errors/errors';
import { EVENT_PAGE_SIZE, MAX_EVENTS_OF_A_MOMENT } from '../../transport/limits';
import { takeList } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent } from '../../wire/records';
import { type EventChoice, toEventFilters } from '../eventFilter';

/** A stretch of time, both ends exclusive as the service counts them (facts 6), milliseconds since 1970. */
export interface EventWindow {
	afterMs: number;
	/** Undefined until now. */
	beforeMs?: number;
}

export interface EventPage {
	/** Oldest first, whatever order the service chose. */
	events: ServiceEvent[];
	/** True when the window may hold more events than were returned. */
	isFull: boolean;
	/** The service's clock at the answer, where it tells it. */
	serverTimeMs?: number;
	/** How long the answer was on its way: an event that showed up meanwhile is missing. */
	answerTimeMs: number;
}

/** The chosen events of a window; a window of a few milliseconds is asked for with a growing limit. */
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
		if (limit >= MAX_EVENTS_OF_A_MOMENT) throw new PageLoopError('/events/list', 'tooManyRecords', limit);
	}
}

async function listOnce(send: SendRequest, choice: EventChoice, window: EventWindow, limit: number): Promise<EventPage> {
	const endpoint = '/events/list';
	const after = new Date(window.afterMs).toISOString();
	const period = window.beforeMs === undefined ? { since: after } : { between: [after, new Date(window.beforeMs).toISOString()] };
	const answer = await send({ endpoint, body: { ...period, ...toEventFilters(choice), limit }, effect: 'read' });
	const records = takeList(answer, 'events');
	const events = readEvents(records).sort((a, b) => createdAtOf(a) - createdAtOf(b) || (a.event_id < b.event_id ? -1 : 1));
	return { events, isFull: records.length >= limit, serverTimeMs: answer.serverTimeMs, answerTimeMs: answer.answerTimeMs ?? 0 };
}

/** When the service made an event, milliseconds since 1970. */
export const createdAtOf = ({ created_at: createdAt }: ServiceEvent) => Date.parse(createdAt);

/** The time that an answer tells, or of its newest event, or what is given for an answer without either. */
export const serviceTimeOf = ({ serverTimeMs, events }: EventPage, otherwiseMs: number) =>
	serverTimeMs ?? Math.max(otherwiseMs, ...events.slice(-1).map(createdAtOf));
