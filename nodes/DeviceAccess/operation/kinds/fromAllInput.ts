import type { WireObject } from '../../wire/records';
import { failItem, finishedItem } from '../run/sendItems';
import type { ItemState, ItemValues, Kind } from '../types';

export interface ReadItem {
	values: ItemValues;
	input: WireObject;
}

/** Reads all input items together. Returns how to make the items of each. */
export type ReadAll = (items: readonly ReadItem[]) => ReadonlyArray<() => readonly WireObject[]>;

export interface FromAllInputKind extends Kind {
	readonly name: 'fromAllInput';
}

export const fromAllInput = (read: ReadAll): FromAllInputKind => ({
	name: 'fromAllInput',
	fields: {},
	options: {},
	run: async (run, items) => {
		const works = items.flatMap((item) => ('is' in item ? [] : [item]));
		const makers = read(works);
		return items.map((item): ItemState => {
			if ('is' in item) return item;
			try {
				return finishedItem(run, item, ...(makers[works.indexOf(item)]?.() ?? []));
			} catch (error) {
				return failItem(run, error);
			}
		});
	},
});
