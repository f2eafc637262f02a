import {
	type Fingerprints,
	readFingerprints,
	type StoredFingerprints,
	toStoredFingerprints,
} from '../fingerprints';
import { readState } from '../storedState';

/** Times are the service's, in milliseconds since 1970. */
export interface EventCursor {
	/**
	 * All events before it were returned, and none can appear late: the next poll reads from here.
	 */
	watermarkMs: number;
	returnedSinceWatermark: Fingerprints;
}

export interface CursorOwner {
	/** n8n keeps static data by the node's name, even after the node is removed. */
	nodeId: string;
	/** A fingerprint: if it changes, the workspace may have changed too. */
	connection: string;
	workspaceId: string;
}

export interface StoredCursor extends Omit<EventCursor, 'returnedSinceWatermark'>, CursorOwner {
	version: typeof CURSOR_VERSION;
	returnedSinceWatermark: StoredFingerprints;
}

export const CURSOR_VERSION = 1;

export function readCursor(
	stored: unknown,
): { cursor: EventCursor; owner: CursorOwner } | undefined {
	return readState(stored, CURSOR_VERSION, (state) => {
		const { nodeId, connection, workspaceId, watermarkMs } = state;
		const returnedSinceWatermark = readFingerprints(state.returnedSinceWatermark);
		if (!isTime(watermarkMs) || !returnedSinceWatermark) return undefined;
		if (
			typeof nodeId !== 'string' ||
			typeof connection !== 'string' ||
			typeof workspaceId !== 'string'
		)
			return undefined;
		return {
			cursor: { watermarkMs, returnedSinceWatermark },
			owner: { nodeId, connection, workspaceId },
		};
	});
}

export const toStoredCursor = (cursor: EventCursor, owner: CursorOwner): StoredCursor => ({
	...cursor,
	...owner,
	version: CURSOR_VERSION,
	returnedSinceWatermark: toStoredFingerprints(cursor.returnedSinceWatermark),
});

const isTime = (value: unknown): value is number =>
	typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
