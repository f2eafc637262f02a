import { isWireObject, type WireObject } from '../api/types';
import type { EventCursor } from './cursor';
import { addReturned, type ReturnedEvents, readStoredMarks, type StoredMarks, toStoredMarks } from './returnedEvents';
import { readVersion, type StateProblem } from './stateProblem';

/**
 * A cursor as n8n stores it, in the static data of the node. What releases have stored is frozen in the tests: when the
 * shape changes, the version goes up by one and the shape of before gets its place in `READERS`.
 */
export interface StoredCursor {
	version: 2;
	wantedSinceMs: Record<string, number>;
	settledUntilMs: number;
	returnedEvents: StoredMarks;
}

export const CURSOR_VERSION = 2;

/** What version 1 looked back at every poll, milliseconds: it stored how far it had read, not what was settled. */
const OVERLAP_OF_VERSION_1_MS = 5 * 60 * 1000;

type Reader = (stored: WireObject) => EventCursor | undefined;

const READERS: Record<number, Reader> = {
	/** `recentEvents`: the time of each event of the overlap, by its id. */
	1({ wantedSinceMs, readUntilMs, recentEvents }) {
		if (!isTime(readUntilMs) || !isWireObject(wantedSinceMs) || !isWireObject(recentEvents)) return undefined;
		const returned: ReturnedEvents = new Map();
		for (const [id, createdAtMs] of Object.entries(onlyTimes(recentEvents))) addReturned(returned, { id, createdAtMs });
		return { wantedSinceMs: onlyTimes(wantedSinceMs), settledUntilMs: readUntilMs - OVERLAP_OF_VERSION_1_MS, returned };
	},
	2({ wantedSinceMs, settledUntilMs, returnedEvents }) {
		const returned = readStoredMarks(returnedEvents);
		if (!isTime(settledUntilMs) || !isWireObject(wantedSinceMs) || !returned) return undefined;
		return { wantedSinceMs: onlyTimes(wantedSinceMs), settledUntilMs, returned };
	},
};

/** The stored cursor, of this version or an older one; 'none' before the first poll, or what is wrong with it. */
export function readCursor(stored: unknown): { cursor: EventCursor } | 'none' | StateProblem {
	if (stored === undefined || stored === null) return 'none';
	const version = isWireObject(stored) ? readVersion(stored.version) : undefined;
	if (!isWireObject(stored) || version === undefined) return { kind: 'broken' };
	if (version > CURSOR_VERSION) return { kind: 'newer', version, knownVersion: CURSOR_VERSION };
	const cursor = READERS[version]?.(stored);
	return cursor ? { cursor } : { kind: 'broken' };
}

export const toStoredCursor = ({ wantedSinceMs, settledUntilMs, returned }: EventCursor): StoredCursor => ({
	version: CURSOR_VERSION,
	wantedSinceMs,
	settledUntilMs,
	returnedEvents: toStoredMarks(returned),
});

const isTime = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const onlyTimes = (record: WireObject): Record<string, number> =>
	Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => isTime(entry[1])));
