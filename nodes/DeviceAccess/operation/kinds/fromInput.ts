import type { WireObject } from '../../wire/records';
import { failItem, finishedItem, submitItems } from '../run/sendItems';
import type {
	FailedItem,
	FinishedItem,
	ItemRun,
	ItemState,
	ItemValues,
	ItemWork,
	Kind,
} from '../types';

type ReadOne = () => readonly WireObject[];

export type ReadInput = (values: ItemValues, input: WireObject) => readonly ReadOne[];

export interface FromInputKind extends Kind {
	readonly name: 'fromInput';
}

export const fromInput = (read: ReadInput): FromInputKind => ({
	name: 'fromInput',
	fields: {},
	options: {},
	run: async (run, items) =>
		await submitItems(run, items, async (work) => readAll(run, work, read)),
});

/** One thing that cannot be read does not take the others with it. */
function readAll(run: ItemRun, work: ItemWork, read: ReadInput): ItemState {
	const parts = read(work.values, work.input).map((readOne): FinishedItem | FailedItem => {
		try {
			return finishedItem(run, work, ...readOne());
		} catch (error) {
			return failItem(run, error);
		}
	});
	return parts.length === 1 ? parts[0] : { is: 'several', parts };
}
