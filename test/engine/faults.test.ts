import { FAULT_CASES } from './faults/cases';
import { runFaultCase } from './faults/runFaultCase';
import { skipPauses } from '../support/clock/skipPauses';

// One fault of each class, through the engine. Statuses, pages and texts: test/unit/transport, lists, waiting and errors.

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

const cases = Object.values(FAULT_CASES).flat();

it.each(cases.map((one) => ({ onError: 'stopWorkflow' as const, ...one })))(
	'$fault: $operation, $onError',
	async (faultCase) => {
		const { outcome, violations } = await runFaultCase(faultCase);
		expect({ ...outcome, says: undefined, violations }).toEqual({
			...faultCase.expected,
			violations: [],
		});
	},
);
