import type { Page } from 'playwright-core';

/** A window with a form of n8n: its pages follow each other in the same window. */
export class FormPage {
	constructor(readonly page: Page) {}

	/** Fills in the fields of this page by their labels. In a list, chooses the first option that has the text. */
	async fill(fields: Record<string, string>): Promise<void> {
		for (const [label, text] of Object.entries(fields)) {
			const field = this.page.getByLabel(label);
			await field.waitFor();
			const options = await field.locator('option').allInnerTexts();
			if (options.length === 0) await field.fill(text);
			else
				await field.selectOption({
					index: options.findIndex((option) => option.includes(text)),
				});
		}
	}

	async submit(): Promise<void> {
		await this.page.locator('#submit-btn').click();
	}

	/** Waits until the last page has these words as its heading. Returns all of its text. */
	async answer(words: RegExp): Promise<string> {
		await this.page.getByRole('heading', { name: words }).waitFor({ timeout: 60_000 });
		return await this.page.locator('body').innerText();
	}
}
