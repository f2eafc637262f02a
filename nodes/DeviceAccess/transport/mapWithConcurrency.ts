/**
 * Results are in the order of the items. Once `shouldStop` returns true or `work` rejects, nothing
 * more is started, and the rest stays undefined. A rejection waits for running work.
 */
export async function mapWithConcurrency<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
	shouldStop: () => boolean = () => false,
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(items.length).fill(undefined);
	const rejections: unknown[] = [];
	let next = 0;
	const worker = async () => {
		while (next < items.length && rejections.length === 0 && !shouldStop()) {
			const index = next++;
			try {
				results[index] = await work(items[index] as Item, index);
			} catch (error) {
				rejections.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
	if (rejections.length > 0) throw rejections[0];
	return results;
}
