import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { EventWindow } from './eventWindow';
import { createdAtOf, type EventPage, listEvents, listOnce } from './listEvents';

/** No service is expected to list fewer events at once, so a smaller page is complete. */
const LEAST_PAGE_SIZE = 10;

/** Lists windows that follow one another, and notices when the service cuts a list short. */
export type ListWholeWindow = (window: EventWindow) => Promise<EventPage>;

/**
 * Makes a function like listEvents, but for a service that may list fewer events at once than
 * requested. A page with fewer events than an earlier page is complete; any other page is complete
 * if a second request finds nothing more in its window, or nothing but events that appeared later.
 */
export function wholeWindowLister(
	send: SendRequest,
	filters: WireObject,
	pageSize: number,
): ListWholeWindow {
	let largestPage = LEAST_PAGE_SIZE;
	let mostListed = Infinity;
	return async (window) => {
		const page = await listEvents(send, filters, window, pageSize);
		const count = page.events.length + page.unreadable;
		const canBeCut = !page.isFull && count >= largestPage && count < Math.min(mostListed, pageSize);
		if (canBeCut && (await isCut(send, filters, window, page, pageSize))) mostListed = count;
		largestPage = Math.max(largestPage, count);
		return { ...page, isFull: page.isFull || count >= mostListed };
	};
}

/**
 * Whether the window has events that were not listed: before the oldest event, or after the newest
 * in a list that starts with the oldest.
 */
async function isCut(
	send: SendRequest,
	filters: WireObject,
	{ afterMs, beforeMs }: EventWindow,
	page: EventPage,
	pageSize: number,
): Promise<boolean> {
	const [oldest, newest] = [page.events.at(0), page.events.at(-1)];
	if (!oldest || !newest) return false;
	const listed = new Set(page.events.map(({ event_id: id }) => id));
	const [oldestMs, newestMs] = [createdAtOf(oldest), createdAtOf(newest)];
	// The millisecond in which a list ends can have more events. If this millisecond fills the list,
	// it would hide all other events again.
	const overlapMs = oldestMs === newestMs ? 0 : 1;
	const rest: EventWindow[] = [{ afterMs, beforeMs: oldestMs + overlapMs }];
	if (page.isOldestFirst) rest.push({ afterMs: newestMs - overlapMs, beforeMs });
	for (const window of rest) {
		const { events } = await listOnce(send, filters, window, pageSize);
		if (events.some(({ event_id: id }) => !listed.has(id)))
			return !(await listsMore(send, filters, { afterMs, beforeMs }, page, pageSize));
	}
	return false;
}

/**
 * Whether the window lists more events now. Then the page was not cut: events have appeared since.
 */
async function listsMore(
	send: SendRequest,
	filters: WireObject,
	window: EventWindow,
	{ events, unreadable }: EventPage,
	pageSize: number,
): Promise<boolean> {
	const now = await listOnce(send, filters, window, pageSize);
	return now.events.length + now.unreadable > events.length + unreadable;
}
