import { type FaultRow, faultTable } from '../../tools/docs/observed/faultTable';
import type { Table } from '../../tools/docs/observed/tables';
import { checkTables } from '../support/checkTables';
import type { FaultCase } from './faults/faultCase';
import { lists } from './faults/lists';
import { network } from './faults/network';
import { reads } from './faults/reads';
import { inputOf } from './faults/observeOutcome';
import { runFaultCase } from './faults/runFaultCase';
import { writes } from './faults/waits';
import { skipPauses } from '../support/skipPauses';

/** All cases, in the order of the page. */
const faultSections = [lists, reads, ...writes, network];

/** What was observed, for the page. */
const rows = new Map<FaultCase, FaultRow>();
const titleOf = ({ fault, operation, onError = 'stopWorkflow' }: FaultCase) =>
	`${fault}: ${operation}, ${onError}`;

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

describe.each(faultSections)('$title', ({ cases }) => {
	it.each(cases.map((faultCase) => [titleOf(faultCase), faultCase] as const))(
		'%s',
		async (_title, faultCase) => {
			const { outcome, violations } = await runFaultCase(faultCase);
			rows.set(faultCase, { ...faultCase, inputItems: inputOf(faultCase).length, outcome });
			expect({ ...outcome, says: undefined, violations }).toEqual({
				...faultCase.expected,
				violations: [],
			});
		},
	);
});

it('the tables of docs/faults.md say what was observed; if not, `npm run docs:observed` writes them', () => {
	const tables = faultSections.map(({ title, cases }): [string, Table] => [
		title,
		faultTable(cases.flatMap((faultCase) => rows.get(faultCase) ?? [])),
	]);
	checkTables('faults.md', new Map(tables));
});
