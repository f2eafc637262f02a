import { CancelledError } from '../errors/errors';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';

/** Why the last look-up of an ID failed; an ID that was looked up well has no entry. */
export type LookUpFailures = Map<string, unknown>;

export interface BatchedLookUp {
	requestsInFlight: number;
	/** What fails is noted here, and forgotten with the next look-up. */
	failures: LookUpFailures;
	/** IDs in one request. */
	batchSize?: number;
}

/**
 * Looks many IDs up, batch by batch, side by side. Never throws: a batch that fails is noted and takes nothing from the
 * others. The first one goes ahead, for it may show what the service offers.
 */
export async function lookUpInBatches<Found>(
	ids: string[],
	{ requestsInFlight, failures, batchSize = LOOK_UP_BATCH_SIZE }: BatchedLookUp,
	lookUpBatch: (batch: string[]) => Promise<Found[]>,
): Promise<Found[]> {
	const lookUpTolerantly = async (batch: string[]): Promise<Found[]> => {
		// Beforehand, for a look-up within this one may note failures of its own.
		for (const id of batch) failures.delete(id);
		try {
			return await lookUpBatch(batch);
		} catch (error) {
			// That a person stops the workflow says nothing about what was looked up.
			if (error instanceof CancelledError) return [];
			for (const id of batch) failures.set(id, error);
			return [];
		}
	};
	const [first, ...rest] = inBatches(ids, batchSize);
	if (!first) return [];
	const found = [await lookUpTolerantly(first), ...(await mapWithConcurrency(rest, requestsInFlight, lookUpTolerantly))];
	return found.flatMap((ofBatch) => ofBatch ?? []);
}

/** Splits a list; a look-up of thousands goes out in parts of this size. */
export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size));
	return batches;
}
