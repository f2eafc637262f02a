import type { WireObject } from '../../wire/records';
import { finishItem } from '../run/finishItem';
import { submitItems } from '../run/submitItems';
import type { ItemValues, Kind } from '../types';

/** Reads the records in an input item. Throws InvalidParameterError if it has none. */
export type ReadInput = (values: ItemValues, input: WireObject) => readonly WireObject[];

export interface FromInputKind extends Kind {
	readonly name: 'fromInput';
}

/** Sends no request: each input item becomes the records that it has. */
export const fromInput = (read: ReadInput): FromInputKind => ({
	name: 'fromInput',
	fields: {},
	options: {},
	run: async (run, items) =>
		await submitItems(run, items, async (work) =>
			finishItem(run, work, ...read(work.values, work.input)),
		),
});
