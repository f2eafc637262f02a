import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { mapBounded } from './mapBounded';
import type { Send } from './send';

const TICK_MS = 1_000;
const BATCH_SIZE = 100;

/** Checks all open attempts every second, 100 per request, until each has its outcome. */
export async function awaitAttempts(
	send: Send,
	attempts: IDataObject[],
	bound: number,
): Promise<IDataObject[]> {
	const settled: IDataObject[] = [];
	let open = attempts.map(({ action_attempt_id: id }) => id as string);
	while (open.length > 0) {
		await delay(TICK_MS);
		const batches = Array.from({ length: Math.ceil(open.length / BATCH_SIZE) }, (_, index) =>
			open.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
		);
		const pages = await mapBounded(
			batches,
			bound,
			async (ids) =>
				(await send('/action_attempts/list', { action_attempt_ids: ids, limit: ids.length })).body
					.action_attempts as IDataObject[],
		);
		const looked = pages.flat();
		settled.push(...looked.filter(({ status }) => status !== 'pending'));
		open = looked
			.filter(({ status }) => status === 'pending')
			.map(({ action_attempt_id: id }) => id as string);
	}
	return settled;
}
