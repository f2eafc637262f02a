import type { Locator, Page } from 'playwright-core';
import { clickUntil, repeatUntil } from './clickUntil';

/** Letters that no node has in its name or search words. */
const FINDS_NOTHING = 'qqqqqqqq';

/** The panel in which a person looks for nodes and their actions. */
export class NodePanel {
	private readonly searchBar: Locator;
	private readonly names: Locator;

	constructor(private readonly page: Page) {
		this.searchBar = page.getByTestId('node-creator-search-bar');
		this.names = page.getByTestId('node-creator-item-name');
	}

	async openForFirstStep(): Promise<void> {
		await clickUntil(this.page.getByTestId('canvas-plus-button'), this.searchBar);
	}

	async open(): Promise<void> {
		await repeatUntil(this.searchBar, async () => await this.page.keyboard.press('n'), 'the key N');
	}

	/** Types into the search and waits for the entry; an entry of an earlier search does not count. */
	async search(text: string, entry: string): Promise<Locator> {
		const found = this.entry(entry);
		await this.searchBar.fill(FINDS_NOTHING);
		await found.waitFor({ state: 'hidden' });
		await this.searchBar.fill(text);
		await found.waitFor();
		return found;
	}

	entry(name: string): Locator {
		return this.page.getByTestId('item-iterator-item').filter({
			has: this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }),
		});
	}

	async choose(name: string, result: Locator): Promise<void> {
		const chosen = this.names.getByText(name, { exact: true }).first();
		await clickUntil(chosen, result);
		await chosen.waitFor({ state: 'hidden' });
	}

	async listed(count: number): Promise<string[]> {
		await this.names.nth(count - 1).waitFor();
		return (await this.names.allInnerTexts()).slice(0, count).map((name) => name.trim());
	}

	async placeOf(name: string): Promise<number> {
		return (await this.names.allInnerTexts()).findIndex((text) => text.trim() === name);
	}

	/** Adds the manual trigger. n8n has two names for it, depending on what it has loaded so far. */
	async addManualTrigger(): Promise<void> {
		await this.openForFirstStep();
		await this.searchBar.fill('manual');
		await clickUntil(
			this.names.getByText(/^(Trigger manually|Manual Trigger)$/).first(),
			this.page.getByTestId('canvas-node').first(),
		);
	}

	async addAction(action: string): Promise<void> {
		await this.open();
		await this.search('device access', 'Device Access');
		await clickUntil(this.entry('Device Access').first(), this.entry(action).first());
		await clickUntil(this.entry(action).first(), this.page.getByTestId('ndv'));
	}
}
