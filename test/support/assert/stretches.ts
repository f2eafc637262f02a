/** Sums up numbers as ranges without gaps, such as ['0 to 499', '600 to 600'], so that differences are easy to see. */
export function stretches(numbers: readonly number[]): string[] {
	const found: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = found.at(-1);
		if (last?.to === number - 1) last.to = number;
		else found.push({ from: number, to: number });
	}
	return found.map(({ from, to }) => `${from} to ${to}`);
}
