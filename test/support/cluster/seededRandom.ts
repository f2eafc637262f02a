/** Random numbers that are at least 0 and below 1; the same seed gives the same numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function shuffle<T>(values: readonly T[], random: () => number): T[] {
	const shuffled = [...values];
	for (let last = shuffled.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		[shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
	}
	return shuffled;
}
