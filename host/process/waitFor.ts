const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;
const TIME_LIMIT_MS = 60_000;

/** Asks at once, then less and less often, at least five times a second, until `ask` resolves with a value. @throws Error after a minute by default */
export async function waitFor<T>(
	what: string,
	ask: () => Promise<T | undefined>,
	timeLimitMs = TIME_LIMIT_MS,
): Promise<T> {
	const deadline = Date.now() + timeLimitMs;
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
}
