import type { ServiceEvent } from '../../wire/records';
import type { EventChoice } from '../eventFilter';
import { toMark } from '../fingerprint';
import { ALL_EVENTS } from '../../events/eventTypes';
import type { ReturnedEvents } from './returnedEvents';

/** Since when each entry of a choice is wanted: the first poll after it was chosen. `*` for all. */
export type WantedSince = Record<string, number>;

/** Where a polling trigger stands between two polls. Times are the service's, milliseconds since 1970. */
export interface EventCursor {
	/** By event type. */
	wantedSinceMs: WantedSince;
	/** By the mark of a device's ID, which is shorter. */
	devicesWantedSinceMs: WantedSince;
	/** Every event made before this time was returned, and none can show up any more: the next poll reads from here. */
	settledUntilMs: number;
	/** The events returned that were made since then, so that the next poll tells them from new ones. */
	returned: ReturnedEvents;
}

/** A cursor's times of what is wanted. */
type Wanted = Pick<EventCursor, 'wantedSinceMs' | 'devicesWantedSinceMs'>;

/** Stands for all event types, and for all devices. */
export const ALL = ALL_EVENTS;

const deviceKeys = ({ deviceIds }: EventChoice) => (deviceIds.length === 0 ? [ALL] : deviceIds.map(toMark));

const sinceOf = (since: WantedSince, key: string): number | undefined => since[key] ?? since[ALL];

/** True when there is something in the choice that the cursor does not know yet: chosen since the last poll. */
export function hasNewlyChosen({ wantedSinceMs, devicesWantedSinceMs }: Wanted, choice: EventChoice): boolean {
	const isNewIn = (since: WantedSince) => (key: string) => sinceOf(since, key) === undefined;
	return choice.eventTypes.some(isNewIn(wantedSinceMs)) || deviceKeys(choice).some(isNewIn(devicesWantedSinceMs));
}

/** The cursor for a choice: what is newly chosen is wanted from now on, or else weeks of it would come at once. */
export function bindToChoice(cursor: EventCursor, choice: EventChoice, nowMs: number): EventCursor {
	return {
		...cursor,
		wantedSinceMs: bindToKeys(cursor.wantedSinceMs, choice.eventTypes, nowMs),
		devicesWantedSinceMs: bindToKeys(cursor.devicesWantedSinceMs, deviceKeys(choice), nowMs),
	};
}

function bindToKeys(since: WantedSince, keys: readonly string[], nowMs: number): WantedSince {
	const chosen = Object.fromEntries(keys.map((key) => [key, sinceOf(since, key) ?? nowMs]));
	// What was chosen by name keeps its time when all is chosen.
	return keys.includes(ALL) ? { ...since, ...chosen } : chosen;
}

/** False for an event from before its type or its device was chosen, also when it shows up late. */
export function isSinceChosen(
	{ wantedSinceMs, devicesWantedSinceMs }: Wanted,
	{ event_type: type, device_id: deviceId, created_at: createdAt }: ServiceEvent,
): boolean {
	const device = typeof deviceId === 'string' ? toMark(deviceId) : ALL;
	return Date.parse(createdAt) >= Math.max(sinceOf(wantedSinceMs, type) ?? Infinity, sinceOf(devicesWantedSinceMs, device) ?? Infinity);
}
