const LOG_INTERVAL_MS = 15_000;

/** Shows progress lines: on a screen, each replaces the one before; a log gets one every 15 seconds, the first at once. */
export function showProgress() {
	const { isTTY } = process.stdout;
	let shownAt = 0;
	return {
		/** @param {string} line */
		show: (line) => {
			// Clears the rest of the line.
			if (isTTY) process.stdout.write(`\r${line}\u001b[K`);
			else if (Date.now() - shownAt >= LOG_INTERVAL_MS) {
				shownAt = Date.now();
				process.stdout.write(`${line}\n`);
			}
		},
		end: () => {
			if (isTTY) process.stdout.write('\n');
		},
	};
}
