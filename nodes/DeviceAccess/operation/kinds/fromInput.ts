import type { WireObject } from '../../wire/records';
import { failItem, finishedItem, ofRun, submitItems } from '../run/sendItems';
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

/** What concerns all items. */
export interface Together {
	/** What a record is about. Of several records, the last one is returned; undefined for any. */
	about: (record: WireObject) => unknown;
	/** Whether the record is that of what could not be read before. */
	isAnswerTo: (error: unknown, record: WireObject) => boolean;
	/** Whether the record says more than the name of what it is about. */
	isRead: (record: WireObject) => boolean;
	/**
	 * Why the node fails, if it does. `options` are those of the first item that has readable ones;
	 * the node fails if none has.
	 */
	failureOf: (options: ItemValues['options'], isNothingRead: boolean, errors: unknown[]) => unknown;
}

export interface FromInputKind extends Kind {
	readonly name: 'fromInput';
}

export const fromInput = (read: ReadInput, together?: Together): FromInputKind => ({
	name: 'fromInput',
	fields: {},
	options: {},
	run: async (run, items) => {
		const states = await submitItems(run, items, async (work) => readAll(run, work, read));
		const readable = items.find((item) => !('is' in item));
		return together ? readTogether(run, states, together, readable?.values?.options) : states;
	},
});

type Part = FinishedItem | FailedItem;

/** One thing that cannot be read does not take the others with it. */
function readAll(run: ItemRun, work: ItemWork, read: ReadInput): ItemState {
	const parts = read(work.values, work.input).map((readOne): Part => {
		try {
			return finishedItem(run, work, ...readOne());
		} catch (error) {
			return failItem(run, error);
		}
	});
	return parts.length === 1 ? parts[0] : { is: 'several', parts };
}

const partsOf = (state: ItemState): readonly Part[] => {
	if (state?.is === 'several') return state.parts;
	return state?.is === 'finished' || state?.is === 'failed' ? [state] : [];
};

function readTogether(
	run: ItemRun,
	states: readonly ItemState[],
	{ about, isAnswerTo, isRead, failureOf }: Together,
	options: ItemValues['options'] | undefined,
): ItemState[] {
	const parts = states.flatMap(partsOf);
	const isNothingRead = parts.every((part) => part.is === 'failed' || !part.records.some(isRead));
	const errors = parts.flatMap((part) => (part.is === 'failed' ? [part.error] : []));
	if (!options) return states.map((state) => (state?.is === 'failed' ? ofRun(state) : state));
	const failure = failureOf(options, isNothingRead, errors);
	if (failure !== undefined) return states.map(() => ofRun(failItem(run, failure)));
	const lastOf = new Map<unknown, Part>();
	for (const part of parts)
		if (part.is === 'finished') for (const record of part.records) lastOf.set(about(record), part);
	const isAnswered = (part: FailedItem) =>
		parts
			.slice(parts.indexOf(part))
			.some(
				(later) =>
					later.is === 'finished' && later.records.some((one) => isAnswerTo(part.error, one)),
			);
	const newest = (part: Part): Part => {
		if (part.is === 'failed') return isAnswered(part) ? { is: 'finished', records: [] } : part;
		const records = part.records.filter((record) => {
			const what = about(record);
			return what === undefined || lastOf.get(what) === part;
		});
		return { ...part, records };
	};
	return states.map((state) => {
		if (state?.is === 'several') return { ...state, parts: state.parts.map(newest) };
		return state?.is === 'finished' || state?.is === 'failed' ? newest(state) : state;
	});
}
