import { skipPauses } from '../support/clock/skipPauses';
import { playScenario } from '../support/example/faults/scenario';
import { allFaults } from '../support/example/faults/scenarios';

beforeEach(() => void skipPauses());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

it.each(allFaults())(
	'$name, at every node: only the guest and the host get messages, nothing is said to be well that is not, and each failure is told once',
	async ({ scenario, plans }) => {
		const { wrong, unreached } = await playScenario(scenario, plans);
		const { neverReached = [] } = scenario;
		expect([wrong, unreached.filter((node) => !neverReached.includes(node))]).toEqual([[], []]);
	},
	1_800_000,
);
