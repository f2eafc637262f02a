import type { IDataObject } from 'n8n-workflow';
import type { Work } from '../works/work';
import type { Outcome } from './contender';

/** Counts what came out: a refusal or an error is a failed item, and so is what the work does not take for done. */
export function tally(
	records: readonly IDataObject[],
	{ isDone = () => true }: Pick<Work, 'isDone'>,
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
