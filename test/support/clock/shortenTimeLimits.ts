/** Shortens every time limit of the node to at most `longestMs`, until jest restores its mocks. */
export function shortenTimeLimits(longestMs: number): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((limitMs) => timeout(Math.min(limitMs, longestMs)));
}
