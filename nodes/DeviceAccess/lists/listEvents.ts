import { PageLoopError, UnexpectedAnswerError } from '../errors/errors';
import {
	DEFAULT_MAX_PAGES,
	EVENT_PAGE_SIZE,
	MAX_EVENTS_OF_A_MOMENT,
	MAX_RECORDS,
} from '../transport/limits';
import { type ApiAnswer, takeList } from '../transport/httpCall';
import type { ApiRequest, SendRequest } from '../transport/request';
import { readEvents, type ServiceEvent } from '../wire/events';
import { isWireObject, type WireObject } from '../wire/records';
import type { ListQuery, Page } from './listAllPages';

/** A service may compare whole seconds. */
const FILTER_ROUNDING_MS = 1_000;

export interface EventPage {
	/** Oldest first. */
	events: ServiceEvent[];
	/** Entries without an ID, a type or a time. */
	unreadable: number;
	/** True if the window may have more events. */
	isFull: boolean;
	serverTimeMs?: number;
	/** Events that appeared in the meantime may be missing. */
	tookMs: number;
}

/** A window of a few milliseconds is requested with a growing limit. */
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

/** Throws UnexpectedAnswerError if the service does not filter by time. */
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
		throw new UnexpectedAnswerError(answer, 'The service lists events outside the requested time');
	}
	return {
		events: listed
			.filter((event) => createdAtOf(event) >= window.afterMs)
			.sort((a, b) => createdAtOf(a) - createdAtOf(b) || (a.event_id < b.event_id ? -1 : 1)),
		unreadable: records.length - listed.length,
		isFull,
		serverTimeMs: answer.serverTimeMs,
		tookMs: answer.tookMs ?? 0,
	};
}

export const createdAtOf = ({ created_at: createdAt }: ServiceEvent) => Date.parse(createdAt);

export const LIST_EVENTS = '/events/list';

/** Milliseconds since 1970. Both ends are exclusive (docs/service.md#events-1). */
export interface EventWindow {
	afterMs: number;
	/** Undefined means now. */
	beforeMs?: number;
}

export interface WindowQuery extends Pick<ApiRequest, 'maxRetries'> {
	window: EventWindow;
	filters: WireObject;
	limit: number;
}

/** The newest events of a window (docs/service.md#events-2). */
export interface WindowList {
	records: WireObject[];
	isFull: boolean;
	answer: ApiAnswer;
}

export async function listWindow(
	send: SendRequest,
	{ window, filters, limit, ...rest }: WindowQuery,
): Promise<WindowList> {
	const after = new Date(window.afterMs).toISOString();
	const period =
		window.beforeMs === undefined
			? { since: after }
			: { between: [after, new Date(window.beforeMs).toISOString()] };
	const body = { ...period, ...filters, limit };
	const answer = await send({ endpoint: LIST_EVENTS, body, effect: 'read', ...rest });
	const records = takeList(answer, 'events');
	return { records, isFull: records.length >= limit, answer };
}

/** For a full window that cannot get narrower, because its events are from one moment. */
function raiseLimit(limit: number): number {
	if (limit >= MAX_EVENTS_OF_A_MOMENT)
		throw new PageLoopError(LIST_EVENTS, 'tooManyRecords', limit);
	return limit * 10;
}

/**
 * Moves the end of the window back to the oldest event until a page is not full
 * (docs/service.md#events-1). Throws PageLoopError past one of the maximums.
 */
export async function* listNewestEvents(send: SendRequest, query: ListQuery): AsyncGenerator<Page> {
	const { endpoint, limit = Infinity, maxPages = DEFAULT_MAX_PAGES } = query;
	const { since, between, ...filters } = query.parameters;
	const [from, to] = Array.isArray(between) ? (between as string[]) : [String(since)];
	const afterMs = Date.parse(String(from));
	const seenIds = new Set<string>();
	let beforeMs = to === undefined ? undefined : Date.parse(to);
	let pageLimit = Math.min(limit, EVENT_PAGE_SIZE);
	for (let page = 1; seenIds.size < limit; page++) {
		if (page > maxPages) throw new PageLoopError(endpoint, 'tooManyPages', maxPages);
		const window = { afterMs, beforeMs };
		const { records, isFull } = await listWindow(send, { window, filters, limit: pageLimit });
		const unseen = newestFirst(records.filter(({ event_id: id }) => !seenIds.has(String(id))));
		const fresh = unseen.slice(0, limit - seenIds.size);
		for (const { event_id: id } of fresh) seenIds.add(String(id));
		if (seenIds.size > MAX_RECORDS)
			throw new PageLoopError(endpoint, 'tooManyRecords', MAX_RECORDS);
		const isEnough = seenIds.size >= limit;
		const isCut = fresh.length < unseen.length || (isEnough && isFull) || undefined;
		yield { records: fresh, isCut };
		const nextMs = endOfNext(records);
		if (!isFull || nextMs === undefined) return;
		// The whole page can be from one millisecond, so the next page is larger.
		const canMove = nextMs < (beforeMs ?? Infinity);
		pageLimit = canMove ? Math.min(limit, EVENT_PAGE_SIZE) : raiseLimit(pageLimit);
		beforeMs = canMove ? nextMs : beforeMs;
	}
}

const timeOf = ({ created_at: createdAt }: WireObject) => Date.parse(String(createdAt));
const newestFirst = (records: WireObject[]) =>
	records
		.filter(isWireObject)
		.sort(
			(a, b) =>
				(timeOf(b) || 0) - (timeOf(a) || 0) || (String(a.event_id) < String(b.event_id) ? -1 : 1),
		);

/** The next window still includes the oldest millisecond, which may hold more events. */
function endOfNext(records: WireObject[]): number | undefined {
	const times = records.map(timeOf).filter((time) => !Number.isNaN(time));
	return times.length === 0
		? undefined
		: times.reduce((oldest, time) => Math.min(oldest, time)) + 1;
}
