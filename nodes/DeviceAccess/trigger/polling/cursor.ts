import { ALL_EVENTS } from '../../events/eventTypes';
import { isWireObject, type ServiceEvent } from '../../wire/records';
import type { EventChoice } from '../eventFilter';
import {
	type Fingerprints,
	readFingerprints,
	type StoredFingerprints,
	toFingerprint,
	toStoredFingerprints,
} from '../fingerprints';
import { isAhead, readState, type StoredState } from '../storedState';

/** When each entry of a choice was chosen: the time of the first poll with it. `*` for all. */
export type ChosenAt = Record<string, number>;

/**
 * The state of a polling trigger between two polls. Times are the service's, in milliseconds since
 * 1970.
 */
export interface EventCursor {
	eventTypesChosenAtMs: ChosenAt;
	/** By fingerprint of the device ID, which is shorter. */
	devicesChosenAtMs: ChosenAt;
	/**
	 * All events made before it were returned, and none can still appear late: the next poll reads
	 * from here.
	 */
	watermarkMs: number;
	/**
	 * The returned events made since the watermark, in groups of ten seconds, so that the next poll
	 * does not return them again.
	 */
	returnedSinceWatermark: Fingerprints;
}

/** The node and workspace of a cursor. */
export interface CursorOwner {
	/** n8n keeps static data by the node's name, even after the node is removed. */
	nodeId: string;
	/**
	 * Fingerprint of the credential's ID, its base URL and the workspace of a token: if it changes,
	 * the workspace may have changed too.
	 */
	connection: string;
	workspaceId: string;
}

/** A cursor as n8n stores it. */
export interface StoredCursor extends Omit<EventCursor, 'returnedSinceWatermark'>, CursorOwner {
	version: typeof CURSOR_VERSION;
	returnedSinceWatermark: StoredFingerprints;
}

export const CURSOR_VERSION = 1;

const deviceKeys = ({ deviceIds }: EventChoice) =>
	deviceIds.length === 0 ? [ALL_EVENTS] : deviceIds.map(toFingerprint);

const timeOf = (chosenAt: ChosenAt, key: string): number | undefined =>
	Object.hasOwn(chosenAt, key) ? chosenAt[key] : chosenAt[ALL_EVENTS];

/**
 * The cursor for a choice. New entries count as chosen now; otherwise weeks of their events would
 * come at once.
 */
export function bindToChoice(cursor: EventCursor, choice: EventChoice, nowMs: number): EventCursor {
	return {
		...cursor,
		// A copy, because a poll that fails halfway has returned none of its events.
		returnedSinceWatermark: new Map(cursor.returnedSinceWatermark),
		eventTypesChosenAtMs: bindToKeys(cursor.eventTypesChosenAtMs, choice.eventTypes, nowMs),
		devicesChosenAtMs: bindToKeys(cursor.devicesChosenAtMs, deviceKeys(choice), nowMs),
	};
}

function bindToKeys(chosenAt: ChosenAt, keys: readonly string[], nowMs: number): ChosenAt {
	const bound = Object.fromEntries(keys.map((key) => [key, timeOf(chosenAt, key) ?? nowMs]));
	// If everything is chosen now, entries that were chosen by name keep their time.
	return keys.includes(ALL_EVENTS) ? { ...chosenAt, ...bound } : bound;
}

/** False for an event made before its type or its device was chosen, even if it appears late. */
export function isSinceChosen(
	{
		eventTypesChosenAtMs,
		devicesChosenAtMs,
	}: Pick<EventCursor, 'eventTypesChosenAtMs' | 'devicesChosenAtMs'>,
	{ event_type: type, device_id: deviceId, created_at: createdAt }: ServiceEvent,
): boolean {
	const device = typeof deviceId === 'string' ? toFingerprint(deviceId) : ALL_EVENTS;
	return (
		Date.parse(createdAt) >=
		Math.max(
			timeOf(eventTypesChosenAtMs, type) ?? Infinity,
			timeOf(devicesChosenAtMs, device) ?? Infinity,
		)
	);
}

/** The stored cursor and its owner, or why it cannot be used. */
export function readCursor(
	stored: unknown,
): StoredState<{ cursor: EventCursor; owner: CursorOwner }> {
	return readState(stored, CURSOR_VERSION, (state) => {
		const {
			nodeId,
			connection,
			workspaceId,
			eventTypesChosenAtMs,
			devicesChosenAtMs,
			watermarkMs,
		} = state;
		const returnedSinceWatermark = readFingerprints(state.returnedSinceWatermark);
		if (
			!isTime(watermarkMs) ||
			!isTimes(eventTypesChosenAtMs) ||
			!isTimes(devicesChosenAtMs) ||
			!returnedSinceWatermark
		)
			return undefined;
		if (
			typeof nodeId !== 'string' ||
			typeof connection !== 'string' ||
			typeof workspaceId !== 'string'
		)
			return undefined;
		return {
			cursor: { eventTypesChosenAtMs, devicesChosenAtMs, watermarkMs, returnedSinceWatermark },
			owner: { nodeId, connection, workspaceId },
		};
	});
}

/**
 * True if a time of the cursor is ahead of the service's. No event would then count as new until
 * that time.
 */
export const isCursorAhead = (
	{ eventTypesChosenAtMs, devicesChosenAtMs, watermarkMs }: EventCursor,
	nowMs: number,
): boolean =>
	[watermarkMs, ...Object.values(eventTypesChosenAtMs), ...Object.values(devicesChosenAtMs)].some(
		(timeMs) => isAhead(timeMs, nowMs),
	);

export const toStoredCursor = (cursor: EventCursor, owner: CursorOwner): StoredCursor => ({
	...cursor,
	...owner,
	version: CURSOR_VERSION,
	returnedSinceWatermark: toStoredFingerprints(cursor.returnedSinceWatermark),
});

const isTime = (value: unknown): value is number =>
	typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const isTimes = (value: unknown): value is ChosenAt =>
	isWireObject(value) && Object.values(value).every(isTime);
