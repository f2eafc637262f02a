import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { mapBounded } from './mapBounded';
import type { Send } from './send';

const TOO_MANY_REQUESTS = 429;

/** Sends one request per body, at most `bound` at once. A request that waits after a 429 keeps its place, which is simple but blocks others. */
export async function sendAll(
	send: Send,
	path: string,
	bodies: readonly IDataObject[],
	bound: number,
): Promise<IDataObject[]> {
	return await mapBounded(bodies, bound, async (body) => {
		for (;;) {
			const answer = await send(path, body);
			if (answer.status !== TOO_MANY_REQUESTS) return answer.body;
			await delay((answer.retryAfterS ?? 1) * 1000);
		}
	});
}
