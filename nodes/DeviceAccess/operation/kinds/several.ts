import { takeList } from '../../transport/readAnswer';
import { ended, sendItem, submitItems } from '../submitItems';
import type { Kind } from '../types';

export interface SeveralKind extends Kind {
	readonly name: 'several';
	member: string;
}

/** The answer to a write holds the whole list under `member`: an item each. */
export const several = (member: string): SeveralKind => ({
	name: 'several',
	member,
	fields: {},
	options: {},
	run: async (run, items) =>
		await submitItems(run, items, async (work) => ended(run, work, ...takeList(await sendItem(run, work), member))),
});
