import type { Locator, Page } from 'playwright-core';
import { clickUntil, repeatUntil } from './clickUntil';

/** The panel in which a person looks for a node, and for what it can do. */
export class NodePanel {
	private readonly searchBar: Locator;
	private readonly names: Locator;

	constructor(private readonly page: Page) {
		this.searchBar = page.getByTestId('node-creator-search-bar');
		this.names = page.getByTestId('node-creator-item-name');
	}

	/** For the first node: the plus in the middle of an empty canvas. */
	async openForFirstStep(): Promise<void> {
		await clickUntil(this.page.getByTestId('canvas-plus-button'), this.searchBar);
	}

	/** For a further node: the key N. */
	async open(): Promise<void> {
		await repeatUntil(this.searchBar, async () => await this.page.keyboard.press('n'), 'the key N');
	}

	/** Types into the search and waits until the entry is there. */
	async search(text: string, entry: string): Promise<Locator> {
		await this.searchBar.fill(text);
		const found = this.entry(entry);
		await found.waitFor();
		return found;
	}

	/** A node or an action by its whole name. */
	entry(name: string): Locator {
		return this.page.getByTestId('item-iterator-item').filter({ has: this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }) });
	}

	/** Chooses a node or an action, which shows `result`. */
	async choose(name: string, result: Locator): Promise<void> {
		await clickUntil(this.names.getByText(name, { exact: true }).first(), result);
	}

	/** The names that the panel lists now. */
	async listed(): Promise<string[]> {
		return (await this.names.allInnerTexts()).map((name) => name.trim());
	}

	/** Adds the trigger that starts by hand. n8n names it in two ways, depending on what it has loaded so far. */
	async addManualTrigger(): Promise<void> {
		await this.openForFirstStep();
		await this.searchBar.fill('manual');
		await clickUntil(this.names.getByText(/^(Trigger manually|Manual Trigger)$/).first(), this.page.getByTestId('canvas-node').first());
	}

	/** Adds this package's action node with one of its actions, such as 'Get many devices'. */
	async addAction(action: string): Promise<void> {
		await this.open();
		await this.search('device access', 'Device Access');
		await clickUntil(this.entry('Device Access').first(), this.entry(action).first());
		await clickUntil(this.entry(action).first(), this.page.getByTestId('ndv'));
	}
}
