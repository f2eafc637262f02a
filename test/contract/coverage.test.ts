import { resolve } from 'node:path';
import { collectTitles, type DeclaredTest } from '../support/collectTitles';
import { keepPage } from '../support/keepPage';
import { coveragePage } from './proofs/coveragePage';
import { PROOFS } from './proofs/proofs';
import { provenRows, unusedProofs } from './proofs/provenRows';
import { nameOfRow } from './specification/parseSpecification';
import { fingerprint, rows, rowsOfSpecification } from './specification/rows';

const ROOT = resolve(__dirname, '../..');
const PAGE = resolve(ROOT, 'docs/coverage.md');
/** Of the list as it was last compared with the specification. Change it only together with the comparison. */
const COMPARED_LIST = 'b65476efb4bf6089082a7779b880e3cfc13013191138d39d654f4385259780ed';

const collected = new Map<string, readonly DeclaredTest[]>();
function testsOf(file: string): readonly DeclaredTest[] {
	const known = collected.get(file) ?? collectTitles(file, () => void jest.requireActual(resolve(ROOT, file)));
	collected.set(file, known);
	return known;
}

const specification = rowsOfSpecification();
let proven: ReturnType<typeof provenRows>;
beforeAll(() => {
	proven = provenRows(rows, PROOFS, testsOf);
});

describe('the list of rows and rules of the specification', () => {
	it('is the one that was compared with the specification', () => {
		expect(fingerprint).toBe(COMPARED_LIST);
	});

	// One of the two runs, and its title says which: nothing is skipped in silence.
	if (specification) {
		it('lacks nothing of the specification, and adds nothing (the specification is at hand)', () => {
			expect(rows).toEqual(specification);
		});
	} else {
		it('is compared by its fingerprint alone, for the specification is not at hand', () => {
			expect(rows.length).toBeGreaterThan(0);
		});
	}

	it('has a proof for each row, or the reason why there is nothing to prove', () => {
		const gaps = proven.filter(({ tests, nothingToProve }) => tests.length === 0 && nothingToProve === undefined);
		expect(gaps.map((row) => `${row.heading}: ${nameOfRow(row)}`)).toEqual([]);
	});

	it('is proved by tests that exist', () => {
		expect(proven.flatMap(({ missing }) => missing)).toEqual([]);
	});

	it('has no proofs left over of rows that are no more', () => {
		expect(unusedProofs(rows, PROOFS)).toEqual([]);
	});
});

it('docs/coverage.md tells what is covered (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = coveragePage(proven);
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});
