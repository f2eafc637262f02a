import type { ConversionRecord, Conversions } from '../../../sandbox/faults/conversions';
import { type ReportRow, settlePortfolio } from '../../support/portfolio/settlePortfolio';

const DEVICE = 'device-1';
const untouched: ConversionRecord = { access_code_id: 'code-1', device_id: DEVICE, is_managed: false, answers: [], converted: 0, failed: 0 };
const managed: ConversionRecord = { ...untouched, is_managed: true, answers: [200], converted: 1 };
const failed: ConversionRecord = { ...untouched, answers: [200], failed: 1 };
const other: ConversionRecord = { ...untouched, access_code_id: 'code-2' };

const known = (...codes: ConversionRecord[]): Conversions => ({ codes, pending_by_device: {} });

const row = (outcome: string, ...ids: string[]): ReportRow => ({ outcome, codes: ids.length, device: 'Unit 1', device_id: DEVICE, reason: '', access_code_ids: ids });

const converted = (codes: number): ReportRow => ({ ...row('converted'), codes, device: '', device_id: '' });

const problems = (rows: ReportRow[], after: Conversions, before: Conversions = known(untouched, other), unreadDevices?: Set<string>) =>
	settlePortfolio({ rows, before, after, unreadDevices }).discrepancies.map((text) => text.split('; ')[0]);

describe('the accounts of a portfolio', () => {
	it.each<[string, ReportRow[], ConversionRecord[]]>([
		['one code that is converted and one to keep', [converted(1), row('keep', 'code-2')], [managed, other]],
		['one that has failed and one that was refused', [row('failed', 'code-1'), row('refused', 'code-2')], [failed, { ...other, answers: [429] }]],
		['one that may or may not be converted', [row('not certain', 'code-1'), row('keep', 'code-2')], [{ ...managed, answers: [500] }, other]],
		['a device that could not be read', [row('not read')], [untouched, other]],
	])('agree with a report of %s', (_title, rows, codes) => {
		expect(problems(rows, known(...codes))).toEqual([]);
	});

	it.each<[string, ReportRow[], ConversionRecord[], string[]]>([
		['counts a code as converted that is not', [converted(2)], [managed, { ...other, answers: [500] }], ['code-2: said to be converted, and is not']],
		['leaves a code out', [converted(1)], [managed, other], [
			'code-2: said to be converted, and is not', 'converted: 1 are reported, and 2 codes are not named in the report',
		]],
		['names a code twice', [converted(1), row('keep', 'code-2'), row('replace', 'code-2')], [managed, other], ['code-2: is reported twice, as keep and replace']],
		['names a code on another device', [converted(1), { ...row('keep', 'code-2'), device_id: 'device-2' }], [managed, other], ['code-2: is reported on a device that does not hold it']],
		['counts other codes than it names', [converted(1), { ...row('keep', 'code-2'), codes: 2 }], [managed, other], ['device-1: 2 codes are reported as keep, and 1 named']],
		['says that a managed code has failed', [row('failed', 'code-1'), row('keep', 'code-2')], [managed, other], ['code-1: said to have failed at the lock, and has not']],
		['says that a converted code was refused', [row('refused', 'code-1'), row('keep', 'code-2')], [managed, other], ['code-1: said to be refused, and was acted on']],
		['keeps a code that was asked for', [row('keep', 'code-1', 'code-2')], [{ ...untouched, answers: [500] }, other], ["code-1: reported as 'keep', and was asked for"]],
		['calls a code pending that was not accepted', [row('pending', 'code-1'), row('keep', 'code-2')], [{ ...untouched, answers: [503] }, other], ['code-1: said to be accepted, and was not']],
		['has an outcome of its own making', [row('done', 'code-1'), row('keep', 'code-2')], [managed, other], ["code-1: reported as 'done', which says nothing that can be checked"]],
	])('contradict a report that %s', (_title, rows, codes, expected) => {
		expect(problems(rows, known(...codes))).toEqual(expected);
	});

	it('miss no code that was asked for again: after an answer, after its end, or while it was under way', () => {
		const afterAnswer = { ...managed, answers: [502, 200] };
		const twice = { ...failed, answers: [200, 200], failed: 2 };
		expect(problems([converted(1), row('keep', 'code-2')], known(afterAnswer, other))).toEqual([
			'code-1: was sent again in one run after an answer that does not prove that nothing happened',
		]);
		expect(problems([row('failed', 'code-1'), row('keep', 'code-2')], known(twice, other), known({ ...failed }, other))).toEqual(['code-1: was acted on 2 times']);
		expect(problems([row('keep', 'code-2')], known({ ...managed, answers: [200, 200] }, other), known(managed, other))).toEqual([
			'code-1: was managed before the run, and was asked for again', 'device-1: 1 conversions were asked for while they were under way',
		]);
		expect(problems([converted(1), row('keep', 'code-2')], known({ ...managed, answers: [200, 200] }, other), known({ ...untouched, answers: [200] }, other))).toEqual([
			'device-1: 1 conversions were asked for while they were under way',
		]);
	});

	it('let a refusal for the rate limit be followed by a second try, and an earlier run finish what it had begun', () => {
		expect(problems([converted(1), row('keep', 'code-2')], known({ ...managed, answers: [429, 200] }, other))).toEqual([]);
		expect(problems([row('keep', 'code-2')], known(managed, other), known({ ...untouched, answers: [200] }, other))).toEqual([]);
	});
});
