import type { ConversionRecord, Conversions } from '../../../sandbox/faults/conversions';
import { type ReportRow, settlePortfolio } from '../../support/portfolio/settlePortfolio';

const DEVICE = 'device-1';
const untouched: ConversionRecord = {
	access_code_id: 'code-1',
	device_id: DEVICE,
	is_managed: false,
	answers: [],
	converted: 0,
	failed: 0,
};
const managed: ConversionRecord = { ...untouched, is_managed: true, answers: [200], converted: 1 };
const other: ConversionRecord = { ...untouched, access_code_id: 'code-2' };

const known = (...codes: ConversionRecord[]): Conversions => ({ codes, pending_by_device: {} });

const row = (outcome: string, ...ids: string[]): ReportRow => ({
	outcome,
	codes: ids.length,
	device: 'Unit 1',
	device_id: DEVICE,
	reason: '',
	access_code_ids: ids,
});

const converted = (codes: number): ReportRow => ({
	...row('converted'),
	codes,
	device: '',
	device_id: '',
});

it.each<[string, ReportRow[], ConversionRecord[], string[]]>([
	['agrees', [converted(1), row('keep', 'code-2')], [managed, other], []],
	[
		'counts a code as converted that is not',
		[converted(2)],
		[managed, { ...other, answers: [500] }],
		['code-2: said to be converted, and is not'],
	],
	[
		'names a code twice',
		[converted(1), row('keep', 'code-2'), row('replace', 'code-2')],
		[managed, other],
		['code-2: is reported twice, as keep and replace'],
	],
	[
		'says that a managed code has failed',
		[row('failed', 'code-1'), row('keep', 'code-2')],
		[managed, other],
		['code-1: said to have failed at the lock, and has not'],
	],
	[
		'hides that a code was sent again after a doubtful answer',
		[converted(1), row('keep', 'code-2')],
		[{ ...managed, answers: [502, 200] }, other],
		['code-1: was sent again in one run after an answer that does not prove that nothing happened'],
	],
])('the accounts of a portfolio: a report that %s', (_title, rows, codes, expected) => {
	const { discrepancies } = settlePortfolio({
		rows,
		before: known(untouched, other),
		after: known(...codes),
	});
	expect(discrepancies.map((text) => text.split('; ')[0])).toEqual(expected);
});
