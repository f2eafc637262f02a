import { PageLoopError } from '../errors/errors';
import { MAX_EVENTS_OF_A_MOMENT } from '../transport/limits';
import { type ApiAnswer, takeList } from '../transport/readAnswer';
import type { ApiRequest, SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

export const LIST_EVENTS = '/events/list';

/**
 * A time window with exclusive ends, as the service counts (docs/service.md#events-1), in
 * milliseconds since 1970.
 */
export interface EventWindow {
	afterMs: number;
	/** Undefined means now. */
	beforeMs?: number;
}

export interface WindowQuery extends Pick<ApiRequest, 'maxRetries'> {
	window: EventWindow;
	/** The parameters besides the time and the limit. */
	filters: WireObject;
	/** The most events to list. */
	limit: number;
}

/**
 * What the service lists for a window: at most `limit` events, the newest ones
 * (docs/service.md#events-2).
 */
export interface WindowList {
	records: WireObject[];
	/** True if the window may have more events than were listed. */
	isFull: boolean;
	answer: ApiAnswer;
}

/** Lists a window with one request. The only place that asks `/events/list`. */
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

/**
 * The next limit for a window that is full and cannot get narrower, because its events are from one
 * moment. Throws PageLoopError if the moment has more events than can be told from an endless list.
 */
export function raiseLimit(limit: number): number {
	if (limit >= MAX_EVENTS_OF_A_MOMENT)
		throw new PageLoopError(LIST_EVENTS, 'tooManyRecords', limit);
	return limit * 10;
}
