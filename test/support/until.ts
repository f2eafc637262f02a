import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_AFTER_MS = 5;

/** Resolves as soon as the condition holds, or after `timeoutMs` without it: what comes then must be asserted. */
export async function until(isSo: () => boolean, timeoutMs = 5_000): Promise<void> {
	const deadlineMs = Date.now() + timeoutMs;
	while (!isSo() && Date.now() < deadlineMs) await sleep(LOOK_AGAIN_AFTER_MS);
}
