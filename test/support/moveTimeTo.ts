/**
 * Sets n8n's clock, and with it the deliveries' own times, milliseconds since 1970; timers and sockets go on as always.
 * `jest.useRealTimers()` puts it back.
 */
export function moveTimeTo(atMs: number): void {
	jest.useFakeTimers({
		now: atMs,
		doNotFake: [
			'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate',
			'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout',
		],
	});
}
