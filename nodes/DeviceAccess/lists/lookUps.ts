import { CancelledError, isNotOffered, rethrow } from '../errors/errors';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';

/** By ID. An ID has no entry if its last lookup succeeded. */
export type LookUpFailures = Map<string, unknown>;

/** Never throws: notes failures by ID. */
export async function lookUpInBatches<Found>(
	ids: string[],
	failures: LookUpFailures,
	lookUpBatch: (batch: string[]) => Promise<Found[]>,
	batchSize = LOOK_UP_BATCH_SIZE,
): Promise<Found[]> {
	const lookUpTolerantly = async (batch: string[]): Promise<Found[]> => {
		// The lookup may note failures of its own.
		for (const id of batch) failures.delete(id);
		try {
			return await lookUpBatch(batch);
		} catch (error) {
			// Stopping the workflow says nothing about the IDs.
			if (!(error instanceof CancelledError)) for (const id of batch) failures.set(id, error);
			return [];
		}
	};
	return (await Promise.all(inBatches(ids, batchSize).map(lookUpTolerantly))).flat();
}

export async function lookUpEach<Found>(
	ids: string[],
	failures: LookUpFailures,
	lookUpOne: (id: string) => Promise<Found | undefined>,
): Promise<Found[]> {
	const lookUpBatch = async ([id = '']: string[]) => {
		const found = await lookUpOne(id);
		return found === undefined ? [] : [found];
	};
	return await lookUpInBatches(ids, failures, lookUpBatch, 1);
}

export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size)
		batches.push(entries.slice(start, start + size));
	return batches;
}

/** Any server may answer so for a moment. */
const REFUSALS_TO_BELIEVE = 2;

/**
 * Undefined if the service does not offer the list, or not with these parameters. Refused twice in a
 * row, it is not asked for again.
 */
export function readIfOffered<Read>(): (read: () => Promise<Read>) => Promise<Read | undefined> {
	let refusals = 0;
	return async (read) => {
		if (refusals >= REFUSALS_TO_BELIEVE) return undefined;
		try {
			const found = await read();
			refusals = 0;
			return found;
		} catch (error) {
			if (!isNotOffered(error)) return rethrow(error);
			refusals++;
			return undefined;
		}
	};
}
