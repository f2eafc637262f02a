import { judge } from '../../../bench/judge';
import { duration, number, toReport } from '../../../bench/report';
import type { Target } from '../../../bench/targets';
import { itemsLost, timeRatio } from '../../../bench/figures';
import { asResults, sampleMeasurement, sampleWork } from './sampleResults';

const results = asResults(
	sampleWork(
		{
			deviceAccess: [1_100, 1_200, 1_300].map((timeMs) => sampleMeasurement({ timeMs })),
			bareClient: [950, 1_000, 1_000].map((timeMs) => sampleMeasurement({ timeMs })),
		},
		{ leastTimeMs: 900 },
	),
);
const targets: Target[] = [
	{ work: 'row', promise: 'time against the bare client', figure: timeRatio('row', 'bareClient'), limit: 1.15, quickLimit: 2 },
	{ work: 'row', promise: 'items failed or missing', figure: itemsLost('row'), limit: 0, quickLimit: 0 },
];

it('reports targets, surroundings and a table a row', () => {
	const report = toReport(results, judge(targets, results, { isQuick: false }), {
		date: '2030-01-02',
		machine: '2 cores (Some CPU), 8 GB memory, linux x64',
		versions: 'n8n-core 1.2.3',
	});
	expect(report.startsWith('# Results of the benchmark\n\nWritten by `npm run bench`.\n\n- Date: 2030-01-02\n- Machine: 2 cores')).toBe(true);
	expect(report).toContain(
		[
			'## Targets',
			'',
			'| Work | Target | Limit | Measured | Floor in n8n |  |',
			'| --- | --- | --- | --- | --- | --- |',
			'| Some work | time against the bare client | 1.15 | 1.20 |  | **missed** |',
			'| Some work | items failed or missing | 0 | 0 |  | met |',
		].join('\n'),
	);
	expect(report).toContain(
		[
			'|  | Time | Spread | x bare client | Requests | Most in flight | 429 | Failed items | Peak heap | Peak RSS | Result holds |',
			'| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
			'| this node | 1.20 s | 1.10 s - 1.30 s | 1.20 | 10 | 2 | 0 | 0 | 12 MB | 30 MB | 10 MB |',
			'| bare client | 1.00 s | 950.0 ms - 1.00 s | 1 | 10 | 2 | 0 | 0 | 12 MB | 30 MB | 10 MB |',
			'',
			'Least time that the limit allows: 900.0 ms. As agreed.',
		].join('\n'),
	);
});

it('prints times and numbers as a person reads them', () => {
	expect([duration(4.26), duration(999), duration(61_500), number(3), number(1.149)]).toEqual(['4.3 ms', '999.0 ms', '61.50 s', '3', '1.15']);
});
