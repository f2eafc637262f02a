import { resolve } from 'node:path';
import { type FaultCase, type Outcome } from '../support/faults/faultCase';
import { faultSections } from '../support/faults/faultSections';
import { faultsPage } from '../support/faults/faultsPage';
import { keepPage } from '../support/keepPage';
import { runFaultCase } from '../support/faults/runFaultCase';
import { skipPauses } from '../support/skipPauses';

const PAGE = resolve(__dirname, '../../docs/faults.md');

const observed = new Map<FaultCase, Outcome>();
const titleOf = ({ fault, operation, onError = 'stopWorkflow' }: FaultCase) => `${fault}: ${operation}, ${onError}`;

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

describe.each(faultSections)('$title', ({ cases }) => {
	it.each(cases.map((faultCase) => [titleOf(faultCase), faultCase] as const))('%s', async (_title, faultCase) => {
		const { outcome, violations } = await runFaultCase(faultCase);
		observed.set(faultCase, outcome);
		expect({ outcome, violations }).toEqual({ outcome: faultCase.expected, violations: [] });
	});
});

it('docs/faults.md says what was observed (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = faultsPage(faultSections, observed);
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});
