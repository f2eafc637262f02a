import { takeList } from '../../transport/readAnswer';
import { finishItem, sendItem, submitItems } from '../run/sendItems';
import type { Kind } from '../types';

export interface SeveralKind extends Kind {
	readonly name: 'several';
	member: string;
}

/** A write whose answer has a list under `member`, one item per entry. */
export const several = (member: string): SeveralKind => ({
	name: 'several',
	member,
	fields: {},
	options: {},
	run: async (run, items) =>
		await submitItems(run, items, async (work) =>
			finishItem(run, work, ...takeList(await sendItem(run, work), member)),
		),
});
