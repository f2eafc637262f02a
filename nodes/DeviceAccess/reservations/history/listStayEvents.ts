import { inBatches } from '../../lists/batchedLookUps';
import { LIST_EVENTS, listNewestEvents } from '../../lists/listEvents';
import { LOOK_UP_BATCH_SIZE } from '../../transport/limits';
import type { SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent, type WireObject } from '../../wire/records';

/** When to look for events, in milliseconds since 1970. Without a time, as far as the service remembers. */
interface Period {
	fromMs?: number;
	/** Undefined means now. */
	toMs?: number;
}

/** All events that fit the filters, newest first. */
export async function listStayEvents(
	send: SendRequest,
	filters: WireObject,
	{ fromMs = 0, toMs }: Period = {},
): Promise<ServiceEvent[]> {
	const from = new Date(fromMs).toISOString();
	const period =
		toMs === undefined ? { since: from } : { between: [from, new Date(toMs).toISOString()] };
	const found: ServiceEvent[] = [];
	for await (const { records } of listNewestEvents(send, {
		endpoint: LIST_EVENTS,
		member: 'events',
		parameters: { ...period, ...filters },
	}))
		found.push(...readEvents(records));
	return found;
}

/** All events of records, at most 100 IDs per request (docs/service.md#events-4). */
export async function listEventsOf(
	send: SendRequest,
	idsName: 'access_grant_ids' | 'access_method_ids' | 'access_code_ids' | 'device_ids',
	ids: readonly string[],
	filters: WireObject = {},
	period: Period = {},
): Promise<ServiceEvent[]> {
	const batches = inBatches([...new Set(ids)], LOOK_UP_BATCH_SIZE);
	const found = await Promise.all(
		batches.map(
			async (batch) => await listStayEvents(send, { ...filters, [idsName]: batch }, period),
		),
	);
	const idName = idsName.slice(0, -1);
	const asked = new Set<unknown>(ids);
	// The service may ignore the filter.
	return found.flat().filter(({ [idName]: id, [idsName]: several }) => {
		const named: unknown[] = Array.isArray(several) ? several : [];
		return asked.has(id) || named.some((one) => asked.has(one));
	});
}

export const eachOnce = (events: readonly ServiceEvent[]): ServiceEvent[] => [
	...new Map(events.map((event) => [event.event_id, event])).values(),
];
