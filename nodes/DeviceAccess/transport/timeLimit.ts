import { onAbort } from './cancelSignal';

/** Thrown when a piece of work is not done within its time. Has the network's code for that. */
export class TimeLimitError extends Error {
	readonly code = 'ECONNABORTED';

	constructor() {
		super('The time limit has passed');
	}
}

/**
 * Runs `work`, and throws TimeLimitError where it takes longer than `timeLimitMs`; the signal that it is given is aborted
 * then, and with `cancelled`. n8n's own time limit of a request counts from byte to byte, and never ends an answer that drips.
 */
export async function withTimeLimit<Result>(
	timeLimitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	cancelled?: AbortSignal,
): Promise<Result> {
	const ending = new AbortController();
	const cancel = () => ending.abort();
	const timer = AbortSignal.timeout(Math.ceil(timeLimitMs));
	let giveUp = () => {};
	const timeIsOver = new Promise<never>((_resolve, reject) => {
		giveUp = () => {
			reject(new TimeLimitError());
			ending.abort();
		};
	});
	timer.addEventListener('abort', giveUp);
	onAbort(cancelled, cancel);
	try {
		return await Promise.race([work(ending.signal), timeIsOver]);
	} finally {
		// A signal of a whole run outlives thousands of requests, and one of a timer is kept as long as somebody listens.
		timer.removeEventListener('abort', giveUp);
		cancelled?.removeEventListener('abort', cancel);
	}
}
