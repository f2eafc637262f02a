import { contenders } from './contenders';
import { closeBareClient } from './contenders/bareClient';
import type { ContenderName } from './contenders/contender';
import { measure } from './measure';
import type { ContenderResult, WorkResult } from './results';
import { startSandboxProcess } from './sandboxProcess';
import type { Work } from './works/work';

/** HTTP Request with batching waits most of its time, and would make up most of the run. */
const ROUNDS_OF_BATCHED = 2;

export interface RunOptions {
	rounds: number;
	/** Leaves out HTTP Request with batching, which no target looks at. */
	isQuick: boolean;
	/** Told what is under way, in a few words. */
	onProgress: (what: string) => void;
}

/** Measures one row: a round for memory that also warms up, then all contenders in turn, round after round. */
export async function runWork(work: Work, { rounds, isQuick, onProgress }: RunOptions): Promise<WorkResult> {
	const sandbox = await startSandboxProcess(work.sandbox);
	try {
		const input = (await work.prepareInput?.(sandbox)) ?? [{}];
		const names = (Object.keys(contenders) as ContenderName[]).filter(
			(name) => name !== 'httpRequestBatched' || (work.hasBatching && !isQuick),
		);
		const results = names.map((name): ContenderResult => ({ name, rounds: [] }));
		for (let round = 0; round <= (work.rounds ?? rounds); round++) {
			// Another one begins each time, so that none always follows the same.
			for (const result of rotate(results, round)) {
				const isForMemory = round === 0;
				if (result.name === 'httpRequestBatched' && (isForMemory || round > ROUNDS_OF_BATCHED)) continue;
				const { title, run } = contenders[result.name];
				onProgress(`${isForMemory ? 'memory' : `round ${round}`}: ${title}`);
				const measured = await measure(run, work, sandbox, input, { isForMemory });
				if (isForMemory) result.memory = measured;
				else result.rounds.push(measured);
			}
		}
		return { work, contenders: results };
	} finally {
		closeBareClient();
		await sandbox.stop();
	}
}

function rotate<Entry>(entries: readonly Entry[], by: number): Entry[] {
	const start = by % entries.length;
	return [...entries.slice(start), ...entries.slice(0, start)];
}
