import type { Locator } from 'playwright-core';
import { waitFor } from '../../../../host/process/waitFor';

const RESULT_TIME_LIMIT_MS = 3_000;

/** Clicks until the result shows, because an editor that is still loading can redraw the target and lose the click. */
export async function clickUntil(
	target: Locator,
	result: Locator,
	click: 'click' | 'dblclick' = 'click',
): Promise<void> {
	await repeatUntil(
		result,
		async () => await target[click]({ timeout: RESULT_TIME_LIMIT_MS }),
		`${click} on ${String(target)}`,
	);
}

/** Repeats what a person does, such as pressing a key, until the result shows; `action` names it in the error. */
export async function repeatUntil(
	result: Locator,
	act: () => Promise<void>,
	action: string,
): Promise<void> {
	await waitFor(`${String(result)} after ${action}`, async () => {
		if (await result.isVisible()) return true;
		await act().catch(() => {});
		return await result.waitFor({ timeout: RESULT_TIME_LIMIT_MS }).then(
			() => true,
			() => undefined,
		);
	});
}
