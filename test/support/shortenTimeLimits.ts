/** Ends every time limit of the node after so many milliseconds at most, until jest restores its mocks. */
export function shortenTimeLimits(longestMs: number): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => timeout(Math.min(limitMs, longestMs)));
}
