import { mapBounded } from '../../../bench/plain/mapBounded';
import { listPages } from '../../../bench/plain/listPages';
import { sendAll } from '../../../bench/plain/sendAll';

it('maps in order, never more at once than the bound', async () => {
	let now = 0;
	let most = 0;
	const results = await mapBounded([5, 1, 4, 2, 3], 2, async (entry) => {
		most = Math.max(most, ++now);
		for (let turn = 0; turn < entry; turn++) await Promise.resolve();
		now--;
		return entry * 10;
	});
	expect({ results, most }).toEqual({ results: [50, 10, 40, 20, 30], most: 2 });
});

it('follows cursors to the last page', async () => {
	const asked: unknown[] = [];
	const records = await listPages(
		async (path, body) => {
			asked.push([path, body]);
			const isFirst = body.page_cursor === undefined;
			return {
				status: 200,
				body: { devices: [{ id: isFirst ? 'a' : 'b' }], pagination: { next_page_cursor: isFirst ? 'further' : null } },
			};
		},
		'/devices/list',
		'devices',
	);
	expect(records).toEqual([{ id: 'a' }, { id: 'b' }]);
	expect(asked).toEqual([
		['/devices/list', { limit: 500 }],
		['/devices/list', { limit: 500, page_cursor: 'further' }],
	]);
});

it('sends a refused request again after the time that the service asked for', async () => {
	const answers = [
		{ status: 429, body: { ok: false }, retryAfterS: 0 },
		{ status: 200, body: { ok: true } },
	];
	const bodies: unknown[] = [];
	const records = await sendAll(
		async (_path, body) => {
			bodies.push(body);
			return answers.shift() ?? { status: 500, body: {} };
		},
		'/delete',
		[{ id: 'a' }],
		1,
	);
	expect(records).toEqual([{ ok: true }]);
	expect(bodies).toEqual([{ id: 'a' }, { id: 'a' }]);
});
