import type { Locator, Page } from 'playwright-core';

/** The page of the sandbox as a person sees it: the rooms of the house, the PINs on their locks, and the latest events. */
export class SandboxPage {
	constructor(readonly page: Page) {}

	pinsOf(lock: string): Locator {
		return this.page.getByRole('table', { name: `PINs of ${lock}` });
	}

	/** Types a PIN at a lock as a guest does, and waits until the page shows that the lock opens or refuses it. */
	async typePin(lock: string, pin: string, result: 'opens' | 'refuses the PIN'): Promise<void> {
		await this.page.getByLabel('A guest at').selectOption(lock);
		await this.page.getByLabel('types the PIN').fill(pin);
		await this.page.getByRole('button', { name: 'Type PIN' }).click();
		await this.page.getByRole('status').getByText(`${lock} ${result}`).waitFor();
	}

	/** Shows the top of the page in the size of the pictures. */
	async frame(): Promise<void> {
		await this.page.setViewportSize({ width: 1200, height: 760 });
		await this.page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
	}
}
