import { contenders } from './contenders';
import { closeBareClient } from './contenders/bareClient';
import type { ContenderName } from './contenders/contender';
import { measure } from './measure';
import type { ContenderResult, WorkResult } from './results';
import { startSandboxProcess } from './sandboxProcess';
import type { Work } from './works/work';

const ROUNDS_OF_SLOW = 2;

export interface RunOptions {
	rounds: number;
	contenders: readonly ContenderName[];
	/** Whether the first round, which warms up, looks at memory as well; that takes longer. */
	isMemoryMeasured: boolean;
	/** Told what is under way, in a few words. */
	onProgress: (what: string) => void;
}

/** Measures one row: a round that warms up, then all contenders in turn, round after round. */
export async function runWork(work: Work, options: RunOptions): Promise<WorkResult> {
	const { rounds, isMemoryMeasured, onProgress } = options;
	const sandbox = await startSandboxProcess(work.sandbox);
	try {
		const input = (await work.prepareInput?.(sandbox)) ?? [{}];
		const names = options.contenders.filter((name) => name !== 'httpRequestBatched' || work.hasBatching);
		const results = names.map((name): ContenderResult => ({ name, rounds: [] }));
		for (let round = 0; round <= (work.rounds ?? rounds); round++) {
			// Another one begins each time, so that none always follows the same.
			for (const result of rotate(results, round)) {
				const isWarmUp = round === 0;
				if (isSlow(work, result.name) && (isWarmUp || round > ROUNDS_OF_SLOW)) continue;
				const { title, run } = contenders[result.name];
				onProgress(`${isWarmUp ? 'warm-up' : `round ${round}`}: ${title}`);
				const measured = await measure(run, work, sandbox, input, { isForMemory: isWarmUp && isMemoryMeasured });
				if (!isWarmUp) result.rounds.push(measured);
				else if (isMemoryMeasured) result.memory = measured;
			}
		}
		return { work, contenders: results };
	} finally {
		closeBareClient();
		await sandbox.stop();
	}
}

const isSlow = ({ slow = [] }: Work, name: ContenderName) => name === 'httpRequestBatched' || slow.includes(name);

function rotate<Entry>(entries: readonly Entry[], by: number): Entry[] {
	const start = by % entries.length;
	return [...entries.slice(start), ...entries.slice(0, start)];
}
