import { CancelledError } from '../errors/errors';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';

/** Why the last look-up of an ID failed; an ID that was looked up well has no entry. */
export type LookUpFailures = Map<string, unknown>;

/**
 * Looks many IDs up, batch by batch, side by side. Never throws: a batch that fails is noted in `failures`, by its IDs,
 * and takes nothing from the others. The first one goes ahead, because it may show what the service offers.
 */
export async function lookUpInBatches<Found>(
	ids: string[],
	failures: LookUpFailures,
	lookUpBatch: (batch: string[]) => Promise<Found[]>,
	batchSize = LOOK_UP_BATCH_SIZE,
): Promise<Found[]> {
	const lookUpTolerantly = async (batch: string[]): Promise<Found[]> => {
		// Beforehand: a look-up within this one may note failures of its own.
		for (const id of batch) failures.delete(id);
		try {
			return await lookUpBatch(batch);
		} catch (error) {
			// That a person stops the workflow says nothing about what was looked up.
			if (!(error instanceof CancelledError)) for (const id of batch) failures.set(id, error);
			return [];
		}
	};
	const [first, ...rest] = inBatches(ids, batchSize);
	if (!first) return [];
	return [await lookUpTolerantly(first), ...(await Promise.all(rest.map(lookUpTolerantly)))].flat();
}

/** The same, an ID a request: `lookUpOne` resolves with undefined where there is nothing to find. */
export async function lookUpEach<Found>(ids: string[], failures: LookUpFailures, lookUpOne: (id: string) => Promise<Found | undefined>): Promise<Found[]> {
	const lookUpBatch = async ([id = '']: string[]) => {
		const found = await lookUpOne(id);
		return found === undefined ? [] : [found];
	};
	return await lookUpInBatches(ids, failures, lookUpBatch, 1);
}

/** Splits a list; a look-up of thousands goes out in parts of this size. */
export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size));
	return batches;
}
