import { resolve } from 'node:path';
import { type FaultCase, type Outcome } from './faults/faultCase';
import { faultsPage } from './faults/faultsPage';
import { lists } from './faults/lists';
import { network } from './faults/network';
import { reads } from './faults/reads';
import { keepPage } from '../support/keepPage';
import { runFaultCase } from './faults/runFaultCase';
import { writes } from './faults/waits';
import { skipPauses } from '../support/skipPauses';

/** All cases, in the order of the page. */
const faultSections = [lists, reads, ...writes, network];

const PAGE = resolve(__dirname, '../../docs/faults.md');

const observed = new Map<FaultCase, Outcome>();
const titleOf = ({ fault, operation, onError = 'stopWorkflow' }: FaultCase) =>
	`${fault}: ${operation}, ${onError}`;

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

describe.each(faultSections)('$title', ({ cases }) => {
	it.each(cases.map((faultCase) => [titleOf(faultCase), faultCase] as const))(
		'%s',
		async (_title, faultCase) => {
			const { outcome, violations } = await runFaultCase(faultCase);
			observed.set(faultCase, outcome);
			expect({ ...outcome, says: undefined, violations }).toEqual({
				...faultCase.expected,
				violations: [],
			});
		},
	);
});

it('docs/faults.md says what was observed (outside CI, this test rewrites the page: check it, commit it and run again)', async () => {
	const page = faultsPage(faultSections, observed);
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});
