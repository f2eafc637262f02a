import { PageLoopError } from '../../../nodes/DeviceAccess/errors/errors';
import { listNewestEvents } from '../../../nodes/DeviceAccess/lists/listEvents';
import type { ListQuery, Page } from '../../../nodes/DeviceAccess/lists/listAllPages';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../answeringSend';

const START_MS = Date.parse('2030-01-31T10:00:00.000Z');
const since = new Date(START_MS - 1).toISOString();
const event = (number: number, atMs: number): WireObject => ({
	event_id: `e${number}`,
	created_at: new Date(atMs).toISOString(),
});

/** A service that lists the newest events of a window, both ends exclusive, in any order. */
function serviceWith(events: WireObject[]) {
	return answeringSend(({ body }) => {
		const {
			since: from,
			between,
			limit,
		} = body as { since?: string; between?: string[]; limit: number };
		const [after = '', before = '9999'] = between ?? [from];
		const inWindow = events.filter(
			({ created_at: at }) => String(at) > after && String(at) < before,
		);
		const newest = [...inWindow]
			.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
			.slice(0, limit);
		return { events: newest.reverse(), ok: true };
	});
}

async function list(events: WireObject[], query: Partial<ListQuery> = {}) {
	const { send, requests } = serviceWith(events);
	const found: WireObject[] = [];
	let last: Page | undefined;
	for await (const page of listNewestEvents(send, {
		endpoint: '/events/list',
		member: 'events',
		parameters: { since },
		...query,
	})) {
		last = page;
		found.push(...page.records);
	}
	return { ids: found.map(({ event_id: id }) => id), isCut: last?.isCut === true, requests };
}

const idsFrom = (last: number, first: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => `e${last - index}`);

it('moves the end of the window back to the oldest event so far, which it requests again in case others are as old', async () => {
	const events = Array.from({ length: 1_200 }, (_, index) => event(index, START_MS + index));
	const { ids, requests } = await list(events);
	expect(ids).toEqual(idsFrom(1_199, 0));
	const before = (index: number) => new Date(START_MS + index + 1).toISOString();
	expect(requests.map(({ body }) => body)).toEqual([
		{ since, limit: 500 },
		{ between: [since, before(700)], limit: 500 },
		{ between: [since, before(201)], limit: 500 },
	]);
});

it('requests more events per page if a page covers only one moment', async () => {
	const events = Array.from({ length: 3_000 }, (_, index) =>
		event(index, index < 2_000 ? START_MS : START_MS + 1),
	);
	const { ids, requests } = await list(events);
	expect([...ids].sort()).toEqual(events.map(({ event_id: id }) => id).sort());
	expect(requests.map(({ body }) => body?.limit)).toEqual([500, 500, 5_000]);
});

it('returns no more than is wanted, and requests no more', async () => {
	const events = Array.from({ length: 1_200 }, (_, index) => event(index, START_MS + index));
	const few = await list(events, { limit: 3 });
	expect([few.ids, few.isCut, few.requests.map(({ body }) => body)]).toEqual([
		['e1199', 'e1198', 'e1197'],
		true,
		[{ since, limit: 3 }],
	]);
	const many = await list(events, { limit: 700 });
	expect([many.ids, many.isCut, many.requests.length]).toEqual([idsFrom(1_199, 500), true, 2]);
	expect((await list(events, { limit: 1_201 })).isCut).toBe(false);
});

it.each([
	['oldest first', (events: WireObject[]) => events],
	['in no order', ([first, second, ...rest]: WireObject[]) => [...rest, first, second]],
])('returns the newest first if the service lists %s', async (_what, order) => {
	const events = [event(1, START_MS), event(2, START_MS + 1), event(3, START_MS + 2)];
	const noTime = { event_id: 'e0', created_at: 'unknown' };
	const { send } = answeringSend(() => ({
		events: order([noTime, ...events, event(4, START_MS + 2)] as WireObject[]),
	}));
	for await (const { records, isCut } of listNewestEvents(send, {
		endpoint: '/events/list',
		member: 'events',
		parameters: { since },
	}))
		expect([records.map(({ event_id: id }) => id), isCut]).toEqual([
			['e3', 'e4', 'e2', 'e1', 'e0'],
			undefined,
		]);
});

it('stays within the period and the filters', async () => {
	const between = [since, new Date(START_MS + 2).toISOString()];
	const events = [event(1, START_MS), event(2, START_MS + 1), event(3, START_MS + 2)];
	const { ids, requests } = await list(events, {
		parameters: { between, event_types: ['lock.locked'] },
	});
	expect(ids).toEqual(['e2', 'e1']);
	expect(requests.map(({ body }) => body)).toEqual([
		{ between, event_types: ['lock.locked'], limit: 500 },
	]);
});

it('gives up instead of continuing forever', async () => {
	const events = Array.from({ length: 1_200 }, (_, index) => event(index, START_MS + index));
	await expect(list(events, { maxPages: 2 })).rejects.toThrow(PageLoopError);
});

it('gives up if one moment has more events than can be distinguished from an endless list', async () => {
	const endless = answeringSend(({ body }) => ({
		events: Array.from({ length: Number(body?.limit) }, (_, index) => event(index, START_MS)),
		ok: true,
	}));
	const walk = async () => {
		const query = { endpoint: '/events/list' as const, member: 'events', parameters: { since } };
		for await (const page of listNewestEvents(endless.send, query))
			expect(page.records).toEqual(expect.any(Array));
	};
	await expect(walk()).rejects.toThrow(PageLoopError);
	expect(endless.requests.map(({ body }) => body?.limit)).toEqual([500, 500, 5_000, 50_000]);
});
