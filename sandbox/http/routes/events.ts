import { Type, type Static } from 'typebox';
import type { Event } from '../../schemas/event';
import { DateTime, NonEmptyText, Uuid, optional } from '../../schemas/primitives';
import { isEventType } from '../../schemas/eventTypes';
import type { Source } from '../../schemas/source';
import {
	invalidInput,
	invalidParameters,
	notFound,
	type ParameterIssue,
} from '../../domain/serviceError';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

const Id = Type.Optional(Uuid);
const Ids = Type.Optional(Type.Array(Uuid));
/** Lists of at most 100 IDs (docs/service.md#events-4). */
const FewIds = Type.Optional(Type.Array(Uuid, { maxItems: 100 }));

/** Filters by one ID or key. The member of the event has the same name. */
const IdFilters = {
	device_id: Id,
	access_code_id: Id,
	access_grant_id: Id,
	access_method_id: Id,
	acs_system_id: Id,
	acs_user_id: Id,
	acs_credential_id: Id,
	acs_entrance_id: Id,
	acs_encoder_id: Id,
	acs_access_group_id: Id,
	connected_account_id: Id,
	space_id: Id,
	user_identity_id: Id,
	connect_webview_id: Id,
	customer_key: Type.Optional(NonEmptyText),
};

/** Filters by several IDs. The member of the event has the same name without the final "s". */
const IdsFilters = {
	event_ids: Ids,
	device_ids: Ids,
	access_code_ids: Ids,
	access_grant_ids: FewIds,
	access_method_ids: FewIds,
	acs_system_ids: Ids,
	space_ids: FewIds,
};

const EventFilters = Type.Object({
	event_type: Type.Optional(NonEmptyText),
	event_types: Type.Optional(Type.Array(NonEmptyText)),
	...IdFilters,
	...IdsFilters,
});

const DEFAULT_LIMIT = 500;

export const eventRoutes = [
	defineRoute({
		path: '/events/get',
		parameters: {
			...optional({
				event_id: Uuid,
				event_type: NonEmptyText,
				device_id: Uuid,
			}),
		},
		answer({ settings }, { workspace, parameters }) {
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
		parameters: {
			...optional({
				since: DateTime,
				between: Type.Array(DateTime, { minItems: 2, maxItems: 2 }),
				limit: Type.Integer({ minimum: 1 }),
				unstable_offset: Type.Number(),
			}),
			...EventFilters.properties,
		},
		answer({ settings }, { workspace, parameters }) {
			requireEventTypes(parameters, settings.source);
			const newestFirst = selectEvents(workspace, readTimeFrame(parameters), parameters);
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
}: {
	since?: string;
	between?: string[];
	event_ids?: string[];
}): TimeFrame {
	const given = [since, between].filter((bound) => bound !== undefined).length;
	if (given === 0 && eventIds !== undefined) return { afterMs: -Infinity, beforeMs: Infinity };
	if (given !== 1) throw invalidInput('Exactly one of since, between is required');
	const [from, to] = between ?? [since];
	return {
		afterMs: Date.parse(from ?? ''),
		beforeMs: to === undefined ? Infinity : Date.parse(to),
	};
}

/** The matching events, newest first: skips `unstable_offset` of them and returns at most `limit`. */
function selectEvents(
	workspace: WorkspaceState,
	{ afterMs, beforeMs }: TimeFrame,
	parameters: Static<typeof EventFilters> & { limit?: number; unstable_offset?: number },
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

function eventFilter(filters: Static<typeof EventFilters>): (event: Event) => boolean {
	const { event_type: type, event_types: types } = filters;
	const typeSet = types && new Set(types);
	const names = Object.keys({ ...IdFilters, ...IdsFilters }) as Array<keyof typeof filters>;
	const wanted = names.flatMap((name) => {
		const ids = filters[name];
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
