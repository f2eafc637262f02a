/** Maps entries in their order, at most `bound` at once. */
export async function mapBounded<Entry, Result>(
	entries: readonly Entry[],
	bound: number,
	map: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(entries.length);
	let next = 0;
	const scenario = async () => {
		while (next < entries.length) {
			const index = next++;
			results[index] = await map(entries[index] as Entry);
		}
	};
	await Promise.all(Array.from({ length: Math.min(bound, entries.length) }, scenario));
	return results;
}
