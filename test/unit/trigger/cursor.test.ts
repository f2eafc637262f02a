import { advanceCursor, bindToChoice, type EventCursor, isSinceChosen, newlyChosen, readCursor } from '../../../nodes/DeviceAccess/trigger/cursor';

const OVERLAP_MS = 300_000;
const cursor: EventCursor = { version: 1, wantedSinceMs: { 'lock.locked': 500_000 }, readUntilMs: 1_000_000, recentEvents: { old: 700_000, newer: 900_000 } };

describe('readCursor', () => {
	it('gives a stored cursor as it was stored', () => {
		expect(readCursor(JSON.parse(JSON.stringify(cursor)))).toEqual(cursor);
	});

	it.each([undefined, null])('calls %p the state before the first poll', (stored) => {
		expect(readCursor(stored)).toBe('none');
	});

	it.each([
		{ what: 'a text', stored: '2030-01-31' },
		{ what: 'a list', stored: [] },
		{ what: 'an unknown version', stored: { ...cursor, version: 2 } },
		{ what: 'no version', stored: { ...cursor, version: undefined } },
		{ what: 'a time that is no number', stored: { ...cursor, readUntilMs: '1000000' } },
		{ what: 'no chosen types', stored: { ...cursor, wantedSinceMs: undefined } },
		{ what: 'a time beyond all dates', stored: { ...cursor, readUntilMs: 9e15 } },
		{ what: 'a time without end', stored: { ...cursor, readUntilMs: Infinity } },
		{ what: 'no events', stored: { ...cursor, recentEvents: undefined } },
		{ what: 'a list of events', stored: { ...cursor, recentEvents: ['old'] } },
	])('calls $what broken', ({ stored }) => {
		expect(readCursor(stored)).toBe('broken');
	});

	it('leaves out events without a time', () => {
		expect(readCursor({ ...cursor, recentEvents: { old: 700_000, odd: 'soon' } })).toEqual({ ...cursor, recentEvents: { old: 700_000 } });
	});
});

describe('advanceCursor', () => {
	it('moves on, adds the new events and forgets those that the overlap cannot show again', () => {
		const events = [{ id: 'late', createdAtMs: 850_000 }, { id: 'fresh', createdAtMs: 1_100_000 }];
		expect(advanceCursor(cursor, 1_150_000, events, OVERLAP_MS)).toEqual({
			version: 1,
			wantedSinceMs: { 'lock.locked': 500_000 },
			readUntilMs: 1_150_000,
			recentEvents: { newer: 900_000, late: 850_000, fresh: 1_100_000 },
		});
	});

	it('keeps an event exactly at the start of the overlap, and does not take in one before it', () => {
		const events = [{ id: 'before', createdAtMs: 699_999 }, { id: 'at', createdAtMs: 700_000 }];
		expect(advanceCursor(cursor, 1_000_000, events, OVERLAP_MS).recentEvents).toEqual({ old: 700_000, newer: 900_000, at: 700_000 });
	});

	it('does not change the cursor it was given', () => {
		const before = structuredClone(cursor);
		advanceCursor(cursor, 2_000_000, [{ id: 'fresh', createdAtMs: 1_900_000 }], OVERLAP_MS);
		expect(cursor).toEqual(before);
	});
});

describe('the choice of events', () => {
	const NOW_MS = 2_000_000;
	const since = (eventTypes: string[], wantedSinceMs: Record<string, number> = cursor.wantedSinceMs) =>
		bindToChoice({ ...cursor, wantedSinceMs }, eventTypes, NOW_MS).wantedSinceMs;

	it('is wanted from when it was made, type by type', () => {
		expect(since(['lock.locked', 'lock.unlocked'])).toEqual({ 'lock.locked': 500_000, 'lock.unlocked': NOW_MS });
		expect(newlyChosen(cursor, ['lock.locked', 'lock.unlocked'])).toEqual(['lock.unlocked']);
	});

	it('forgets a type that is no longer chosen', () => {
		expect(since(['lock.unlocked'])).toEqual({ 'lock.unlocked': NOW_MS });
	});

	it('keeps the times of types when all are chosen, and of all when types are', () => {
		expect(since(['*'])).toEqual({ 'lock.locked': 500_000, '*': NOW_MS });
		expect(since(['lock.locked', 'lock.unlocked'], { 'lock.locked': 500_000, '*': 900_000 })).toEqual({ 'lock.locked': 500_000, 'lock.unlocked': 900_000 });
		expect(newlyChosen({ ...cursor, wantedSinceMs: { '*': 900_000 } }, ['lock.unlocked'])).toEqual([]);
	});

	it.each([
		['lock.locked', 499_999, false],
		['lock.locked', 500_000, true],
		['device.added', 900_000, true],
		['device.added', 899_999, false],
	])('wants %s made at %d: %s', (type, createdAtMs, isWanted) => {
		const event = { event_id: 'e', event_type: type, created_at: new Date(createdAtMs).toISOString() };
		expect(isSinceChosen({ ...cursor, wantedSinceMs: { 'lock.locked': 500_000, '*': 900_000 } }, event)).toBe(isWanted);
		expect(isSinceChosen({ ...cursor, wantedSinceMs: {} }, event)).toBe(false);
	});
});
