/**
 * Sets n8n's clock, and with it the times in deliveries, to `atMs` (milliseconds since 1970). Timers and sockets keep running.
 * `jest.useRealTimers()` restores the clock.
 */
export function moveTimeTo(atMs: number): void {
	jest.useFakeTimers({
		now: atMs,
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}
