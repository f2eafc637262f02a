import { PageLoopError } from '../errors/errors';
import { DEFAULT_MAX_PAGES, EVENT_PAGE_SIZE, MAX_RECORDS } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import { isWireObject, type WireObject } from '../wire/records';
import { listWindow, raiseLimit } from './eventWindow';
import type { ListQuery, Page } from './listAllPages';

/**
 * Yields pages of events, newest first. `/events/list` has no cursor and returns the newest events
 * of its window (docs/service.md#events-1), so the end of the window moves back to the oldest event
 * until a page is not full. `parameters` has `since` or `between`. Throws PageLoopError past
 * `maxPages`, MAX_RECORDS, or MAX_EVENTS_OF_A_MOMENT.
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
		yield { records: fresh, isCut: fresh.length < unseen.length || undefined };
		const nextMs = endOfNext(records);
		if (!isFull || nextMs === undefined) return;
		// The window cannot move, because the whole page is from one millisecond. So the next page is
		// larger.
		const canMove = nextMs < (beforeMs ?? Infinity);
		pageLimit = canMove ? Math.min(limit, EVENT_PAGE_SIZE) : raiseLimit(pageLimit);
		beforeMs = canMove ? nextMs : beforeMs;
	}
}

/** A record without a time cannot be sorted, so it goes to the end of its page. */
const timeOf = ({ created_at: createdAt }: WireObject) => Date.parse(String(createdAt));
const newestFirst = (records: WireObject[]) =>
	records
		.filter(isWireObject)
		.sort(
			(a, b) =>
				(timeOf(b) || 0) - (timeOf(a) || 0) || (String(a.event_id) < String(b.event_id) ? -1 : 1),
		);

/**
 * The end of the next window, which is exclusive. The window still includes the oldest millisecond,
 * which may hold more events.
 */
function endOfNext(records: WireObject[]): number | undefined {
	const times = records.map(timeOf).filter((time) => !Number.isNaN(time));
	return times.length === 0
		? undefined
		: times.reduce((oldest, time) => Math.min(oldest, time)) + 1;
}
