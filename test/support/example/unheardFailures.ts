import { WorkflowExecute } from 'n8n-core';
import { FaultyEngine, nodesAfter } from './faults/faultAt';
import type { ExampleRun, Given, HostN8n } from './useExample';

let engine: FaultyEngine | undefined;

/**
 * The nodes whose failure nobody hears of: the execution succeeds, and what it should do is not done. Each node that an
 * execution from `start` can reach fails once, with all of its tries, after `prepare`. *Something failed* tells the host of
 * executions that fail.
 */
export async function unheardFailures(
	host: HostN8n,
	start: string,
	prepare: () => Promise<Given> | Given,
	isDone: (run: ExampleRun) => boolean | Promise<boolean>,
): Promise<{ unheard: string[]; failed: number }> {
	const faults = (engine ??= new FaultyEngine(WorkflowExecute.prototype as never));
	const unheard: string[] = [];
	let failed = 0;
	for (const node of nodesAfter(host.example, start)) {
		const given = await prepare();
		faults.set({ node, fault: 'error' });
		const run = await host.execute(start, given);
		const { happened } = faults;
		faults.set(undefined);
		if (!happened) continue;
		failed += 1;
		if (!run.error() && !(await isDone(run))) unheard.push(node);
	}
	return { unheard, failed };
}
