import { bindToChoice, type EventCursor, isSinceChosen, newlyChosen } from '../../../nodes/DeviceAccess/trigger/cursor';

const cursor: EventCursor = { wantedSinceMs: { 'lock.locked': 500_000 }, settledUntilMs: 1_000_000, returned: new Map() };

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
