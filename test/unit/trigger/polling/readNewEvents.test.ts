import * as fc from 'fast-check';
import {
	type EventCursor,
	readCursor,
	toStoredCursor,
} from '../../../../nodes/DeviceAccess/trigger/polling/cursor';
import { createFirstCursor } from '../../../../nodes/DeviceAccess/trigger/polling/firstCursor';
import {
	type Poll,
	POLL_LIMITS,
	type PollLimits,
	readNewEvents,
} from '../../../../nodes/DeviceAccess/trigger/polling/readNewEvents';
import {
	ConnectionError,
	PageLoopError,
	UnexpectedAnswerError,
} from '../../../../nodes/DeviceAccess/errors/errors';
import type { ApiRequest } from '../../../../nodes/DeviceAccess/transport/request';
import { refusal } from '../../answeringSend';
import { type EventService, eventService, type EventServiceOptions, TYPE } from '../eventService';
import { assertProperty } from '../../../support/assert/assertProperty';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const SMALL: PollLimits = {
	maxLatenessMs: 20 * SECOND_MS,
	maxEvents: 30,
	maxRemembered: 12,
	pageSize: 7,
};
const OWNER = {
	nodeId: 'd3c5a5a0-0000-4000-8000-000000000001',
	connection: 'aaaaaaaaa',
	workspaceId: 'd3c5a5a0-0000-4000-8000-000000000002',
};
/** Polls after which all events must have come, even if the trigger held some back. */
const MOST_POLLS = 400;

async function startTrigger(service: EventService, limits: PollLimits) {
	let cursor = await createFirstCursor(service.poll(limits));
	const startedAtMs = cursor.watermarkMs;
	const returned: string[] = [];
	const store = (next: EventCursor) => {
		const value = readCursor(JSON.parse(JSON.stringify(toStoredCursor(next, OWNER))));
		if (value === undefined) throw new Error('The stored cursor cannot be read');
		cursor = value.cursor;
	};
	return {
		returned,
		startedAtMs,
		cursor: () => cursor,
		remembered: () => cursor.returnedSinceWatermark.size,
		async read(change = (poll: Poll) => poll, options?: { budgetMs?: number }) {
			const read = await readNewEvents(change(service.poll(limits, options)), cursor);
			store(read.cursor);
			returned.push(...read.events.map(({ event_id: id }) => id));
			return read;
		},
		async poll(options?: { budgetMs?: number }) {
			const { events, failure } = await this.read(undefined, options);
			expect(failure).toBeUndefined();
			return events;
		},
	};
}

type Trigger = Awaited<ReturnType<typeof startTrigger>>;

/** Polls until there has been no event for a long time, because a poll may only narrow its window. */
async function pollUntilQuiet(
	service: EventService,
	trigger: Trigger,
	limits: PollLimits,
): Promise<void> {
	// Events that are held back also wait for n8n's clock if it is behind.
	service.clock.advance(Math.max(service.now() - service.clock.now(), 0));
	for (let quiet = 0, polls = 0; quiet < 10 && polls < MOST_POLLS; polls++) {
		service.clock.advance(limits.maxLatenessMs + 11 * SECOND_MS);
		const events = await trigger.poll();
		quiet = events.length === 0 ? quiet + 1 : 0;
	}
}

const isAscending = (events: Array<{ created_at: string }>) =>
	events.every(({ created_at: time }, index) => time >= (events[index - 1]?.created_at ?? ''));

describe('a window that fails', () => {
	const serverError = refusal('/events/list', 500);
	const timesIn = ({ body }: ApiRequest) => {
		const { since, between = [since] } = body as { since?: string; between?: string[] };
		return between.map((time) => Date.parse(time ?? '')) as [number, number?];
	};
	const failing = (
		poll: Poll,
		fails: (request: ApiRequest) => boolean,
		error: Error = serverError,
	): Poll => ({
		...poll,
		send: async (request) => {
			if (fails(request)) throw error;
			return await poll.send(request);
		},
	});
	const listsAround = (atMs: number) => (request: ApiRequest) => {
		const [afterMs, beforeMs = Infinity] = timesIn(request);
		return afterMs < atMs && atMs < beforeMs;
	};
	async function startWithBadEvent(limits: PollLimits) {
		const service = eventService();
		const trigger = await startTrigger(service, limits);
		const expected: string[] = [];
		let badAtMs = 0;
		for (let count = 0; count < 60; count++) {
			service.clock.advance(MINUTE_MS);
			expected.push(service.add());
			if (count === 1) badAtMs = service.now();
		}
		service.clock.advance(HOUR_MS);
		const bad = expected[1] ?? '';
		return { service, trigger, expected, bad, hasBad: listsAround(badAtMs) };
	}

	it('of a backlog drops nothing that was read: it is returned and remembered, and the rest comes later', async () => {
		const service = eventService();
		const trigger = await startTrigger(service, SMALL);
		for (let count = 0; count < 25; count++) {
			service.clock.advance(SECOND_MS);
			service.add();
		}
		service.clock.advance(HOUR_MS);
		const failsFrom = service.requests.length + 14;
		const read = await trigger.read((poll) =>
			failing(poll, () => service.requests.length >= failsFrom),
		);
		expect(read).toMatchObject({ failure: serverError });
		expect(trigger.returned.length).toBeGreaterThan(0);
		expect(trigger.returned.length).toBeLessThan(25);
		await pollUntilQuiet(service, trigger, SMALL);
		expect(trigger.returned).toEqual([...new Set(trigger.returned)]);
		expect(trigger.returned).toHaveLength(25);
	});

	it('always does not hold up later events, and its own come once it answers, each once', async () => {
		const { service, trigger, expected, bad, hasBad } = await startWithBadEvent(POLL_LIMITS);
		for (let count = 0; count < 5; count++) {
			const read = await trigger.read((poll) => failing(poll, hasBad));
			expect(read).toMatchObject({ failure: serverError });
			expect(read).not.toHaveProperty('givenUp');
			service.clock.advance(10 * MINUTE_MS);
			expected.push(service.add());
		}
		await trigger.read((poll) => failing(poll, hasBad));
		expect([...trigger.returned, bad].sort()).toEqual(expected);
		expect(await trigger.read()).toMatchObject({ failure: undefined });
		expect([...trigger.returned].sort()).toEqual(expected);
	});

	it('is given up, and named, once no more later events can be remembered', async () => {
		const { service, trigger, expected, bad, hasBad } = await startWithBadEvent(SMALL);
		const givenUp: unknown[] = [];
		for (let count = 0; count < 20; count++) {
			const read = await trigger.read((poll) => failing(poll, hasBad));
			if (read.givenUp) givenUp.push(read.givenUp);
			service.clock.advance(MINUTE_MS);
		}
		expect(givenUp).toHaveLength(1);
		expect(trigger.returned.sort()).toEqual(expected.filter((id) => id !== bad));
	});

	it('is not given up while its events can still show up late, even if no more can be remembered', async () => {
		const service = eventService();
		const trigger = await startTrigger(service, SMALL);
		service.clock.advance(MINUTE_MS);
		const hasBad = listsAround(service.now());
		const expected = [service.add()];
		for (let count = 0; count < SMALL.maxRemembered; count++) {
			service.clock.advance(SECOND_MS);
			expected.push(service.add());
		}
		for (let polls = 0; polls < 2; polls++)
			expect(await trigger.read((poll) => failing(poll, hasBad))).not.toHaveProperty('givenUp');
		await pollUntilQuiet(service, trigger, SMALL);
		expect(trigger.returned.sort()).toEqual(expected);
	});

	it('while the service answers nothing fails the poll after few requests, and loses nothing', async () => {
		const { service, trigger, expected } = await startWithBadEvent(POLL_LIMITS);
		let requests = 0;
		await expect(trigger.read((poll) => failing(poll, () => (requests += 1) > 0))).rejects.toBe(
			serverError,
		);
		expect(requests).toBeLessThanOrEqual(10);
		service.clock.advance(MINUTE_MS);
		await trigger.poll();
		expect(trigger.returned).toEqual(expected);
	});

	it('once is narrowed and read, and nothing is said', async () => {
		const { trigger, expected } = await startWithBadEvent(POLL_LIMITS);
		let requests = 0;
		expect(await trigger.read((poll) => failing(poll, () => (requests += 1) === 1))).toMatchObject({
			failure: undefined,
		});
		expect(trigger.returned).toEqual(expected);
	});

	it.each([
		[
			'with an answer that is not JSON',
			new UnexpectedAnswerError(
				{ endpoint: '/events/list', effect: 'read' },
				'The answer is not valid JSON',
			),
		],
		['with an answer 200 that says that it is not ok', refusal('/events/list', 200)],
		['with no answer', new ConnectionError('/events/list', 'ETIMEDOUT', 'read')],
		[
			'because a moment has too many events',
			new PageLoopError('/events/list', 'tooManyRecords', 10_000),
		],
	])('%s does not hold up later events', async (_title, broken) => {
		const { service, trigger, expected, bad, hasBad } = await startWithBadEvent(POLL_LIMITS);
		await trigger.read((poll) => failing(poll, hasBad, broken));
		expect([...trigger.returned, bad].sort()).toEqual(expected);
		service.clock.advance(MINUTE_MS);
		await trigger.read();
		expect([...trigger.returned].sort()).toEqual(expected);
	});

	it('because the key is wrong ends the poll after one request', async () => {
		const { trigger } = await startWithBadEvent(POLL_LIMITS);
		const wrongKey = refusal('/events/list', 401);
		let requests = 0;
		await expect(
			trigger.read((poll) => ({
				...poll,
				send: async () => {
					requests++;
					throw wrongKey;
				},
			})),
		).rejects.toBe(wrongKey);
		expect(requests).toBe(1);
	});
});

describe('any load, with events that show up late and events of one millisecond', () => {
	const step = fc.record({
		pauseMs: fc.oneof(
			fc.integer({ min: 0, max: 3 }),
			fc.integer({ min: 0, max: 30 * SECOND_MS }),
			fc.constant(HOUR_MS),
		),
		/** The ages of the events that show up now; many are from the same moment. */
		ages: fc.array(
			fc.oneof(
				fc.constant(0),
				fc.integer({ min: 0, max: SMALL.maxLatenessMs }),
				fc.constant(SMALL.maxLatenessMs),
			),
			{ maxLength: 40 },
		),
		polls: fc.integer({ min: 0, max: 3 }),
		budgetMs: fc.constantFrom(0, 3 * SECOND_MS, 10 * MINUTE_MS),
	});
	const options: fc.Arbitrary<EventServiceOptions> = fc.record({
		serviceAheadMs: fc.constantFrom(0, -6 * HOUR_MS, 6 * HOUR_MS + 137),
		answerTimeMs: fc.constantFrom(0, 1, 700, 2_300),
	});

	it('returns each event exactly once, remembers a bounded number, and every poll is in order', async () => {
		await assertProperty(
			fc.asyncProperty(
				options,
				fc.array(step, { maxLength: 15 }),
				async (serviceOptions, steps) => {
					const service = eventService(serviceOptions);
					for (let count = 0; count < 20; count++) service.add(count);
					const trigger = await startTrigger(service, SMALL);
					const expected: string[] = [];
					for (const { pauseMs, ages, polls, budgetMs } of steps) {
						service.clock.advance(pauseMs);
						for (const agoMs of ages) {
							const isWanted = service.now() - agoMs >= trigger.startedAtMs;
							const id = service.add(agoMs);
							if (isWanted) expected.push(id);
						}
						for (let count = 0; count < polls; count++) {
							const events = await trigger.poll({ budgetMs });
							expect(Array.isArray(events) && isAscending(events)).toBe(true);
							expect(trigger.remembered()).toBeLessThanOrEqual(SMALL.maxRemembered);
						}
					}
					await pollUntilQuiet(service, trigger, SMALL);
					expect([...trigger.returned].sort()).toEqual(expected.sort());
				},
			),
			300,
		);
	}, 60_000);
});

it('more events within five minutes than a trigger remembers hold back none that is older than what can show up late', async () => {
	const service = eventService();
	const trigger = await startTrigger(service, SMALL);
	service.clock.advance(HOUR_MS);
	for (let count = 0; count < SMALL.maxRemembered; count++) service.add();
	expect(await trigger.poll()).toHaveLength(SMALL.maxRemembered);

	const late = service.add(SMALL.maxLatenessMs + 2 * SECOND_MS);
	service.clock.advance(SMALL.maxLatenessMs - 5 * SECOND_MS);
	const held = service.add();
	expect(await trigger.poll()).toEqual([]);
	service.clock.advance(20 * SECOND_MS);
	expect(await trigger.poll()).toEqual([expect.objectContaining({ event_id: held })]);
	expect(trigger.returned).not.toContain(late);
});

it('a backlog comes a page at a time if n8n gives a poll no time', async () => {
	const service = eventService();
	const trigger = await startTrigger(service, SMALL);
	const expected: string[] = [];
	for (let count = 0; count < 40; count++) {
		service.clock.advance(100);
		expected.push(service.add());
	}
	for (let polls = 0; polls < MOST_POLLS && trigger.returned.length < 40; polls++) {
		await trigger.poll({ budgetMs: 0 });
		service.clock.advance(SECOND_MS);
	}
	expect(trigger.returned).toEqual(expected);
});

describe('a list that', () => {
	const MADE = 250;

	async function startBacklog(options: EventServiceOptions) {
		const service = eventService(options);
		const trigger = await startTrigger(service, SMALL);
		const expected = Array.from({ length: MADE }, () => {
			service.clock.advance(240);
			return service.add();
		});
		service.clock.advance(10 * MINUTE_MS);
		service.requests.length = 0;
		return { service, trigger, expected };
	}

	it.each<[string, EventServiceOptions]>([
		['has each event twice', { namesEach: 2 }],
		['repeats a part of the one before', { comparesSeconds: true }],
	])('%s returns each once', async (_title, options) => {
		const { service, trigger, expected } = await startBacklog(options);
		expect((await trigger.poll()).length).toBeLessThan(SMALL.maxEvents + SMALL.pageSize);
		await pollUntilQuiet(service, trigger, SMALL);
		expect(trigger.returned).toEqual(expected);
	});

	it('has entries without a time says how many, and returns the rest', async () => {
		const { service, trigger, expected } = await startBacklog({});
		const poll = service.poll(POLL_LIMITS);
		const send: typeof poll.send = async (request) => {
			const answer = await poll.send(request);
			return {
				...answer,
				body: {
					events: [...(answer.body.events as object[]), { event_id: 'e', event_type: TYPE }],
				},
			};
		};
		const read = await readNewEvents({ ...poll, send }, trigger.cursor());
		expect(read).toMatchObject({
			unreadable: 1,
			events: expected.map((id) => ({ event_id: id })),
		});
	});
});

describe('the time of the service', () => {
	const LIMITS = POLL_LIMITS;

	it('counts from the request: what shows up during a slow answer is not lost', async () => {
		const service = eventService({ answerTimeMs: 24 * SECOND_MS });
		const trigger = await startTrigger(service, LIMITS);
		service.clock.advance(10 * MINUTE_MS);
		service.whileAnswering(() => service.add(LIMITS.maxLatenessMs - SECOND_MS));

		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([expect.objectContaining({ event_id: 'event-000000' })]);
	});

	it.each([
		['has had more events than a trigger remembers', SMALL.maxRemembered + 1],
		['has had none', 0],
	])(
		'is not taken from n8n, whose clock is an hour ahead, if the answers of a service that %s do not give it',
		async (_what, earlier) => {
			const service = eventService({ tellsTime: false, serviceAheadMs: -HOUR_MS });
			for (let count = 0; count < earlier; count++) service.add(count);
			const trigger = await startTrigger(service, SMALL);
			const expected: string[] = [];
			for (let count = 0; count < 15; count++) {
				service.clock.advance(10 * MINUTE_MS);
				expected.push(service.add(count % 2 === 0 ? 0 : SMALL.maxLatenessMs));
				await trigger.poll();
			}
			expect(trigger.returned).toEqual(expected);
		},
	);

	it.each([
		['from the start', []],
		['after a pause of days', [3 * 24 * HOUR_MS]],
	])(
		'is not that of a date six minutes ahead of the events: none is lost (%s)',
		async (_what, pauses) => {
			const service = eventService({ dateAheadMs: 6 * MINUTE_MS });
			const trigger = await startTrigger(service, LIMITS);
			for (const pauseMs of pauses) {
				service.clock.advance(pauseMs);
				await trigger.poll();
			}
			for (let count = 0; count < 20; count++) {
				service.clock.advance(30 * SECOND_MS);
				service.add(count % 2 === 0 ? 0 : 20 * SECOND_MS);
				await trigger.poll();
			}
			expect([...trigger.returned].sort()).toEqual(
				Array.from({ length: 20 }, (_, index) => `event-${String(index).padStart(6, '0')}`),
			);
		},
	);

	it('may be set back by less than five minutes: nothing is lost, nothing repeated', async () => {
		const service = eventService();
		const trigger = await startTrigger(service, LIMITS);
		service.clock.advance(10 * MINUTE_MS);
		service.add();
		await trigger.poll();
		service.setClock(-4 * MINUTE_MS);
		service.add();
		await trigger.poll();
		service.clock.advance(10 * MINUTE_MS);
		await trigger.poll();
		expect(trigger.returned).toEqual(['event-000000', 'event-000001']);
	});

	it('may be set back by more: what comes meanwhile is returned once the clock has caught up', async () => {
		const service = eventService();
		const trigger = await startTrigger(service, LIMITS);
		service.clock.advance(HOUR_MS);
		service.add();
		await trigger.poll();
		service.setClock(-30 * MINUTE_MS);
		expect(await trigger.poll()).toEqual([]);
		service.clock.advance(HOUR_MS);
		const next = service.add();
		await trigger.poll();
		expect(trigger.returned).toEqual(['event-000000', next]);
	});

	it('that was set back leaves events in the future: a trigger that starts from now does not treat them as new', async () => {
		const service = eventService();
		for (let minute = 0; minute < 60; minute++) {
			service.add();
			service.clock.advance(MINUTE_MS);
		}
		service.setClock(-45 * MINUTE_MS);
		const trigger = await startTrigger(service, LIMITS);
		for (let minute = 0; minute < 60; minute += 5) {
			service.clock.advance(5 * MINUTE_MS);
			service.add();
			await trigger.poll();
		}
		expect(trigger.returned).toEqual(
			Array.from({ length: 12 }, (_, index) => `event-${String(60 + index).padStart(6, '0')}`),
		);
	});
});
