import { assertTargets } from '../../../bench/assertTargets';
import { countResults } from '../../../bench/clients/countResults';
import { fullScenarios, quickScenarios } from '../../../bench/scenarios';
import { type Target, targets } from '../../../bench/targets';

describe('assertTargets', () => {
	const target = (value: number): Target => ({
		scenario: 'row',
		promise: 'time',
		figure: () => ({ value }),
		limit: 1.15,
		quickLimit: 2,
	});

	it.each([
		['a figure that is shown as the limit', 1.154, false, true],
		['a figure above it', 1.156, false, false],
		['the wider limit of the quick mode', 1.16, true, true],
		['a figure that is no number', NaN, true, false],
	])('judges %s', (_what, value, isQuick, isMet) => {
		expect(assertTargets([target(value)], new Map(), { isQuick })).toMatchObject([{ isMet }]);
	});
});

describe('the targets', () => {
	const all = targets({ attemptDurationMs: 2_000 });

	it('exist for every scenario, and for no other', () => {
		const names = fullScenarios().map(({ name }) => name);
		expect(new Set(all.map(({ scenario }) => scenario))).toEqual(new Set(names));
		expect(quickScenarios().filter(({ name }) => !names.includes(name))).toEqual([]);
	});

	it('are never stricter in the quick mode, and as strict about counts', () => {
		expect(
			all.filter(
				({ limit, quickLimit }) => quickLimit < limit || (limit === 0 && quickLimit !== 0),
			),
		).toEqual([]);
	});
});

describe('countResults', () => {
	it('counts results, and counts errors, refusals and undone work as failed', () => {
		const records = [
			{ id: 1 },
			{ error: 'Not found' },
			{ ok: false },
			{ error: null },
			{ status: 'pending' },
		];
		expect(countResults(records, { isDone: ({ status }) => status !== 'pending' })).toEqual({
			results: 2,
			failed: 3,
		});
	});
});
