import type { FaultCase, FaultOutcome } from './faults/faultCase';
import { lists } from './faults/lists';
import { network } from './faults/network';
import { reads } from './faults/reads';
import { runFaultCase } from './faults/runFaultCase';
import { writes } from './faults/waits';
import { skipPauses } from '../support/clock/skipPauses';

const faultSections = [lists, reads, ...writes, network];

const rows = new Map<FaultCase, FaultOutcome>();
const titleOf = ({ fault, operation, onError = 'stopWorkflow' }: FaultCase) =>
	`${fault}: ${operation}, ${onError}`;

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

describe.each(faultSections)('$title', ({ cases }) => {
	it.each(cases.map((faultCase) => [titleOf(faultCase), faultCase] as const))(
		'%s',
		async (_title, faultCase) => {
			const { outcome, violations } = await runFaultCase(faultCase);
			rows.set(faultCase, outcome);
			expect({ ...outcome, says: undefined, violations }).toEqual({
				...faultCase.expected,
				violations: [],
			});
		},
	);
});

it('says what a person reads under each fault, as the snapshot has it; `-u` writes it', () => {
	const casesByText: Record<string, string> = {};
	for (const [section, { cases }] of faultSections.entries())
		for (const [index, faultCase] of cases.entries())
			for (const said of rows.get(faultCase)?.says ?? []) {
				// Each case checks that the call was made.
				const text = said.join('\n').replace(/Call: [^,. ]+/, 'Call: {call}');
				const place = `${section + 1}.${index + 1}`;
				casesByText[text] = [casesByText[text] ?? [], place].flat().join(', ');
			}
	expect(casesByText).toMatchSnapshot();
});
