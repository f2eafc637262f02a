import * as fc from 'fast-check';
import { PageLoopError, UnexpectedAnswerError } from '../../../nodes/DeviceAccess/errors/errors';
import { PAGE_SIZE } from '../../../nodes/DeviceAccess/transport/limits';
import {
	listAll,
	listAllPages,
	type ListQuery,
	type Page,
} from '../../../nodes/DeviceAccess/lists/listAllPages';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../answeringSend';
import { assertProperty } from '../../support/assert/assertProperty';

const QUERY: ListQuery = {
	endpoint: '/devices/list',
	member: 'devices',
	parameters: { manufacturer: 'august' },
};

const record = (number: number): WireObject => ({ device_id: `d${number}` });
const records = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => record(from + index));

function servicePages(pages: WireObject[][]) {
	return answeringSend(({ body }) => {
		const index =
			body.page_cursor === undefined ? 0 : Number(String(body.page_cursor).replace('after-', ''));
		const isLast = index === pages.length - 1;
		return {
			devices: pages[index] ?? [],
			pagination: {
				has_next_page: !isLast,
				next_page_cursor: isLast ? null : `after-${index + 1}`,
				next_page_url: null,
			},
			ok: true,
		};
	});
}

async function collectPages(send: SendRequest, query: ListQuery): Promise<Page[]> {
	const pages: Page[] = [];
	for await (const page of listAllPages(send, query)) pages.push(page);
	return pages;
}

const collect = async (send: SendRequest, query: ListQuery) =>
	(await collectPages(send, query)).flatMap((page) => page.records);

describe('listAllPages', () => {
	it('follows the cursor to the last page, with identical parameters on every page', async () => {
		const { send, requests } = servicePages([records(2), records(2, 2), records(1, 4)]);
		expect(await collectPages(send, QUERY)).toEqual([
			{ records: records(2), nextPageCursor: 'after-1' },
			{ records: records(2, 2), nextPageCursor: 'after-2' },
			{ records: records(1, 4), nextPageCursor: undefined },
		]);
		const parameters = { manufacturer: 'august', limit: PAGE_SIZE };
		const request = { endpoint: '/devices/list', effect: 'read', deviceId: undefined };
		expect(requests).toEqual([
			{ ...request, body: parameters },
			{ ...request, body: { ...parameters, page_cursor: 'after-1' } },
			{ ...request, body: { ...parameters, page_cursor: 'after-2' } },
		]);
	});

	it('leaves out a record that an earlier page had, and counts it once', async () => {
		const pages = [records(2), records(2, 1), records(2, 3)];
		expect(await collect(servicePages(pages).send, QUERY)).toEqual(records(5));
		expect(await collect(servicePages(pages).send, { ...QUERY, limit: 4 })).toEqual(records(4));
	});

	it('does not mistake a full page without pagination for the whole list, unless no more was wanted', async () => {
		const { send } = answeringSend(({ body }) => ({
			devices: records(Number(body.limit)),
			ok: true,
		}));
		await expect(collect(send, QUERY)).rejects.toMatchObject({
			code: 'PAGE_LOOP',
			reason: 'missingPagination',
		});
		expect(await collect(send, { ...QUERY, limit: 20 })).toEqual(records(20));
		for await (const { isCut } of listAllPages(send, { ...QUERY, limit: 20 }))
			expect(isCut).toBe(true);
	});

	it('does not mistake a later page without pagination for the end of the list', async () => {
		const { send } = answeringSend(({ body }) => ({
			devices: records(1),
			...(body.page_cursor === undefined
				? { pagination: { has_next_page: true, next_page_cursor: 'c1' } }
				: {}),
		}));
		await expect(collect(send, QUERY)).rejects.toBeInstanceOf(UnexpectedAnswerError);
	});

	it('says that a page had more records than were wanted, and of no other', async () => {
		const { send } = servicePages([records(2), records(3, 2)]);
		const pages = await collectPages(send, { ...QUERY, limit: 4 });
		expect(pages.map(({ isCut }) => isCut)).toEqual([undefined, true]);
	});

	it('sends no limit to a list that accepts none, which may have as many records as a page of other lists', async () => {
		const { send, requests } = answeringSend(() => ({
			access_methods: records(PAGE_SIZE),
			ok: true,
		}));
		const query = {
			endpoint: '/access_methods/list' as const,
			member: 'access_methods',
			parameters: { device_id: 'd1' },
		};
		expect(await collect(send, query)).toEqual(records(PAGE_SIZE));
		expect(await collect(send, { ...query, limit: 20 })).toEqual(records(20));
		expect(requests.map(({ body }) => body.limit)).toEqual([undefined, undefined]);
	});

	it('starts from a cursor, and paces all its requests by the given key', async () => {
		const { send, requests } = servicePages([records(1), records(1, 1), records(1, 2)]);
		expect(await collect(send, { ...QUERY, pageCursor: 'after-1', deviceId: 'device-1' })).toEqual(
			records(2, 1),
		);
		expect(requests.map(({ body, deviceId }) => [body.page_cursor, deviceId])).toEqual([
			['after-1', 'device-1'],
			['after-2', 'device-1'],
		]);
	});

	it.each([
		{ limit: 50, pageLimit: 50 },
		{ limit: PAGE_SIZE + 1, pageLimit: PAGE_SIZE },
	])('requests pages of $pageLimit for a limit of $limit', async ({ limit, pageLimit }) => {
		const { send, requests } = servicePages([records(1), records(1, 1)]);
		await collect(send, { ...QUERY, limit });
		expect(requests.map(({ body }) => body.limit)).toEqual(requests.map(() => pageLimit));
	});

	it('requests no further page when a page ends exactly at the wanted number', async () => {
		const { send, requests } = servicePages([records(3), records(3, 3)]);
		expect(await collect(send, { ...QUERY, limit: 3 })).toEqual(records(3));
		expect(requests).toHaveLength(1);
	});

	it('requests the next page only when it is needed, so that a reader who stops costs nothing', async () => {
		const { send, requests } = servicePages([records(1), records(1, 1)]);
		for await (const page of listAllPages(send, QUERY)) {
			expect(page.records).toEqual(records(1));
			break;
		}
		expect(requests).toHaveLength(1);
	});

	it('requests the next page while this one is read if told to, and none beyond what is wanted', async () => {
		const { send, requests } = servicePages([records(500), records(500, 500), records(3, 1_000)]);
		const seen: number[] = [];
		for await (const page of listAllPages(send, { ...QUERY, readsAhead: true })) {
			seen.push(page.records.length, requests.length);
		}
		expect(seen).toEqual([500, 2, 500, 3, 3, 3]);
		const few = servicePages([records(500), records(500)]);
		for await (const page of listAllPages(few.send, { ...QUERY, readsAhead: true, limit: 500 }))
			expect(page.records).toHaveLength(500);
		expect(few.requests).toHaveLength(1);
	});
});

describe('the guards of listAllPages', () => {
	it('stop when cursors go round in a circle', async () => {
		let call = 0;
		const { send, requests } = answeringSend(() => ({
			devices: [],
			pagination: { has_next_page: true, next_page_cursor: `c${call++ % 3}` },
		}));
		await expect(collect(send, QUERY)).rejects.toMatchObject({
			code: 'PAGE_LOOP',
			reason: 'repeatedCursor',
		});
		expect(requests).toHaveLength(4);
	});

	it.each([undefined, ''])(
		'stop when more pages are claimed with the cursor %p',
		async (cursor) => {
			const { send } = answeringSend(() => ({
				devices: records(1),
				pagination: { has_next_page: true, next_page_cursor: cursor },
			}));
			await expect(collect(send, QUERY)).rejects.toMatchObject({
				code: 'PAGE_LOOP',
				reason: 'missingCursor',
			});
		},
	);

	it('stop when it is unclear whether there are more pages', async () => {
		const pagination = { has_next_page: 'true', next_page_cursor: null };
		const { send } = answeringSend(() => ({ devices: records(1), pagination }));
		await expect(collect(send, QUERY)).rejects.toMatchObject({
			code: 'PAGE_LOOP',
			reason: 'missingCursor',
		});
	});

	it('stop after the maximum number of records', async () => {
		const { send } = servicePages([records(3), records(3, 3)]);
		await expect(collect(send, { ...QUERY, maxRecords: 5 })).rejects.toMatchObject({
			code: 'PAGE_LOOP',
			reason: 'tooManyRecords',
			limit: 5,
		});
		expect(await collect(send, { ...QUERY, maxRecords: 6 })).toEqual(records(6));
	});

	it.each([
		{ pagination: { has_next_page: false, next_page_cursor: 'left-over' } },
		{ pagination: null },
	])('follow no cursor when no further page is claimed: %j', async ({ pagination }) => {
		const { send, requests } = answeringSend(() => ({ devices: records(2), pagination }));
		expect(await collect(send, QUERY)).toEqual(records(2));
		expect(requests).toHaveLength(1);
	});

	it.each([{}, { devices: [null] }])(
		'refuse the answer %j, which has no list of records',
		async (body) => {
			await expect(collect(answeringSend(() => body).send, QUERY)).rejects.toBeInstanceOf(
				UnexpectedAnswerError,
			);
		},
	);

	it('never follow next_page_url, which could lead the key to another host', async () => {
		const { send, requests } = answeringSend(({ body }) => ({
			devices: [],
			pagination: {
				has_next_page: body.page_cursor === undefined,
				next_page_cursor: 'c1',
				next_page_url: 'https://other.example.com/steal',
			},
		}));
		await collect(send, QUERY);
		expect(JSON.stringify(requests)).not.toContain('other.example.com');
	});

	it('return every record exactly once and in order, or throw, whatever the sizes of the pages', async () => {
		await assertProperty(
			fc.asyncProperty(
				fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 12 }),
				fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
				fc.integer({ min: 1, max: 12 }),
				async (sizes, limit, maxPages) => {
					let from = 0;
					const pages = sizes.map((size) => {
						const page = records(size, from);
						from += size;
						return page;
					});
					const { send, requests } = servicePages(pages);
					const all = pages.flat();
					try {
						expect(await collect(send, { ...QUERY, limit, maxPages })).toEqual(all.slice(0, limit));
					} catch (error) {
						if (!(error instanceof PageLoopError)) throw error;
						expect(error.reason).toBe('tooManyPages');
						expect(pages.length).toBeGreaterThan(maxPages);
						expect(pages.slice(0, maxPages).flat().length).toBeLessThan(limit ?? Infinity);
					}
					expect(requests.length).toBeLessThanOrEqual(maxPages);
				},
			),
		);
	});
});

it('listAll takes a page with more records than a call may have arguments', async () => {
	const { send } = servicePages([records(200_000)]);
	expect(await listAll(send, QUERY)).toHaveLength(200_000);
});
