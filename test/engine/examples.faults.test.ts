import { skipPauses } from '../support/clock/skipPauses';
import { playScenario } from '../support/example/faults/scenario';
import { someFaults } from '../support/example/faults/scenarios';

/** All of them: test/nightly/examples.faults.test.ts. */
const SEED = 55;

beforeEach(() => void skipPauses());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

it.each(someFaults(SEED))(
	'$name, whichever node fails: only the guest and the host get messages, nothing is said to be well that is not, and each failure is told once',
	async ({ scenario, plans }) => {
		expect((await playScenario(scenario, plans)).wrong).toEqual([]);
	},
);
