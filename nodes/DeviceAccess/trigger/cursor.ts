import { isWireObject } from '../api/types';

/** What the polling trigger keeps between two polls, in n8n's static data of the node. */
export interface EventCursor {
	version: 1;
	/** The first poll (same clock); what was made before is of no interest, also when it shows up late. */
	startedAtMs: number;
	/** Everything up to this time (milliseconds since 1970, the service's clock) has been returned. */
	readUntilMs: number;
	/** Events within the overlap before `readUntilMs`, by id with their time, so that late ones are told from old ones. */
	recentEvents: Record<string, number>;
}

/** The stored cursor; 'none' before the first poll, 'broken' when what is stored cannot be one. */
export function readCursor(stored: unknown): EventCursor | 'none' | 'broken' {
	if (stored === undefined || stored === null) return 'none';
	if (!isWireObject(stored) || stored.version !== 1) return 'broken';
	const { startedAtMs, readUntilMs, recentEvents } = stored;
	if (!isTime(startedAtMs) || !isTime(readUntilMs) || !isWireObject(recentEvents)) return 'broken';
	const times = Object.entries(recentEvents).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
	return { version: 1, startedAtMs, readUntilMs, recentEvents: Object.fromEntries(times) };
}

const isTime = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

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
