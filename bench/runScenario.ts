import { clients } from './clients';
import { closeBareClient } from './clients/bareClient';
import type { ClientName, Scenario } from './scenarios/scenario';
import { measure } from './measure';
import { putBehindNetwork } from './network/putBehindNetwork';
import type { ClientResult, ScenarioResult } from './results';
import { startSandboxProcess } from './sandboxProcess';

const ROUNDS_OF_SLOW = 2;

export interface RunOptions {
	rounds: number;
	clients: readonly ClientName[];
	/** Whether the first round, which warms up, also measures memory; this takes longer. */
	isMemoryMeasured: boolean;
	/** Called with a few words about the current step. */
	onProgress: (what: string) => void;
}

/** Measures one row: a round that warms up, then all clients in turn, round after round. */
export async function runScenario(
	scenario: Scenario,
	options: RunOptions,
): Promise<ScenarioResult> {
	const { rounds, isMemoryMeasured, onProgress } = options;
	const { roundTripMs } = scenario;
	const direct = await startSandboxProcess(scenario.sandbox);
	const sandbox = roundTripMs === undefined ? direct : await putBehindNetwork(direct, roundTripMs);
	try {
		await sandbox.restore();
		const input = (await scenario.prepareInput?.(sandbox)) ?? [{}];
		const names = options.clients.filter(
			(name) => name !== 'httpRequestBatched' || scenario.hasBatching,
		);
		const results = names.map((name): ClientResult => ({ name, rounds: [] }));
		for (let round = 0; round <= (scenario.rounds ?? rounds); round++) {
			// Each round starts with a different client, so that no client always follows the same one.
			for (const result of rotate(results, round)) {
				const isWarmUp = round === 0;
				if (isSlow(scenario, result.name) && (isWarmUp || round > ROUNDS_OF_SLOW)) continue;
				const { title, run } = clients[result.name];
				onProgress(`${isWarmUp ? 'warm-up' : `round ${round}`}: ${title}`);
				const measured = await measure(run, scenario, sandbox, input, {
					isForMemory: isWarmUp && isMemoryMeasured,
				});
				if (!isWarmUp) result.rounds.push(measured);
				else if (isMemoryMeasured) result.memory = measured;
			}
		}
		return { scenario, clients: results };
	} finally {
		closeBareClient();
		await sandbox.stop();
	}
}

const isSlow = ({ slow = [] }: Scenario, name: ClientName) =>
	name === 'httpRequestBatched' || slow.includes(name);

function rotate<Entry>(entries: readonly Entry[], by: number): Entry[] {
	const start = by % entries.length;
	return [...entries.slice(start), ...entries.slice(0, start)];
}
