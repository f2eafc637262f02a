import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/events';
import { EVENT_PAGE_SIZE } from '../../../nodes/DeviceAccess/transport/limits';
import { listEvents } from '../../../nodes/DeviceAccess/lists/listEvents';
import { answeringSend } from '../answeringSend';

const AFTER_MS = Date.parse('2030-01-31T10:00:00.000Z');
const ALL = {};

const event = (id: string, createdAt = '2030-01-31T10:00:01.000Z'): ServiceEvent => ({
	event_id: id,
	event_type: 'lock.locked',
	created_at: createdAt,
});
const events = (count: number) =>
	Array.from({ length: count }, (_, index) => event(`e${String(index).padStart(6, '0')}`));

describe('listEvents', () => {
	it('requests events since a time, with the filters', async () => {
		const { send, requests } = answeringSend(() => ({ events: [event('e1')] }));
		const filters = { event_types: ['lock.locked'], device_ids: ['d1'] };
		expect(await listEvents(send, filters, { afterMs: AFTER_MS })).toMatchObject({
			events: [event('e1')],
			isFull: false,
			unreadable: 0,
		});
		expect(requests).toEqual([
			{
				endpoint: '/events/list',
				body: {
					since: '2030-01-31T10:00:00.000Z',
					event_types: ['lock.locked'],
					device_ids: ['d1'],
					limit: EVENT_PAGE_SIZE,
				},
				effect: 'read',
			},
		]);
	});

	it('requests events between two times, without filters if everything is wanted', async () => {
		const { send, requests } = answeringSend(() => ({ events: [] }));
		await listEvents(send, ALL, { afterMs: AFTER_MS, beforeMs: AFTER_MS + 60_000 });
		expect(requests[0]?.body).toEqual({
			between: ['2030-01-31T10:00:00.000Z', '2030-01-31T10:01:00.000Z'],
			limit: EVENT_PAGE_SIZE,
		});
	});

	it('returns the events oldest first, whatever order the service chose', async () => {
		const oldest = event('e9', '2030-01-31T10:00:00.500Z');
		const tied = [event('e1', '2030-01-31T10:00:02Z'), event('e2', '2030-01-31T10:00:02Z')];
		const newest = event('e0', '2030-01-31T12:00:03+02:00');
		const orders = [
			[newest, ...[...tied].reverse(), oldest],
			[tied[1], newest, oldest, tied[0]],
		];
		for (const order of orders) {
			const { send } = answeringSend(() => ({ events: order }));
			expect((await listEvents(send, ALL, { afterMs: AFTER_MS })).events).toEqual([
				oldest,
				...tied,
				newest,
			]);
		}
	});

	it.each([
		['before the window', -2_000],
		['after the window', 62_000],
	])(
		'fails for an event %s, because a list that is not filtered by time has no end',
		async (_what, offMs) => {
			const { send } = answeringSend(() => ({
				events: [event('e1'), event('e2', new Date(AFTER_MS + offMs).toISOString())],
			}));
			await expect(
				listEvents(send, ALL, { afterMs: AFTER_MS, beforeMs: AFTER_MS + 60_000 }),
			).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
		},
	);

	it('leaves out what a service lists because it compares whole seconds', async () => {
		const { send } = answeringSend(() => ({
			events: [event('e1', '2030-01-31T10:00:00.100Z'), event('e2')],
		}));
		expect((await listEvents(send, ALL, { afterMs: AFTER_MS + 500 })).events).toEqual([
			event('e2'),
		]);
	});

	it('says when the window may have more than one answer, and also counts entries that are not events', async () => {
		const { send } = answeringSend(({ body }) => ({
			events: [...events(Number(body.limit) - 1), { rubbish: true }],
		}));
		const page = await listEvents(send, ALL, { afterMs: AFTER_MS });
		expect([page.isFull, page.events.length, page.unreadable]).toEqual([
			true,
			EVENT_PAGE_SIZE - 1,
			1,
		]);
	});

	it.each([
		{ what: 'a window that can get narrower', beforeMs: AFTER_MS + 4 },
		{ what: 'an open window', beforeMs: undefined },
	])('asks once for $what, however full it is', async ({ beforeMs }) => {
		const { send, requests } = answeringSend(({ body }) => ({
			events: events(Number(body.limit)),
		}));
		expect((await listEvents(send, ALL, { afterMs: AFTER_MS, beforeMs })).isFull).toBe(true);
		expect(requests).toHaveLength(1);
	});

	it.each([2, 3])(
		'requests more events per answer in a window of %d ms, which cannot get narrower',
		async (widthMs) => {
			const { send, requests } = answeringSend(({ body }) => ({
				events: events(Math.min(Number(body.limit), 1_200)),
			}));
			const page = await listEvents(send, ALL, { afterMs: AFTER_MS, beforeMs: AFTER_MS + widthMs });
			expect(requests.map(({ body }) => body.limit)).toEqual([500, 5_000]);
			expect([page.isFull, page.events.length]).toEqual([false, 1_200]);
		},
	);

	it('gives up on a moment with more events than can be distinguished from an endless list', async () => {
		const { send } = answeringSend(({ body }) => ({ events: events(Number(body.limit)) }));
		await expect(
			listEvents(send, ALL, { afterMs: AFTER_MS, beforeMs: AFTER_MS + 2 }),
		).rejects.toMatchObject({
			code: 'PAGE_LOOP',
			reason: 'tooManyRecords',
			limit: 50_000,
		});
	});
});
