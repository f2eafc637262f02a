import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_AFTER_MS = 5;

/** Resolves once the condition is true, or after `timeoutMs`. Assert the result afterwards. */
export async function until(
	isSo: () => boolean | Promise<boolean>,
	timeoutMs = 5_000,
): Promise<void> {
	const deadlineMs = Date.now() + timeoutMs;
	while (!(await isSo()) && Date.now() < deadlineMs) await sleep(LOOK_AGAIN_AFTER_MS);
}
