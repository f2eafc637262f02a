import { resolve } from 'node:path';
import { keepPage } from '../support/keepPage';
import { replacementSections } from '../support/replacement/cases';
import type { ReplacementCase } from '../support/replacement/replacementCase';
import { type ObservedRow, replacementPage } from '../support/replacement/replacementPage';
import { PAGE_INTRO } from '../support/replacement/pageIntro';
import { runReplacementCase } from '../support/replacement/runReplacementCase';
import { skipPauses } from '../support/skipPauses';

const PAGE = resolve(__dirname, '../../docs/replace-with-managed.md');

const observed = new Map<ReplacementCase, ObservedRow>();

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

describe.each(replacementSections)('$title', ({ cases }) => {
	it.each(cases.map((replacementCase) => [replacementCase.fault, replacementCase] as const))('%s', async (_fault, replacementCase) => {
		const { falseWords, ...row } = await runReplacementCase(replacementCase);
		observed.set(replacementCase, row);
		expect({ outcome: row.outcome, falseWords }).toEqual({ outcome: replacementCase.expected, falseWords: [] });
	});
});

it('docs/replace-with-managed.md says what was observed (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = replacementPage(PAGE_INTRO, replacementSections, observed);
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});
