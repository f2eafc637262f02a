import { isWireObject, type ServiceEvent, type WireObject } from '../api/types';
import { ALL_EVENTS } from './eventTypes';

/** What the polling trigger keeps between two polls, in n8n's static data of the node. */
export interface EventCursor {
	version: 1;
	/** Since when each chosen event type is wanted (same clock): the first poll after it was chosen. `*` for all. */
	wantedSinceMs: Record<string, number>;
	/** Everything up to this time (milliseconds since 1970, the service's clock) has been returned. */
	readUntilMs: number;
	/** Events within the overlap before `readUntilMs`, by id with their time, so that late ones are told from old ones. */
	recentEvents: Record<string, number>;
}

/** The stored cursor; 'none' before the first poll, 'broken' when what is stored cannot be one. */
export function readCursor(stored: unknown): EventCursor | 'none' | 'broken' {
	if (stored === undefined || stored === null) return 'none';
	if (!isWireObject(stored) || stored.version !== 1) return 'broken';
	const { wantedSinceMs, readUntilMs, recentEvents } = stored;
	if (!isTime(readUntilMs) || !isWireObject(wantedSinceMs) || !isWireObject(recentEvents)) return 'broken';
	return { version: 1, wantedSinceMs: onlyTimes(wantedSinceMs), readUntilMs, recentEvents: onlyTimes(recentEvents) };
}

const isTime = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const onlyTimes = (record: WireObject): Record<string, number> =>
	Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => isTime(entry[1])));

/** The types of the choice that the cursor does not know yet: chosen since the last poll. */
export function newlyChosen({ wantedSinceMs }: EventCursor, eventTypes: readonly string[]): string[] {
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
export function isSinceChosen({ wantedSinceMs }: EventCursor, { event_type: type, created_at: createdAt }: ServiceEvent): boolean {
	return Date.parse(createdAt) >= (wantedSinceMs[type] ?? wantedSinceMs[ALL_EVENTS] ?? Infinity);
}

/** A cursor further on: the events are remembered for as long as the overlap can show them again. */
export function advanceCursor(
	cursor: EventCursor,
	readUntilMs: number,
	events: ReadonlyArray<{ id: string; createdAtMs: number }>,
	overlapMs: number,
): EventCursor {
	const recentEvents: Record<string, number> = {};
	const keepFromMs = readUntilMs - overlapMs;
	for (const [id, createdAtMs] of Object.entries(cursor.recentEvents)) {
		if (createdAtMs >= keepFromMs) recentEvents[id] = createdAtMs;
	}
	for (const { id, createdAtMs } of events) if (createdAtMs >= keepFromMs) recentEvents[id] = createdAtMs;
	return { ...cursor, readUntilMs, recentEvents };
}
