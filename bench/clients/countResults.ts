import type { IDataObject } from 'n8n-workflow';
import type { Scenario } from '../scenarios/scenario';
import type { Outcome } from './client';

/** Counts what came out: a refusal or an error is a failed item, and so is what the scenario does not take for done. */
export function countResults(
	records: readonly IDataObject[],
	{ isDone = () => true }: Pick<Scenario, 'isDone'>,
	resultsIn: (record: IDataObject) => number = () => 1,
): Pick<Outcome, 'results' | 'failed'> {
	let results = 0;
	let failed = 0;
	for (const record of records) {
		if (record.error || record.ok === false || !isDone(record)) failed++;
		else results += resultsIn(record);
	}
	return { results, failed };
}
