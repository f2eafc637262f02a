import type { WireObject } from '../../wire/records';
import { finishedItem, submitItems } from '../run/sendItems';
import type { ItemRun, ItemWork, Kind } from '../types';

/** The records of one item, with as many requests as they take. All items of a run share it. */
export type GetRecords = (run: ItemRun) => (work: ItemWork) => Promise<readonly WireObject[]>;

export interface RecordsKind extends Kind {
	readonly name: 'records';
	/** The member of an answer that has the record, or in the plural the records. */
	readonly member: string;
}

/** Each record that an item gets becomes an item. */
export const records = (member: string, get: GetRecords): RecordsKind => ({
	name: 'records',
	member,
	fields: {},
	options: {},
	run: async (run, items) => {
		const recordsOf = get(run);
		return await submitItems(run, items, async (work) =>
			finishedItem(run, work, ...(await recordsOf(work))),
		);
	},
});
