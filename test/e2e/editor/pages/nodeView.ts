import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../../host/process/waitFor';
import { repeatUntil } from './clickUntil';
import type { PageElement } from './pageElement';

const RUN_TIME_LIMIT_MS = 60_000;

export class NodeView {
	readonly root: Locator;
	readonly output: Locator;
	readonly parameters: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.output = page.getByTestId('output-panel');
		this.parameters = page.getByTestId('node-parameters');
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}

	input(parameter: string): Locator {
		return this.page.getByTestId(`parameter-input-${parameter}`).first();
	}

	async selectedCredential(): Promise<string> {
		const select = this.root.getByTestId('node-credentials-select').locator('input').first();
		return await waitFor(
			'a selected credential',
			async () => (await select.inputValue()) || undefined,
		);
	}

	async selectCredential(name: string): Promise<void> {
		await this.root.getByTestId('node-credentials-select').click();
		await this.page
			.locator('[data-test-id^="node-credentials-select-item-"]:visible')
			.filter({ hasText: name })
			.click();
	}

	async productionUrl(): Promise<string> {
		await this.root.getByTestId('radio-button-production').click();
		return await this.root
			.locator('.webhook-url')
			.filter({ hasText: /\/(webhook|mcp)\// })
			.innerText();
	}

	/** The chosen entries of a multiple-choice drop-down; waits until there is at least one. */
	async chosenTags(parameter: string): Promise<string[]> {
		const tags = this.input(parameter).locator('.el-tag');
		await tags.first().waitFor();
		return await tags.allInnerTexts();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.input(parameter).locator('input, textarea').first().fill(text);
	}

	async toggle(parameter: string): Promise<void> {
		await this.input(parameter)
			.getByRole('switch')
			.or(this.input(parameter).locator('.el-switch'))
			.first()
			.click();
	}

	/** Adds an entry to a collection by its label; the text on its button, such as Add Option, identifies the collection. */
	async add(collectionButton: string, label: string): Promise<void> {
		await this.root.getByPlaceholder(collectionButton).click();
		await this.dropDownEntry(label).click();
	}

	async addRow(button: string): Promise<void> {
		await this.parameters.getByRole('button', { name: button }).click();
	}

	/** Opens a drop-down and returns its entries, each with the line below its name. */
	async openChoices(parameter: string): Promise<Array<{ name: string; description: string }>> {
		await this.input(parameter).click();
		await this.dropDownEntries().first().waitFor();
		return (await this.dropDownEntries().allInnerTexts()).map((text) => {
			const [name = '', ...description] = text
				.split('\n')
				.map((line) => line.trim())
				.filter((line) => line !== '');
			return { name, description: description.join(' ') };
		});
	}

	choice(label: string): Locator {
		return this.dropDownEntry(label);
	}

	/** Types part of a label into a multiple-choice drop-down, and adds the entry. */
	async addChoice(parameter: string, part: string, label: string): Promise<void> {
		await this.input(parameter).click();
		await this.page.keyboard.type(part);
		await this.dropDownEntry(label).click();
		await this.page.getByTestId('node-title-container').click();
	}

	private dropDownEntries(): Locator {
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	private dropDownEntry(label: string): Locator {
		return this.dropDownEntries()
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.first();
	}

	/** Clicks a day of the next month in the calendar of a field. @returns the new text of the field */
	async pickDay(parameter: string, day: number): Promise<string> {
		const input = this.input(parameter).locator('input').first();
		await input.click();
		const calendar = this.page.locator('.el-picker-panel').filter({ visible: true });
		await calendar.getByRole('button', { name: 'Next Month' }).click();
		await calendar.locator('td.available').getByText(String(day), { exact: true }).click();
		await calendar.getByRole('button', { name: 'OK' }).click();
		return await input.inputValue();
	}

	async fillDate(parameter: string, text: string): Promise<void> {
		const input = this.input(parameter).locator('input').first();
		await input.fill(text);
		await input.press('Enter');
	}

	async chooseMode(parameter: string, label: string): Promise<void> {
		await this.locator(parameter).getByTestId('rlc-mode-selector').click();
		await this.dropDownEntry(label).click();
	}

	async fillLocator(parameter: string, text: string): Promise<void> {
		await this.locator(parameter).locator('input').last().fill(text);
	}

	private locator(parameter: string): Locator {
		return this.page.getByTestId(`resource-locator-${parameter}`);
	}

	async openPicker(parameter: string): Promise<void> {
		await this.locator(parameter).getByTestId('rlc-input').click();
		await this.pickerEntries().first().waitFor();
	}

	async openPickerAgain(parameter: string): Promise<void> {
		const open = async () => {
			await this.page.getByTestId('node-title-container').click();
			await this.locator(parameter).getByTestId('rlc-input').click();
		};
		await repeatUntil(this.pickerEntries().first(), open, `the picker of ${parameter}`);
	}

	pickerEntries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async searchInPicker(text: string, entries: readonly string[]): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
		await waitFor(`the entries for '${text}'`, async () => {
			const listed = await this.pickerEntries().allInnerTexts();
			return (
				(listed.length === entries.length &&
					listed.every((entry, index) => entry.trim() === entries[index])) ||
				undefined
			);
		});
	}

	async pick(name: string): Promise<void> {
		await this.pickerEntries().getByText(name).click();
	}

	async picked(parameter: string): Promise<string> {
		return await this.locator(parameter).locator('input').last().inputValue();
	}

	/**
	 * Presses Execute Step once the node has a credential: the editor selects the only credential a moment after the node
	 * is added. The caller waits for the expected output.
	 */
	async execute(): Promise<void> {
		await this.selectedCredential();
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Waits for the output as a table. Returns its rows, each cell by the name of its column. */
	async table(): Promise<Array<Record<string, string>>> {
		const table = this.output.locator('table');
		await table.waitFor({ timeout: RUN_TIME_LIMIT_MS });
		const columns = (await table.locator('th').allInnerTexts()).map((name) => name.trim());
		const rows = await table
			.locator('tbody tr')
			.evaluateAll((elements: unknown) =>
				(elements as PageElement[]).map((row) =>
					[...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()),
				),
			);
		return rows.map((cells) =>
			Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
		);
	}

	/** Waits for the error with this title; an item's number can follow. @returns the whole title, and the text below it */
	async error(title: string): Promise<{ title: string; description: string }> {
		const message = this.output.getByTestId('node-error-message').filter({ hasText: title });
		await message.waitFor({ timeout: RUN_TIME_LIMIT_MS });
		return {
			title: (await message.innerText()).trim(),
			description: await this.output.getByTestId('node-error-description').innerText(),
		};
	}

	/** The labels of the visible parameters. */
	async labels(): Promise<string[]> {
		return await this.parameters
			.locator('label.n8n-input-label')
			.filter({ visible: true })
			.evaluateAll((labels: unknown) =>
				(labels as PageElement[]).map(
					(label) => label.querySelector('.n8n-text')?.innerText.trim() ?? '',
				),
			);
	}
}
