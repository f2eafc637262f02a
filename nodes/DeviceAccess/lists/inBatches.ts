/** Splits a list into parts of this size. */
export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size)
		batches.push(entries.slice(start, start + size));
	return batches;
}
