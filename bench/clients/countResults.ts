import type { IDataObject } from 'n8n-workflow';
import type { Scenario } from '../scenarios/scenario';
import type { Outcome } from './client';

/** Counts the results. Refusals, errors and results that are not done count as failed items. */
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
