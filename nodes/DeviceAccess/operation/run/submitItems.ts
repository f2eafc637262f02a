import type { ItemRun, ItemState, ItemWork, PreparedItem } from '../types';
import { workOn } from './itemPolicy';

/**
 * Submits all items under the policy of `itemPolicy`, and resolves with their states in order.
 * Items start when the request queue has room; only the queue limits the requests in flight.
 * Updates of one record (`inOrderOf`) are sent one after another.
 */
export async function submitItems<Accepted>(
	run: ItemRun,
	items: readonly PreparedItem[],
	submit: (work: ItemWork) => Promise<ItemState<Accepted>>,
): Promise<Array<ItemState<Accepted>>> {
	const states: Array<Promise<ItemState<Accepted>>> = [];
	const lastByRecord = new Map<string, Promise<ItemState<Accepted>>>();
	for (const item of items) {
		// Starting all at once would keep thousands waiting in memory.
		await run.awaitRoom();
		const start = async () =>
			'is' in item ? item : await workOn(run, async () => await submit(item));
		const record = 'is' in item ? undefined : changedRecord(run, item);
		const earlier = record === undefined ? undefined : lastByRecord.get(record);
		const state = earlier ? earlier.then(start) : start();
		if (record !== undefined) lastByRecord.set(record, state);
		states.push(state);
	}
	return await Promise.all(states);
}

/** The record that an update changes; undefined if the order of the requests does not matter. */
const changedRecord = (
	{ operation: { inOrderOf } }: ItemRun,
	{ body }: ItemWork,
): string | undefined => inOrderOf && JSON.stringify(inOrderOf.map((name) => body[name]));
