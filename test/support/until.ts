import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_AFTER_MS = 5;

/** Resolves once the condition is true. @throws Error after `timeoutMs`, so that no test goes on with less */
export async function until(
	isSo: () => boolean | Promise<boolean>,
	timeoutMs = 5_000,
): Promise<void> {
	const deadlineMs = Date.now() + timeoutMs;
	while (!(await isSo())) {
		if (Date.now() >= deadlineMs)
			throw new Error(`Not so after ${timeoutMs} ms: ${String(isSo).slice(0, 200)}`);
		await sleep(LOOK_AGAIN_AFTER_MS);
	}
}
