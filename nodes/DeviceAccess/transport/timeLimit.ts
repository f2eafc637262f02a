import { onAbort } from './cancelSignal';

/** Thrown when work takes too long. Has the network code of a timeout. */
export class TimeLimitError extends Error {
	readonly code = 'ECONNABORTED';

	constructor() {
		super('The time limit has passed');
	}
}

/**
 * Runs `work`, and throws TimeLimitError if it takes longer than `timeLimitMs`. The signal of
 * `work` aborts then, or when `cancelled` does. n8n's own timeout counts between bytes, so an
 * answer that trickles in never times out.
 */
export async function withTimeLimit<Result>(
	timeLimitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	cancelled?: AbortSignal,
): Promise<Result> {
	const aborter = new AbortController();
	const cancel = () => aborter.abort();
	const timer = AbortSignal.timeout(Math.ceil(timeLimitMs));
	let giveUp = () => {};
	const timeIsOver = new Promise<never>((_resolve, reject) => {
		giveUp = () => {
			reject(new TimeLimitError());
			aborter.abort();
		};
	});
	timer.addEventListener('abort', giveUp);
	onAbort(cancelled, cancel);
	try {
		return await Promise.race([work(aborter.signal), timeIsOver]);
	} finally {
		// The signal of a run lives for thousands of requests, and a timer's signal is kept as long as
		// it has a listener.
		timer.removeEventListener('abort', giveUp);
		cancelled?.removeEventListener('abort', cancel);
	}
}
