import { bindToChoice, type EventCursor, hasNewlyChosen, isSinceChosen } from '../../../../nodes/DeviceAccess/trigger/polling/cursor';
import { toMark } from '../../../../nodes/DeviceAccess/trigger/fingerprint';

const NOW_MS = 2_000_000;
const TYPE = 'lock.locked';
const [A, B] = ['a', 'b'].map(toMark) as [string, string];

const cursor: EventCursor = { wantedSinceMs: { [TYPE]: 500_000 }, devicesWantedSinceMs: { '*': 500_000 }, settledUntilMs: 1_000_000, returned: new Map() };

const event = (createdAtMs: number, eventType = TYPE, deviceId?: string) =>
	({ event_id: 'e', event_type: eventType, created_at: new Date(createdAtMs).toISOString(), device_id: deviceId });

describe('the choice of events', () => {
	/** Since when which type is wanted once these are chosen, and whether one of them is new. */
	function choose(eventTypes: string[], wantedSinceMs: Record<string, number> = cursor.wantedSinceMs) {
		const [before, choice] = [{ ...cursor, wantedSinceMs }, { eventTypes, deviceIds: [] }];
		return { since: bindToChoice(before, choice, NOW_MS).wantedSinceMs, isNew: hasNewlyChosen(before, choice) };
	}

	it('is wanted from when it was made, type by type', () => {
		expect(choose(['lock.locked', 'lock.unlocked'])).toEqual({ since: { 'lock.locked': 500_000, 'lock.unlocked': NOW_MS }, isNew: true });
	});

	it('forgets a type that is no longer chosen', () => {
		expect(choose(['lock.unlocked'])).toEqual({ since: { 'lock.unlocked': NOW_MS }, isNew: true });
	});

	it('keeps the times of types when all are chosen, and of all when types are', () => {
		expect(choose(['*'])).toEqual({ since: { 'lock.locked': 500_000, '*': NOW_MS }, isNew: true });
		expect(choose(['lock.locked', 'lock.unlocked'], { 'lock.locked': 500_000, '*': 900_000 })).toEqual({ since: { 'lock.locked': 500_000, 'lock.unlocked': 900_000 }, isNew: false });
	});

	it.each([
		['lock.locked', 499_999, false],
		['lock.locked', 500_000, true],
		['device.added', 900_000, true],
		['device.added', 899_999, false],
	])('wants %s made at %d: %s', (type, createdAtMs, isWanted) => {
		expect(isSinceChosen({ ...cursor, wantedSinceMs: { 'lock.locked': 500_000, '*': 900_000 } }, event(createdAtMs, type))).toBe(isWanted);
		expect(isSinceChosen({ ...cursor, wantedSinceMs: {} }, event(createdAtMs, type))).toBe(false);
	});
});

describe('the choice of devices', () => {
	it.each<[string, string[], Record<string, number>, Record<string, number>, boolean]>([
		['the same device keeps its time', ['a'], { [A]: 500_000 }, { [A]: 500_000 }, false],
		['a further device counts from now', ['a', 'b'], { [A]: 500_000 }, { [A]: 500_000, [B]: NOW_MS }, true],
		['another device counts from now, and the first is forgotten', ['b'], { [A]: 500_000 }, { [B]: NOW_MS }, true],
		['a device given up and chosen again counts from now', ['a', 'b'], { [B]: 500_000 }, { [A]: NOW_MS, [B]: 500_000 }, true],
		['all devices count from now, and one chosen before keeps its time', [], { [A]: 500_000 }, { [A]: 500_000, '*': NOW_MS }, true],
		['all devices keep their time', [], { '*': 500_000 }, { '*': 500_000 }, false],
		['all devices, one of them chosen earlier, keep their times', [], { [A]: 500_000, '*': 900_000 }, { [A]: 500_000, '*': 900_000 }, false],
		['devices chosen after all of them take over their time', ['a', 'b'], { '*': 500_000 }, { [A]: 500_000, [B]: 500_000 }, false],
		['devices chosen after all of them keep an earlier time', ['a', 'b'], { [A]: 500_000, '*': 900_000 }, { [A]: 500_000, [B]: 900_000 }, false],
	])('%s', (_what, deviceIds, devicesWantedSinceMs, expected, isNew) => {
		const [before, choice] = [{ ...cursor, devicesWantedSinceMs }, { eventTypes: [TYPE], deviceIds }];
		expect(bindToChoice(before, choice, NOW_MS)).toEqual({ ...cursor, devicesWantedSinceMs: expected });
		expect(hasNewlyChosen(before, choice)).toBe(isNew);
	});

	it('is bound to types and devices at once', () => {
		const bound = bindToChoice({ ...cursor, wantedSinceMs: {}, devicesWantedSinceMs: {} }, { eventTypes: ['*'], deviceIds: ['a'] }, NOW_MS);
		expect(bound).toEqual({ ...cursor, wantedSinceMs: { '*': NOW_MS }, devicesWantedSinceMs: { [A]: NOW_MS } });
	});

	it.each([
		['of a device chosen by name', 'a', 599_999, false],
		['of a device chosen by name', 'a', 600_000, true],
		['of another device', 'b', 899_999, false],
		['of another device', 'b', 900_000, true],
		['of no device', undefined, 899_999, false],
		['of no device', undefined, 900_000, true],
	])('wants an event %s (%s) made at %d: %s', (_what, deviceId, createdAtMs, isWanted) => {
		expect(isSinceChosen({ ...cursor, devicesWantedSinceMs: { [A]: 600_000, '*': 900_000 } }, event(createdAtMs, TYPE, deviceId))).toBe(isWanted);
	});

	it('wants no event of before its type was chosen, however long its device is', () => {
		const bound = { wantedSinceMs: { [TYPE]: 700_000 }, devicesWantedSinceMs: { [A]: 600_000 } };
		expect([699_999, 700_000].map((createdAtMs) => isSinceChosen(bound, event(createdAtMs, TYPE, 'a')))).toEqual([false, true]);
	});

	it('wants no event of a device that is not chosen, nor of none, where devices are chosen', () => {
		const bound = { ...cursor, devicesWantedSinceMs: { [A]: 500_000 } };
		expect(['b', undefined].map((deviceId) => isSinceChosen(bound, event(NOW_MS, TYPE, deviceId)))).toEqual([false, false]);
	});
});
