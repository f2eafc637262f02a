import { tally } from '../../../bench/contenders/tally';

it('counts results, and errors, refusals and what is not done as failed', () => {
	const records = [{ id: 1 }, { error: 'Not found' }, { ok: false }, { error: null }, { status: 'pending' }];
	expect(tally(records, { isDone: ({ status }) => status !== 'pending' })).toEqual({ results: 2, failed: 3 });
});

it('counts the results within a record', () => {
	expect(tally([{ devices: [1, 2] }, { devices: [3] }, { error: 'x', devices: [4] }], {}, ({ devices }) => (devices as unknown[]).length)).toEqual({
		results: 3,
		failed: 1,
	});
});
