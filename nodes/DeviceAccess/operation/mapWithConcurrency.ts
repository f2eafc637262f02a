/**
 * Runs `work` over the items, at most `limit` at a time; results stand in the order of the items. Once `shouldStop`
 * says so, nothing more is started and the rest stays undefined. `work` reports failures in its result: a rejection
 * ends the whole run.
 */
export async function mapWithConcurrency<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
	shouldStop: () => boolean = () => false,
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(items.length).fill(undefined);
	let next = 0;
	const worker = async () => {
		while (next < items.length && !shouldStop()) {
			const index = next++;
			results[index] = await work(items[index] as Item, index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
	return results;
}
