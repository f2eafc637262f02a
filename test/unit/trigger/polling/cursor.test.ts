import { toFingerprint } from '../../../../nodes/DeviceAccess/trigger/fingerprints';
import {
	bindToChoice,
	CURSOR_VERSION,
	type CursorOwner,
	type EventCursor,
	isSinceChosen,
	readCursor,
	toStoredCursor,
} from '../../../../nodes/DeviceAccess/trigger/polling/cursor';

const NOW_MS = 2_000_000;
const TYPE = 'lock.locked';
const [A, B] = ['a', 'b'].map(toFingerprint) as [string, string];

const cursor: EventCursor = {
	eventTypesChosenAtMs: { [TYPE]: 500_000 },
	devicesChosenAtMs: { '*': 500_000 },
	watermarkMs: 1_000_000,
	returnedSinceWatermark: new Map(),
};

const event = (createdAtMs: number, eventType = TYPE, deviceId?: string) => ({
	event_id: 'e',
	event_type: eventType,
	created_at: new Date(createdAtMs).toISOString(),
	device_id: deviceId,
});

describe('the choice of events', () => {
	/** The times at which each type was chosen, after a change to these types. */
	function choose(
		eventTypes: string[],
		eventTypesChosenAtMs: Record<string, number> = cursor.eventTypesChosenAtMs,
	) {
		return bindToChoice({ ...cursor, eventTypesChosenAtMs }, { eventTypes, deviceIds: [] }, NOW_MS)
			.eventTypesChosenAtMs;
	}

	it('is wanted from when it was made, type by type', () => {
		expect(choose(['lock.locked', 'lock.unlocked'])).toEqual({
			'lock.locked': 500_000,
			'lock.unlocked': NOW_MS,
		});
	});

	it('forgets a type that is no longer chosen', () => {
		expect(choose(['lock.unlocked'])).toEqual({ 'lock.unlocked': NOW_MS });
	});

	it('keeps the times of types when all are chosen, and of all when types are', () => {
		expect(choose(['*'])).toEqual({ 'lock.locked': 500_000, '*': NOW_MS });
		expect(
			choose(['lock.locked', 'lock.unlocked'], { 'lock.locked': 500_000, '*': 900_000 }),
		).toEqual({ 'lock.locked': 500_000, 'lock.unlocked': 900_000 });
	});

	it.each([
		['lock.locked', 499_999, false],
		['lock.locked', 500_000, true],
		['device.added', 900_000, true],
		['device.added', 899_999, false],
	])('wants %s made at %d: %s', (type, createdAtMs, isWanted) => {
		expect(
			isSinceChosen(
				{ ...cursor, eventTypesChosenAtMs: { 'lock.locked': 500_000, '*': 900_000 } },
				event(createdAtMs, type),
			),
		).toBe(isWanted);
		expect(isSinceChosen({ ...cursor, eventTypesChosenAtMs: {} }, event(createdAtMs, type))).toBe(
			false,
		);
	});
});

describe('the choice of devices', () => {
	it.each<[string, string[], Record<string, number>, Record<string, number>]>([
		['the same device keeps its time', ['a'], { [A]: 500_000 }, { [A]: 500_000 }],
		[
			'a further device counts from now',
			['a', 'b'],
			{ [A]: 500_000 },
			{ [A]: 500_000, [B]: NOW_MS },
		],
		[
			'another device counts from now, and the first is forgotten',
			['b'],
			{ [A]: 500_000 },
			{ [B]: NOW_MS },
		],
		[
			'all devices count from now, and one chosen before keeps its time',
			[],
			{ [A]: 500_000 },
			{ [A]: 500_000, '*': NOW_MS },
		],
		[
			'all devices, one of them chosen earlier, keep their times',
			[],
			{ [A]: 500_000, '*': 900_000 },
			{ [A]: 500_000, '*': 900_000 },
		],
		[
			'devices chosen after all of them take over their time',
			['a', 'b'],
			{ '*': 500_000 },
			{ [A]: 500_000, [B]: 500_000 },
		],
		[
			'devices chosen after all of them keep an earlier time',
			['a', 'b'],
			{ [A]: 500_000, '*': 900_000 },
			{ [A]: 500_000, [B]: 900_000 },
		],
	])('%s', (_what, deviceIds, devicesChosenAtMs, expected) => {
		const bound = bindToChoice(
			{ ...cursor, devicesChosenAtMs },
			{ eventTypes: [TYPE], deviceIds },
			NOW_MS,
		);
		expect(bound).toEqual({ ...cursor, devicesChosenAtMs: expected });
	});

	it.each([
		['of a device chosen by name', 'a', 599_999, false],
		['of a device chosen by name', 'a', 600_000, true],
		['of another device', 'b', 899_999, false],
		['of another device', 'b', 900_000, true],
		['of no device', undefined, 899_999, false],
		['of no device', undefined, 900_000, true],
	])('wants an event %s (%s) made at %d: %s', (_what, deviceId, createdAtMs, isWanted) => {
		expect(
			isSinceChosen(
				{ ...cursor, devicesChosenAtMs: { [A]: 600_000, '*': 900_000 } },
				event(createdAtMs, TYPE, deviceId),
			),
		).toBe(isWanted);
	});

	it('wants no event from before its type was chosen, however long ago its device was chosen', () => {
		const bound = {
			eventTypesChosenAtMs: { [TYPE]: 700_000 },
			devicesChosenAtMs: { [A]: 600_000 },
		};
		expect(
			[699_999, 700_000].map((createdAtMs) => isSinceChosen(bound, event(createdAtMs, TYPE, 'a'))),
		).toEqual([false, true]);
	});

	it('wants an event whose type has the name of a built-in object member', () => {
		const bound = { eventTypesChosenAtMs: { '*': 700_000 }, devicesChosenAtMs: { '*': 600_000 } };
		expect(
			['toString', 'constructor', '__proto__'].map((type) =>
				isSinceChosen(bound, event(NOW_MS, type, 'a')),
			),
		).toEqual([true, true, true]);
	});

	it('wants no event of an unchosen device, or without a device, if devices are chosen', () => {
		const bound = { ...cursor, devicesChosenAtMs: { [A]: 500_000 } };
		expect(
			['b', undefined].map((deviceId) => isSinceChosen(bound, event(NOW_MS, TYPE, deviceId))),
		).toEqual([false, false]);
	});
});

describe('a stored cursor', () => {
	const OWNER: CursorOwner = {
		nodeId: 'node-1',
		connection: toFingerprint('credential'),
		workspaceId: 'workspace-1',
	};
	const EVENTS: Array<[string, number]> = [
		['first', 1_000_000],
		['second', 1_000_000],
		['third', 1_010_000],
	];
	const whole: EventCursor = {
		eventTypesChosenAtMs: { [TYPE]: 500_000 },
		devicesChosenAtMs: { [A]: 600_000, '*': 700_000 },
		watermarkMs: 1_000_000,
		returnedSinceWatermark: new Map(EVENTS.map(([id, startMs]) => [toFingerprint(id), startMs])),
	};
	const stored = toStoredCursor(whole, OWNER);

	it('holds short fingerprints by the ten seconds in which the events were made, and no IDs', () => {
		expect(stored).toEqual({
			version: CURSOR_VERSION,
			...OWNER,
			eventTypesChosenAtMs: { [TYPE]: 500_000 },
			devicesChosenAtMs: { [A]: 600_000, '*': 700_000 },
			watermarkMs: 1_000_000,
			returnedSinceWatermark: {
				'1000': toFingerprint('first') + toFingerprint('second'),
				'1010': toFingerprint('third'),
			},
		});
	});

	it('is read as it was stored', () => {
		expect(readCursor(JSON.parse(JSON.stringify(stored)))).toEqual({
			value: { cursor: whole, owner: OWNER },
		});
	});

	it.each([
		['a text', '2030-01-31'],
		['a list', []],
		['without a version', { ...stored, version: undefined }],
		['of a version that is no number', { ...stored, version: '1' }],
		['with a time that is no number', { ...stored, watermarkMs: '1000000' }],
		['with a time beyond all dates', { ...stored, watermarkMs: 9e15 }],
		['without chosen types', { ...stored, eventTypesChosenAtMs: undefined }],
		['with a list of devices', { ...stored, devicesChosenAtMs: ['device-1'] }],
		['without its workspace', { ...stored, workspaceId: undefined }],
		['with a fingerprint cut off', { ...stored, returnedSinceWatermark: { '1000': 'abcdefgh' } }],
		['with fingerprints of no time', { ...stored, returnedSinceWatermark: { soon: 'abcdefghi' } }],
	])('that is %s is damaged', (_what, state) => {
		expect(readCursor(state)).toEqual({ problem: { kind: 'damaged' } });
	});

	it('of a later release is distinguished from a damaged one, whatever it contains', () => {
		expect(readCursor({ version: CURSOR_VERSION + 1 })).toEqual({
			problem: { kind: 'laterVersion', version: 2, knownVersion: 1 },
		});
	});
});
