import { targets } from '../../../bench/targets';
import { fullWorks, quickWorks } from '../../../bench/works';

const promised = targets({ attemptDurationMs: 2_000 });

it('has a target for every row, and a row for every target', () => {
	const rows = fullWorks().map(({ name }) => name);
	expect(new Set(promised.map(({ work }) => work))).toEqual(new Set(rows));
	expect(new Set(rows).size).toBe(rows.length);
});

it('measures in the quick mode only rows of the full run', () => {
	const rows = fullWorks().map(({ name }) => name);
	expect(quickWorks().filter(({ name }) => !rows.includes(name))).toEqual([]);
});

it('is never stricter in the quick mode, and as strict about counts', () => {
	expect(promised.filter(({ limit, quickLimit }) => quickLimit < limit || (limit === 0 && quickLimit !== 0))).toEqual([]);
});
