/**
 * Runs `work` over the items, at most `limit` at a time; results stand in the order of the items. Work that calls
 * `leave` does not count from then on, so that the next item starts. Once `shouldStop` says so, nothing more is started
 * and the rest stays undefined. A rejection of `work` does the same: what is in flight settles, then the whole run
 * rejects with it.
 */
export async function mapWithConcurrency<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number, leave: () => void) => Promise<Result>,
	shouldStop: () => boolean = () => false,
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(items.length).fill(undefined);
	const rejections: unknown[] = [];
	const leftBehind: Array<Promise<void>> = [];
	const finish = async (index: number, leave: () => void) => {
		try {
			results[index] = await work(items[index] as Item, index, leave);
		} catch (error) {
			rejections.push(error);
		}
	};
	let next = 0;
	const worker = async () => {
		while (next < items.length && rejections.length === 0 && !shouldStop()) {
			let hasLeft = false;
			let leave = () => {};
			const left = new Promise<void>((resolve) => {
				leave = () => {
					hasLeft = true;
					resolve();
				};
			});
			const finished = finish(next++, leave);
			await Promise.race([finished, left]);
			if (hasLeft) leftBehind.push(finished);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
	await Promise.all(leftBehind);
	if (rejections.length > 0) throw rejections[0];
	return results;
}
