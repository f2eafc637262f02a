/**
 * A gate that lets at most `limit` pieces of work run at once, in the order in which they came. It stands in front of
 * every request of a run, so that lists within items and look-ups while waiting count too.
 */
export function inFlightLimit(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async (work) => {
		if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			// The place is handed on rather than given back, so that nobody slips in between.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
