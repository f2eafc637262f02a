import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../../host/process/waitFor';

export const PICTURES_FOLDER = resolve(__dirname, '..', '..', '..', '..', 'docs', 'pictures');

/**
 * Takes a picture for the docs, of the window or a part of it, once its subject is visible. `npm run pictures`
 * takes it; every other run checks that the subject still shows and that the picture exists.
 */
export async function picture(
	page: Page,
	name: string,
	subject: Locator,
	part?: Locator,
): Promise<void> {
	await subject.waitFor();
	const path = join(PICTURES_FOLDER, `${name}.png`);
	if (process.env.TAKE_PICTURES !== '1') {
		if (!existsSync(path))
			throw new Error(
				`There is no picture '${name}' in docs/pictures. Run "npm run pictures", and look at it.`,
			);
		return;
	}
	await putMessagesAway(page);
	await (part ?? page).screenshot({ path, animations: 'disabled', caret: 'hide' });
}

/** Closes the messages in the corner of the editor; error messages would otherwise stay. */
async function putMessagesAway(page: Page): Promise<void> {
	const messages = page.locator('.el-notification');
	await waitFor('the messages in the corner to be gone', async () => {
		if ((await messages.count()) === 0) return true;
		await messages
			.first()
			.locator('.el-notification__closeBtn')
			.click({ timeout: 500 })
			.catch(() => {});
		return undefined;
	});
}
