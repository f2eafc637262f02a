import { isWireObject, type WireObject } from '../../wire/records';
import { ALL, type EventCursor, type WantedSince } from './cursor';
import { addReturned, type ReturnedEvents, readStoredMarks, type StoredMarks, toStoredMarks } from './returnedEvents';
import { readVersion, type StateProblem } from '../stateProblem';

/**
 * A cursor as n8n stores it, in the static data of the node. What releases have stored is frozen in the tests: when the
 * shape changes, the version goes up by one and the shape of before gets its place in `READERS`.
 */
export interface StoredCursor {
	version: 3;
	/** Whose it is: n8n keeps static data by the node's name, also when the node was removed. */
	nodeId: string;
	wantedSinceMs: WantedSince;
	devicesWantedSinceMs: WantedSince;
	settledUntilMs: number;
	returnedEvents: StoredMarks;
}

export const CURSOR_VERSION = 3;

/** What version 1 looked back at every poll, milliseconds: it stored how far it had read, not what was settled. */
const OVERLAP_OF_VERSION_1_MS = 5 * 60 * 1000;

/** Before version 3, a device was wanted as far back as its events were read. */
const ALL_DEVICES_SINCE_EVER: WantedSince = { [ALL]: 0 };

type Reader = (stored: WireObject) => EventCursor | undefined;

const READERS: Record<number, Reader> = {
	/** `recentEvents`: the time of each event of the overlap, by its id. */
	1({ wantedSinceMs, readUntilMs, recentEvents }) {
		if (!isTime(readUntilMs) || !isWireObject(wantedSinceMs) || !isWireObject(recentEvents)) return undefined;
		const returned: ReturnedEvents = new Map();
		for (const [id, createdAtMs] of Object.entries(onlyTimes(recentEvents))) addReturned(returned, { id, createdAtMs });
		return {
			wantedSinceMs: onlyTimes(wantedSinceMs), devicesWantedSinceMs: ALL_DEVICES_SINCE_EVER,
			settledUntilMs: readUntilMs - OVERLAP_OF_VERSION_1_MS, returned,
		};
	},
	2: (stored) => readLatest({ ...stored, devicesWantedSinceMs: ALL_DEVICES_SINCE_EVER }),
	3: readLatest,
};

function readLatest({ wantedSinceMs, devicesWantedSinceMs, settledUntilMs, returnedEvents }: WireObject): EventCursor | undefined {
	const returned = readStoredMarks(returnedEvents);
	if (!isTime(settledUntilMs) || !isWireObject(wantedSinceMs) || !isWireObject(devicesWantedSinceMs) || !returned) return undefined;
	return { wantedSinceMs: onlyTimes(wantedSinceMs), devicesWantedSinceMs: onlyTimes(devicesWantedSinceMs), settledUntilMs, returned };
}

/** A cursor as it was stored; `isOfOtherNode` where a node of the same name, but another ID, stored it. */
export interface FoundCursor {
	cursor: EventCursor;
	isOfOtherNode?: true;
}

/** The stored cursor, of this version or an older one; 'none' before the first poll, or what is wrong with it. */
export function readCursor(stored: unknown, nodeId: string): FoundCursor | 'none' | StateProblem {
	if (stored === undefined || stored === null) return 'none';
	const version = isWireObject(stored) ? readVersion(stored.version) : undefined;
	if (!isWireObject(stored) || version === undefined) return { kind: 'broken' };
	if (version > CURSOR_VERSION) return { kind: 'newer', version, knownVersion: CURSOR_VERSION };
	const cursor = READERS[version]?.(stored);
	if (!cursor) return { kind: 'broken' };
	// Earlier versions did not note the ID.
	return stored.nodeId === undefined || stored.nodeId === nodeId ? { cursor } : { cursor, isOfOtherNode: true };
}

export function toStoredCursor(cursor: EventCursor, nodeId: string): StoredCursor {
	const { wantedSinceMs, devicesWantedSinceMs, settledUntilMs, returned } = cursor;
	return { version: CURSOR_VERSION, nodeId, wantedSinceMs, devicesWantedSinceMs, settledUntilMs, returnedEvents: toStoredMarks(returned) };
}

const isTime = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const onlyTimes = (record: WireObject): WantedSince =>
	Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => isTime(entry[1])));
