import * as fc from 'fast-check';
import { toMark } from '../../../../nodes/DeviceAccess/trigger/fingerprint';
import { hasSeen, MAX_REMEMBERED_EVENTS, remember, REMEMBERED_HOURS, type SeenEvents } from '../../../../nodes/DeviceAccess/trigger/webhook/seenEvents';

const HOUR_MS = 3_600_000;
const NOW_MS = 500_000 * HOUR_MS;

/** The sender tries again for 27.6 hours (facts 7). */
const LONGEST_RETRY_MS = 28 * HOUR_MS;

const rememberAll = (ids: string[], nowMs = NOW_MS, seen: SeenEvents = {}) => ids.reduce((state, id) => remember(state, id, nowMs), seen);
const count = (seen: SeenEvents) => Object.values(seen).reduce((sum, marks) => sum + marks.length, 0);

/** A state filled to the brim without going through as many hashes. */
const fullState = (hour: number, marks: number): SeenEvents => ({ [hour]: Array.from({ length: marks }, (_, index) => `mark-${index}`) });

describe('seenEvents', () => {
	it('knows an event that it remembers, and no other', () => {
		const seen = remember({}, 'e1', NOW_MS);
		expect([hasSeen(seen, 'e1'), hasSeen(seen, 'e2'), hasSeen({}, 'e1')]).toEqual([true, false, false]);
	});

	it('keeps a short mark by the hour, not the event', () => {
		expect(remember({}, 'e1', NOW_MS)).toEqual({ '500000': [expect.stringMatching(/^[\w-]{9}$/)] });
	});

	it('outlives the last retry of the sender', () => {
		const atTheEndOfAnHour = NOW_MS + HOUR_MS - 1;
		const seen = remember(remember({}, 'first', NOW_MS), 'second', NOW_MS + LONGEST_RETRY_MS);
		expect(hasSeen(seen, 'first')).toBe(true);
		expect(hasSeen(remember(remember({}, 'first', atTheEndOfAnHour), 'second', atTheEndOfAnHour + LONGEST_RETRY_MS), 'first')).toBe(true);
	});

	it('forgets what is older than the window when the next event comes', () => {
		const later = remember(remember({}, 'first', NOW_MS), 'second', NOW_MS + (REMEMBERED_HOURS + 1) * HOUR_MS);
		expect(Object.keys(later)).toEqual([String(500_000 + REMEMBERED_HOURS + 1)]);
		expect([hasSeen(later, 'first'), hasSeen(later, 'second')]).toEqual([false, true]);
	});

	it('remembers at most so many events, and drops the oldest first', () => {
		const full: SeenEvents = { ...fullState(499_999, 2), ...fullState(500_000, MAX_REMEMBERED_EVENTS - 2) };
		const next = remember(full, 'e1', NOW_MS);
		expect(count(next)).toBe(MAX_REMEMBERED_EVENTS);
		expect(next['499999']).toEqual(['mark-1']);
		expect(hasSeen(next, 'e1')).toBe(true);
	});

	it('drops the oldest of one hour when a single hour holds them all', () => {
		const next = remember(fullState(500_000, MAX_REMEMBERED_EVENTS), 'e1', NOW_MS);
		expect(count(next)).toBe(MAX_REMEMBERED_EVENTS);
		expect(next['500000']?.[0]).toBe('mark-1');
	});

	it('takes in marks of events that came in meanwhile, each mark once', () => {
		const seen = remember({}, 'e1', NOW_MS);
		const next = remember(seen, 'e2', NOW_MS + HOUR_MS, [toMark('e1'), toMark('e3'), toMark('e3'), toMark('e2')]);
		expect(next).toEqual({ '500000': [toMark('e1')], '500001': [toMark('e3'), toMark('e2')] });
	});

	it('does not remember an event twice', () => {
		expect(rememberAll(['e1', 'e1'])).toEqual(rememberAll(['e1']));
		expect(remember(remember({}, 'e1', NOW_MS), 'e1', NOW_MS + HOUR_MS)).toEqual(remember({}, 'e1', NOW_MS));
	});

	it('leaves no empty hours behind', () => {
		const next = remember({ '499990': [], '499999': ['mark-0'] }, 'e1', NOW_MS);
		expect(Object.keys(next)).toEqual(['499999', '500000']);
	});

	it('does not change the state it was given', () => {
		const seen = rememberAll(['e1', 'e2']);
		const before = structuredClone(seen);
		remember(seen, 'e3', NOW_MS + 100 * HOUR_MS);
		expect(seen).toEqual(before);
	});

	it('stays the same when n8n stores it as JSON', () => {
		const seen = rememberAll(['e1', 'e2']);
		expect(hasSeen(JSON.parse(JSON.stringify(seen)) as SeenEvents, 'e2')).toBe(true);
	});

	it('knows every event of the last 28 hours, in whatever rhythm they come', () => {
		const arrivals = fc.array(fc.record({ id: fc.uuid(), pauseMs: fc.integer({ min: 0, max: 5 * HOUR_MS }) }), { maxLength: 60 });
		fc.assert(
			fc.property(arrivals, (events) => {
				let nowMs = NOW_MS;
				let seen: SeenEvents = {};
				const times = new Map<string, number>();
				for (const { id, pauseMs } of events) {
					nowMs += pauseMs;
					seen = remember(seen, id, nowMs);
					times.set(id, nowMs);
				}
				for (const [id, timeMs] of times) if (nowMs - timeMs <= LONGEST_RETRY_MS) expect(hasSeen(seen, id)).toBe(true);
				for (const hour of Object.keys(seen)) expect(Number(hour) * HOUR_MS).toBeGreaterThan(nowMs - (REMEMBERED_HOURS + 1) * HOUR_MS);
			}),
		);
	});
});
