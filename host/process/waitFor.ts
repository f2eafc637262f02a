const POLL_INTERVAL_MS = 200;
const TIME_LIMIT_MS = 60_000;

/** Polls five times a second until `ask` resolves with a value. @throws Error after a minute by default */
export async function waitFor<T>(
	what: string,
	ask: () => Promise<T | undefined>,
	timeLimitMs = TIME_LIMIT_MS,
): Promise<T> {
	const deadline = Date.now() + timeLimitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
	}
}
