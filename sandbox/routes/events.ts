import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Event } from '../schemas/event';
import { DateTime, NonEmptyText, Uuid } from '../schemas/primitives';
import { invalidInput, notFound } from '../serviceError';
import type { WorkspaceState } from '../state';
import { defineRoute } from './defineRoute';

const Ids = Type.Optional(Type.Array(Uuid));

const EventFilters = Type.Object({
	event_type: Type.Optional(NonEmptyText),
	event_types: Type.Optional(Type.Array(NonEmptyText)),
	event_ids: Ids,
	device_id: Type.Optional(Uuid),
	device_ids: Ids,
	access_code_id: Type.Optional(Uuid),
	access_code_ids: Ids,
	connected_account_id: Type.Optional(Uuid),
});

const DEFAULT_LIMIT = 500;

export const eventRoutes = [
	defineRoute({
		path: '/events/get',
		methods: ['GET'],
		parameters: Type.Object({
			event_id: Type.Optional(Uuid),
			event_type: Type.Optional(NonEmptyText),
			device_id: Type.Optional(Uuid),
		}),
		response: Type.Object({ event: Event }),
		answer(_service, { workspace, parameters }) {
			const { event_id: eventId, event_type: eventType, device_id: deviceId } = parameters;
			if (!eventId && !eventType && !deviceId) throw invalidInput('One of event_id, event_type, device_id is required');
			const newestFirst = [...workspace.events].reverse();
			const event = newestFirst.find(
				(candidate) =>
					(!eventId || candidate.event_id === eventId) &&
					(!eventType || candidate.event_type === eventType) &&
					(!deviceId || candidate.device_id === deviceId),
			);
			if (!event) throw notFound('event', parameters);
			return { event };
		},
	}),

	defineRoute({
		path: '/events/list',
		methods: ['GET'],
		parameters: Type.Object({
			since: Type.Optional(DateTime),
			between: Type.Optional(Type.Array(DateTime, { minItems: 2, maxItems: 2 })),
			limit: Type.Optional(Type.Integer({ minimum: 1 })),
			...EventFilters.properties,
		}),
		response: Type.Object({ events: Type.Array(Event) }),
		answer({ settings }, { workspace, parameters }) {
			const newestFirst = selectEvents(workspace, timeFrame(parameters), parameters);
			return { events: settings.eventOrder === 'newestFirst' ? newestFirst : newestFirst.reverse() };
		},
	}),
];

interface TimeFrame {
	afterMs: number;
	beforeMs: number;
}

/** Exactly one of `since` and `between`; both are exclusive (facts 6). */
function timeFrame({ since, between }: { since?: string; between?: string[] }): TimeFrame {
	if ((since === undefined) === (between === undefined)) throw invalidInput('Exactly one of since, between is required');
	const [from, to] = between ?? [since];
	return { afterMs: Date.parse(from ?? ''), beforeMs: to === undefined ? Infinity : Date.parse(to) };
}

/** The newest ones that match, newest first, at most `limit`. */
function selectEvents(
	workspace: WorkspaceState,
	{ afterMs, beforeMs }: TimeFrame,
	parameters: Static<typeof EventFilters> & { limit?: number },
): Event[] {
	const matches = eventFilter(parameters);
	const limit = parameters.limit ?? DEFAULT_LIMIT;
	const selected: Event[] = [];
	for (let index = workspace.events.length - 1; index >= 0 && selected.length < limit; index--) {
		const event = workspace.events[index] as Event;
		const createdAtMs = Date.parse(event.created_at);
		if (createdAtMs <= afterMs) break;
		if (createdAtMs < beforeMs && matches(event)) selected.push(event);
	}
	return selected;
}

function eventFilter(filters: Static<typeof EventFilters>): (event: Event) => boolean {
	const isAmong = (one?: string, several?: string[]) => {
		const wanted = several && new Set(several);
		return (value?: string) =>
			(one === undefined || value === one) && (!wanted || (value !== undefined && wanted.has(value)));
	};
	const isType = isAmong(filters.event_type, filters.event_types);
	const isEvent = isAmong(undefined, filters.event_ids);
	const isDevice = isAmong(filters.device_id, filters.device_ids);
	const isAccessCode = isAmong(filters.access_code_id, filters.access_code_ids);
	const isAccount = isAmong(filters.connected_account_id);
	return (event) =>
		isType(event.event_type) &&
		isEvent(event.event_id) &&
		isDevice(event.device_id) &&
		isAccessCode(event.access_code_id) &&
		isAccount(event.connected_account_id);
}
