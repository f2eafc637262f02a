import * as fc from 'fast-check';
import { EVENT_TYPES } from '../../../../nodes/DeviceAccess/events/eventTypes';
import type { Fingerprints } from '../../../../nodes/DeviceAccess/trigger/fingerprints';
import type { Registration } from '../../../../nodes/DeviceAccess/trigger/webhook/registration';
import {
	type Answer,
	DeliveryMemory,
	MAX_STORED_EVENTS,
	readStoredEvents,
	type StoredEvents,
} from '../../../../nodes/DeviceAccess/trigger/webhook/deliveryMemory';
import { assertProperty } from '../../../support/assert/assertProperty';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW_MS = 500_000 * HOUR_MS;
const NOTHING: Fingerprints = new Map();

/** The sender tries again for 27.6 hours (docs/service.md#events-9). */
const LONGEST_RETRY_MS = 28 * HOUR_MS;

function fromDatabase(stored: StoredEvents): Fingerprints {
	const value = readStoredEvents(JSON.parse(JSON.stringify(stored)), Infinity);
	if (value === undefined) throw new Error('The stored events cannot be read');
	return value;
}

let memory: DeliveryMemory;
beforeEach(() => {
	memory = new DeliveryMemory();
});

function handle(eventId: string, nowMs = NOW_MS, stored = NOTHING, process = memory): StoredEvents {
	process.claim(eventId, stored, nowMs);
	process.acknowledge(eventId, () => 'accepted');
	return process.toStored(eventId, stored, nowMs);
}

const claim = (eventId: string, nowMs = NOW_MS, stored = NOTHING) =>
	memory.claim(eventId, stored, nowMs);

describe('what a process remembers', () => {
	it('gives an event to the first who asks, and to nobody else', () => {
		expect([claim('a'), claim('a')]).toEqual(['claimed', 'processing']);
		memory.acknowledge('a', () => 'accepted');
		expect(claim('a')).toBe('handled');
	});

	it('gives an event again when n8n has rejected it, and not earlier', () => {
		let answer: Answer = 'open';
		claim('a');
		memory.acknowledge('a', () => answer);
		expect(claim('a')).toBe('processing');
		answer = 'rejected';
		expect([claim('a'), claim('a')]).toEqual(['claimed', 'processing']);
	});

	it('gives an event again that n8n has neither accepted nor rejected for fifteen minutes', () => {
		claim('a');
		memory.acknowledge('a', () => 'open');
		expect(
			[15 * MINUTE_MS - 1, 15 * MINUTE_MS, 15 * MINUTE_MS + 1].map((laterMs) =>
				claim('a', NOW_MS + laterMs),
			),
		).toEqual(['processing', 'claimed', 'processing']);
	});

	it('lets go of the connection of the sender once n8n has answered it', () => {
		const answers: Record<string, Answer> = { a: 'open', b: 'open', c: 'open' };
		const asked: string[] = [];
		for (const eventId of Object.keys(answers)) {
			claim(eventId);
			memory.acknowledge(eventId, () => {
				asked.push(eventId);
				return answers[eventId] ?? 'open';
			});
		}
		Object.assign(answers, { a: 'accepted', b: 'rejected' });
		handle('d');
		handle('e');
		expect(asked).toEqual(['a', 'b', 'c', 'c']);
	});

	it('outlives the last retry of the sender and is forgotten after thirty hours', () => {
		handle('a');
		expect(claim('a', NOW_MS + LONGEST_RETRY_MS)).toBe('handled');
		expect(claim('a', NOW_MS + 30 * HOUR_MS)).toBe('claimed');
	});

	it('is bounded, and drops the oldest first', () => {
		for (let index = 0; index <= 21_000; index++) claim(`event-${index}`);
		expect([claim('event-0'), claim('event-20999')]).toEqual(['claimed', 'processing']);
	});
});

describe('what n8n stores', () => {
	const LARGE_REGISTRATION: Registration = {
		version: 1,
		webhookId: 'd3c5a5a0-0000-4000-8000-000000000001',
		url: 'https://n8n.example/webhook/d3c5a5a0-0000-4000-8000-000000000001/webhook',
		eventTypes: EVENT_TYPES.map(({ value }) => value),
		secret: 'whsec_c2VjcmV0',
		registeredAtMs: NOW_MS,
	};
	const isHandled = (eventId: string, stored: StoredEvents) =>
		new DeliveryMemory().claim(eventId, fromDatabase(stored), NOW_MS) === 'handled';
	const count = (stored: StoredEvents) => fromDatabase(stored).size;

	it('shows another process what was handled, by short fingerprints of the hour', () => {
		const stored = handle('a');
		expect(stored).toEqual({
			version: 1,
			byHour: { [NOW_MS / 1000]: expect.stringMatching(/^[\w-]{9}$/) },
		});
		expect([isHandled('a', stored), isHandled('b', stored)]).toEqual([true, false]);
	});

	it('has everything that this process has handled, even what another one has overwritten', () => {
		handle('a');
		const ofOther = handle('b', NOW_MS, NOTHING, new DeliveryMemory());
		const stored = handle('c', NOW_MS + HOUR_MS, fromDatabase(ofOther));
		expect(['a', 'b', 'c'].map((eventId) => isHandled(eventId, stored))).toEqual([
			true,
			true,
			true,
		]);
	});

	it('has no event that is being processed, nor one that n8n has rejected', () => {
		claim('a');
		claim('b');
		memory.acknowledge('b', () => 'rejected');
		expect(count(handle('c'))).toBe(1);
	});

	it('has the newest of a bounded number, whatever the load of an hour', () => {
		const last = MAX_STORED_EVENTS + 100;
		for (let index = 0; index < last; index++) {
			claim(`event-${index}`);
			memory.acknowledge(`event-${index}`, () => 'accepted');
		}
		// The second time, dropped events must not replace newer ones.
		const stored = handle('last', NOW_MS, fromDatabase(handle(`event-${last}`)));
		expect(count(stored)).toBe(MAX_STORED_EVENTS);
		expect(
			JSON.stringify({ registration: LARGE_REGISTRATION, handledEvents: stored }).length,
		).toBeLessThan(60_000);
		expect(
			['last', `event-${last}`, `event-${last - 4_990}`, 'event-0'].map((eventId) =>
				isHandled(eventId, stored),
			),
		).toEqual([true, true, true, false]);
	});

	it('drops the oldest hour first, whichever process its events are of', () => {
		const ofOthers: Fingerprints = new Map(
			Array.from({ length: MAX_STORED_EVENTS }, (_, index) => [
				String(index).padStart(9, '0'),
				NOW_MS - HOUR_MS,
			]),
		);
		handle('a');
		const stored = handle('b', NOW_MS, ofOthers);
		expect([count(stored), isHandled('a', stored), isHandled('b', stored)]).toEqual([
			MAX_STORED_EVENTS,
			true,
			true,
		]);
	});

	it('has the events of the last 28 hours, in whatever rhythm they come, and nothing older than 31', () => {
		const arrivals = fc.array(
			fc.record({ id: fc.uuid(), pauseMs: fc.integer({ min: 0, max: 5 * HOUR_MS }) }),
			{ maxLength: 60 },
		);
		assertProperty(
			fc.property(arrivals, (events) => {
				let [nowMs, stored] = [NOW_MS, NOTHING];
				const times = new Map<string, number>();
				for (const { id, pauseMs } of events) {
					nowMs += pauseMs;
					// n8n restarts each time, so the process remembers nothing.
					stored = fromDatabase(handle(id, nowMs, stored, new DeliveryMemory()));
					times.set(id, nowMs);
				}
				for (const [id, timeMs] of times)
					if (nowMs - timeMs <= LONGEST_RETRY_MS)
						expect(new DeliveryMemory().claim(id, stored, nowMs)).toBe('handled');
				for (const hourMs of stored.values()) expect(hourMs).toBeGreaterThan(nowMs - 31 * HOUR_MS);
			}),
		);
	});

	it.each<[string, unknown]>([
		['a list', ['abcdefghi']],
		['without a version', { byHour: {} }],
		['of an hour that is none', { version: 1, byHour: { soon: 'abcdefghi' } }],
		['with a fingerprint cut off', { version: 1, byHour: { '1800000000': 'abc' } }],
		['of a later release', { version: 2, byHour: {} }],
	])('cannot be read when it is %s', (_what, stored) => {
		expect(readStoredEvents(stored, NOW_MS)).toBeUndefined();
	});

	it('is kept when the clock is set back, so that no event starts the workflow a second time', () => {
		handle('a');
		const before = handle('b');
		const nowMs = NOW_MS - 5 * HOUR_MS;
		const events = readStoredEvents(before, nowMs) ?? NOTHING;
		const claims = ['a', 'b', 'c'].map((id) => new DeliveryMemory().claim(id, events, nowMs));
		expect(claims).toEqual(['handled', 'handled', 'claimed']);
		expect(readStoredEvents(handle('c', nowMs, events), nowMs)?.size).toBe(3);
	});

	it('keeps what was handled after a restart, although the hour is full', () => {
		const old = Array.from({ length: MAX_STORED_EVENTS }, (_, index) =>
			String(index).padStart(9, '0'),
		).join('');
		const full = { version: 1, byHour: { [NOW_MS / 1000]: old } };
		const first = handle('a', NOW_MS, readStoredEvents(full, NOW_MS));
		const stored = handle('b', NOW_MS, fromDatabase(first));
		expect([isHandled('a', stored), isHandled('b', stored)]).toEqual([true, true]);
	});
});
