import type { SoakResult } from './runSoak';

/** Limits on memory growth, as ratios. Even after garbage collection, heaps differ by a few percent after the same work. */
const MOST_GROWTH_RATIO = 1.25;
const MOST_LEFT_SHARE = 0.1;

/** Growth over the heap that remains after the output is released, in KB per item. */
export interface MemoryGrowth {
	items: number;
	/** The highest sample of the run, and the sample at its end while the output is held. */
	peakKbPerItem: number;
	heldKbPerItem: number;
	/** Size of a copy of the output. */
	outputKbPerItem: number;
	leftMb: number;
}

export interface MemoryCheck {
	small: MemoryGrowth;
	large: MemoryGrowth;
	/** Growth per item of the large run divided by that of the small run: 1 is linear. */
	peakRatio: number;
	heldRatio: number;
	/** Heap left by the large run minus that left by the small run, as a share of the heap that the large run held. */
	leftShare: number;
	isFlat: boolean;
}

/** Memory is flat if an item costs the same for any number of items and nothing remains after the output is released. */
export function checkMemory(smallRun: SoakResult, largeRun: SoakResult): MemoryCheck {
	const small = growthOf(smallRun);
	const large = growthOf(largeRun);
	const peakRatio = large.peakKbPerItem / small.peakKbPerItem;
	const heldRatio = large.heldKbPerItem / small.heldKbPerItem;
	const leftShare =
		Math.max(0, large.leftMb - small.leftMb) / ((large.heldKbPerItem * large.items) / 1024);
	const isFlat =
		peakRatio <= MOST_GROWTH_RATIO &&
		heldRatio <= MOST_GROWTH_RATIO &&
		leftShare <= MOST_LEFT_SHARE;
	return { small, large, peakRatio, heldRatio, leftShare, isFlat };
}

function growthOf({ setup: { items }, memory, outputMb }: SoakResult): MemoryGrowth {
	const leftMb = memory.at(-1)?.heapMb ?? NaN;
	const perItem = (heapMb: number) => ((heapMb - leftMb) * 1024) / items;
	return {
		items,
		peakKbPerItem: perItem(Math.max(...memory.map(({ heapMb }) => heapMb))),
		heldKbPerItem: perItem(memory.at(-2)?.heapMb ?? NaN),
		outputKbPerItem: (outputMb * 1024) / items,
		leftMb,
	};
}
