/** An entry of a list: `sequence` grows with every addition, so list order is creation order. */
export interface Sequenced {
	readonly sequence: number;
}

/** Index of the first entry that comes after `sequence` in a list ordered by it; the list's length if none does. */
export function indexAfter(list: readonly Sequenced[], sequence: number): number {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((list[middle]?.sequence ?? Infinity) <= sequence) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Takes an entry out of a list ordered by sequence. */
export function removeFrom<T extends Sequenced>(list: T[], entry: T): void {
	const index = indexAfter(list, entry.sequence - 1);
	if (list[index] === entry) list.splice(index, 1);
}
