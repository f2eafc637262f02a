import { toFingerprint } from '../../../../nodes/DeviceAccess/trigger/fingerprints';
import {
	CURSOR_VERSION,
	type CursorOwner,
	type EventCursor,
	readCursor,
	toStoredCursor,
} from '../../../../nodes/DeviceAccess/trigger/polling/cursor';
import { POLL_LIMITS } from '../../../../nodes/DeviceAccess/trigger/polling/readNewEvents';

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
		watermarkMs: 1_000_000,
		returnedSinceWatermark: new Map(EVENTS.map(([id, startMs]) => [toFingerprint(id), startMs])),
	};
	const stored = toStoredCursor(whole, OWNER);

	it('holds short fingerprints by the ten seconds in which the events were made, and no IDs', () => {
		expect(stored).toEqual({
			version: CURSOR_VERSION,
			...OWNER,
			watermarkMs: 1_000_000,
			returnedSinceWatermark: {
				'1000': toFingerprint('first') + toFingerprint('second'),
				'1010': toFingerprint('third'),
			},
		});
	});

	it('stays below 60 KB with as many events as a trigger remembers', () => {
		const returnedSinceWatermark = new Map(
			Array.from({ length: POLL_LIMITS.maxRemembered }, (_, index) => [
				toFingerprint(String(index)),
				1_000_000 + 10_000 * (index % 30),
			]),
		);
		const { length } = JSON.stringify(
			toStoredCursor({ watermarkMs: 1_000_000, returnedSinceWatermark }, OWNER),
		);
		expect(length).toBeLessThan(60_000);
	});

	it('is read as it was stored', () => {
		expect(readCursor(JSON.parse(JSON.stringify(stored)))).toEqual({
			cursor: whole,
			owner: OWNER,
		});
	});

	it.each([
		['a text', '2030-01-31'],
		['a list', []],
		['without a version', { ...stored, version: undefined }],
		['of a version that is no number', { ...stored, version: '1' }],
		['of a later release', { ...stored, version: CURSOR_VERSION + 1 }],
		['with a time that is no number', { ...stored, watermarkMs: '2030-01-31' }],
		['with a time beyond all dates', { ...stored, watermarkMs: 9e15 }],
		['without its node', { ...stored, nodeId: undefined }],
		['without its connection', { ...stored, connection: undefined }],
		['without its workspace', { ...stored, workspaceId: undefined }],
		['with a fingerprint cut off', { ...stored, returnedSinceWatermark: { '1000': 'abcdefgh' } }],
		['with fingerprints of no time', { ...stored, returnedSinceWatermark: { soon: 'abcdefghi' } }],
	])('that is %s cannot be read', (_what, state) => {
		expect(readCursor(state)).toBeUndefined();
	});
});
