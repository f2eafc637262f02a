import type { Here } from '../../domain/service';
import type { Event } from '../../schemas/event';
import { type Parameters, parametersOf } from '../../schemas/parameters';
import { isEventType } from '../../schemas/eventTypes';
import type { Source } from '../../schemas/source';
import {
	invalidInput,
	invalidParameters,
	notFound,
	type ParameterIssue,
} from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

const DEFAULT_LIMIT = 500;

export const eventRoutes = [
	defineRoute({
		path: '/events/get',
		answer({ settings, workspace }, { parameters }) {
			const { event_id: eventId, event_type: eventType, device_id: deviceId } = parameters;
			requireEventTypes(parameters, settings.source);
			if (!eventId && !eventType && !deviceId)
				throw invalidInput('One of event_id, event_type, device_id is required');
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
		answer(here, { parameters }) {
			const { settings } = here;
			requireEventTypes(parameters, settings.source);
			const newestFirst = selectEvents(here, readTimeFrame(parameters), parameters);
			return {
				events: settings.eventOrder === 'newestFirst' ? newestFirst : newestFirst.reverse(),
			};
		},
	}),
];

/**
 * Throws 400 `invalid_input` for event types that the service does not have: the filters are enums
 * (docs/service.md#events-3).
 */
function requireEventTypes(
	{ event_type: type, event_types: types = [] }: { event_type?: string; event_types?: string[] },
	source: Source,
): void {
	const asked: Array<[path: string[], type: string]> = types.map((one, index) => [
		['event_types', String(index)],
		one,
	]);
	if (type !== undefined) asked.push([['event_type'], type]);
	const issues: ParameterIssue[] = asked
		.filter(([, one]) => !isEventType(one, source))
		.map(([path, one]) => ({ path, message: `Unknown event type ${one}` }));
	if (issues.length > 0) throw invalidParameters(issues);
}

interface TimeFrame {
	afterMs: number;
	beforeMs: number;
}

/**
 * The time frame of a request; both bounds are exclusive. Requires exactly one of `since` and
 * `between`, or neither beside `event_ids` (docs/service.md#events-1).
 */
function readTimeFrame({
	since,
	between,
	event_ids: eventIds,
}: Parameters<'/events/list'>): TimeFrame {
	const given = [since, between].filter((bound) => bound !== undefined).length;
	if (given === 0 && eventIds !== undefined) return { afterMs: -Infinity, beforeMs: Infinity };
	if (given !== 1) throw invalidInput('Exactly one of since, between is required');
	const [from, to] = between ?? [since];
	return {
		afterMs: Date.parse(String(from)),
		beforeMs: to === undefined ? Infinity : Date.parse(String(to)),
	};
}

/** The matching events, newest first: skips `unstable_offset` of them and returns at most `limit`. */
function selectEvents(
	{ workspace }: Here,
	{ afterMs, beforeMs }: TimeFrame,
	parameters: Parameters<'/events/list'>,
): Event[] {
	const matches = eventFilter(parameters);
	const offset = parameters.unstable_offset ?? 0;
	const limit = offset + (parameters.limit ?? DEFAULT_LIMIT);
	const selected: Event[] = [];
	for (let index = workspace.events.length - 1; index >= 0 && selected.length < limit; index--) {
		const event = workspace.events[index] as Event;
		const createdAtMs = Date.parse(event.created_at);
		if (createdAtMs <= afterMs) break;
		if (createdAtMs < beforeMs && matches(event)) selected.push(event);
	}
	return selected.slice(offset);
}

/** The parameters that choose events by one or several IDs or keys. */
const ID_FILTERS = Object.keys(parametersOf('/events/list').properties).filter((name) =>
	/_(ids?|key)$/.test(name),
);

function eventFilter(
	parameters: Parameters<'/events/list'> & Readonly<Record<string, unknown>>,
): (event: Event) => boolean {
	const { event_type: type, event_types: types } = parameters;
	const typeSet = types && new Set<string>(types);
	const wanted = ID_FILTERS.flatMap((name) => {
		const ids = parameters[name];
		return ids === undefined ? [] : [{ member: name.replace(/s$/, ''), ids: [ids].flat() }];
	});
	return (event) =>
		(type === undefined || event.event_type === type) &&
		(!typeSet || typeSet.has(event.event_type)) &&
		wanted.every(({ member, ids }) => idsIn(event, member).some((id) => ids.includes(id)));
}

/** The IDs of one kind in an event. Some events name several records of a kind, such as grants or devices. */
function idsIn(event: Event, member: string): string[] {
	return [event[member], event[`${member}s`]].flat().filter((id) => typeof id === 'string');
}
