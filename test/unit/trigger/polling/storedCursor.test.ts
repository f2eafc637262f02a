import type { EventCursor } from '../../../../nodes/DeviceAccess/trigger/polling/cursor';
import { addReturned, hasReturned, type ReturnedEvents } from '../../../../nodes/DeviceAccess/trigger/polling/returnedEvents';
import { CURSOR_VERSION, readCursor, toStoredCursor } from '../../../../nodes/DeviceAccess/trigger/polling/storedCursor';
import { toMark } from '../../../../nodes/DeviceAccess/trigger/fingerprint';

const MINUTE_MS = 60_000;
const NODE_ID = 'node-1';
const EVENTS = { first: 1_000_000, second: 1_009_999, third: 1_010_000 };

function returnedEvents(events: Record<string, number>): ReturnedEvents {
	const returned: ReturnedEvents = new Map();
	for (const [id, createdAtMs] of Object.entries(events)) addReturned(returned, { id, createdAtMs });
	return returned;
}

const cursor: EventCursor = {
	wantedSinceMs: { 'lock.locked': 500_000 }, devicesWantedSinceMs: { [toMark('device-1')]: 600_000, '*': 700_000 },
	settledUntilMs: 1_000_000, returned: returnedEvents(EVENTS),
};
const stored = toStoredCursor(cursor, NODE_ID);

/** What the node itself reads. */
const read = (state: unknown) => readCursor(state, NODE_ID);

describe('a stored cursor', () => {
	it('holds short marks by the ten seconds in which the events were made, and no ids', () => {
		expect(stored).toEqual({
			version: 3,
			nodeId: NODE_ID,
			wantedSinceMs: { 'lock.locked': 500_000 },
			devicesWantedSinceMs: { [toMark('device-1')]: 600_000, '*': 700_000 },
			settledUntilMs: 1_000_000,
			returnedEvents: { '1000': toMark('first') + toMark('second'), '1010': toMark('third') },
		});
	});

	it('is read as it was stored', () => {
		expect(read(JSON.parse(JSON.stringify(stored)))).toEqual({ cursor });
	});

	it('of another node, which had the same name, is told as such', () => {
		expect(readCursor(stored, 'node-2')).toEqual({ cursor, isOfOtherNode: true });
	});

	it('that was stored without the ID of a node is taken for its own', () => {
		expect(read({ ...stored, nodeId: undefined })).toEqual({ cursor });
	});

	it.each([undefined, null])('is none where n8n has %p: before the first poll', (nothing) => {
		expect(read(nothing)).toBe('none');
	});

	it.each([
		{ what: 'a text', state: '2030-01-31' },
		{ what: 'a list', state: [] },
		{ what: 'without a version', state: { ...stored, version: undefined } },
		{ what: 'of a version that is no number', state: { ...stored, version: '2' } },
		{ what: 'of version 0', state: { ...stored, version: 0 } },
		{ what: 'of a version in between', state: { ...stored, version: 1.5 } },
		{ what: 'of version 1 in the form of version 3', state: { ...stored, version: 1 } },
		{ what: 'of version 3 in the form of version 2', state: { ...stored, devicesWantedSinceMs: undefined } },
		{ what: 'with a time that is no number', state: { ...stored, settledUntilMs: '1000000' } },
		{ what: 'with a time beyond all dates', state: { ...stored, settledUntilMs: 9e15 } },
		{ what: 'with a time without end', state: { ...stored, settledUntilMs: Infinity } },
		{ what: 'without chosen types', state: { ...stored, wantedSinceMs: undefined } },
		{ what: 'with a list of devices', state: { ...stored, devicesWantedSinceMs: ['device-1'] } },
		{ what: 'without events', state: { ...stored, returnedEvents: undefined } },
		{ what: 'with a list of events', state: { ...stored, returnedEvents: ['first'] } },
		{ what: 'with a mark cut off', state: { ...stored, returnedEvents: { '1000': 'abcdefgh' } } },
		{ what: 'with marks that are no text', state: { ...stored, returnedEvents: { '1000': 123_456_789 } } },
		{ what: 'with marks of no time', state: { ...stored, returnedEvents: { soon: 'abcdefghi' } } },
	])('that is $what is broken', ({ state }) => {
		expect(read(state)).toEqual({ kind: 'broken' });
	});

	it('of a later release is told from a broken one, whatever is in it', () => {
		expect(read({ version: CURSOR_VERSION + 1 })).toEqual({ kind: 'newer', version: 4, knownVersion: 3 });
	});

	describe('of version 1', () => {
		const first = { version: 1, wantedSinceMs: { 'lock.locked': 500_000 }, readUntilMs: 1_000_000, recentEvents: { old: 700_000, newer: 900_000 } };

		it('goes on where that version would have read, and knows what it had returned', () => {
			expect(read(first)).toEqual({
				cursor: {
					wantedSinceMs: { 'lock.locked': 500_000 },
					devicesWantedSinceMs: { '*': 0 },
					settledUntilMs: 1_000_000 - 5 * MINUTE_MS,
					returned: returnedEvents({ old: 700_000, newer: 900_000 }),
				},
			});
		});

		it('leaves out events without a time, as that version did', () => {
			expect(read({ ...first, recentEvents: { old: 700_000, odd: 'soon' } })).toMatchObject({ cursor: { returned: returnedEvents({ old: 700_000 }) } });
		});

		it.each([
			{ what: 'a time', state: { ...first, readUntilMs: undefined } },
			{ what: 'chosen types', state: { ...first, wantedSinceMs: null } },
			{ what: 'events', state: { ...first, recentEvents: undefined } },
		])('is broken without $what', ({ state }) => {
			expect(read(state)).toEqual({ kind: 'broken' });
		});
	});

	describe('of version 2', () => {
		const second = { version: 2, wantedSinceMs: cursor.wantedSinceMs, settledUntilMs: 1_000_000, returnedEvents: stored.returnedEvents };

		it('is of whatever node reads it, and wants all devices as far back as that version did', () => {
			expect(readCursor(second, 'node-2')).toEqual({ cursor: { ...cursor, devicesWantedSinceMs: { '*': 0 } } });
		});

		it('is broken without events', () => {
			expect(read({ ...second, returnedEvents: undefined })).toEqual({ kind: 'broken' });
		});
	});
});

describe('the returned events', () => {
	it('are known by their id and their time', () => {
		const known = Object.entries(EVENTS).map(([id, createdAtMs]) => hasReturned(cursor.returned, { id, createdAtMs }));
		expect(known).toEqual([true, true, true]);
		expect(hasReturned(cursor.returned, { id: 'fourth', createdAtMs: 1_000_000 })).toBe(false);
	});
});
