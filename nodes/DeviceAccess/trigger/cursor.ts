import type { ServiceEvent } from '../api/types';
import { ALL_EVENTS } from './eventTypes';
import type { ReturnedEvents } from './returnedEvents';

/** Where a polling trigger stands between two polls. Times are the service's, milliseconds since 1970. */
export interface EventCursor {
	/** Since when each chosen event type is wanted: the first poll after it was chosen. `*` for all. */
	wantedSinceMs: Record<string, number>;
	/** Every event made before this time was returned, and none can show up any more: the next poll reads from here. */
	settledUntilMs: number;
	/** The events returned that were made since then, so that the next poll tells them from new ones. */
	returned: ReturnedEvents;
}

/** The types of the choice that the cursor does not know yet: chosen since the last poll. */
export function newlyChosen({ wantedSinceMs }: Pick<EventCursor, 'wantedSinceMs'>, eventTypes: readonly string[]): string[] {
	return eventTypes.filter((type) => !(type in wantedSinceMs) && !(ALL_EVENTS in wantedSinceMs));
}

/** The cursor for a choice: what is newly chosen is wanted from now on, or else weeks of it would come at once. */
export function bindToChoice(cursor: EventCursor, eventTypes: readonly string[], nowMs: number): EventCursor {
	const { wantedSinceMs } = cursor;
	const since = (type: string) => wantedSinceMs[type] ?? wantedSinceMs[ALL_EVENTS] ?? nowMs;
	const chosen = Object.fromEntries(eventTypes.map((type) => [type, since(type)]));
	// Types that were chosen by name keep their time when all are chosen.
	return { ...cursor, wantedSinceMs: eventTypes.includes(ALL_EVENTS) ? { ...wantedSinceMs, ...chosen } : chosen };
}

/** False for an event from before its type was chosen, also when it shows up late. */
export function isSinceChosen(
	{ wantedSinceMs }: Pick<EventCursor, 'wantedSinceMs'>,
	{ event_type: type, created_at: createdAt }: ServiceEvent,
): boolean {
	return Date.parse(createdAt) >= (wantedSinceMs[type] ?? wantedSinceMs[ALL_EVENTS] ?? Infinity);
}
