import type { Locator, Page } from 'playwright-core';
import { clickUntil } from './clickUntil';

/** An open data table. */
export class DataTablePage {
	constructor(private readonly page: Page) {}

	/** Adds a row, and types into its cells by the names of the columns. */
	async addRow(cells: Record<string, string>): Promise<void> {
		const before = await this.rows.count();
		await this.page.getByTestId('data-table-header-add-row-button').click();
		await this.fill(before, cells);
	}

	/** Types into cells of a row, the first of which is 0. */
	async fill(index: number, cells: Record<string, string>): Promise<void> {
		const row = this.rows.nth(index);
		await row.waitFor();
		for (const [column, text] of Object.entries(cells)) {
			const editor = this.page
				.locator('.ag-cell-editor, .ag-popup-editor')
				.locator('textarea, input');
			await clickUntil(await this.cell(row, column), editor, 'dblclick');
			const saved = this.page.waitForResponse(
				(response) => response.request().method() === 'PATCH' && response.ok(),
			);
			await editor.fill(text);
			await editor.press('Enter');
			await saved;
			await editor.waitFor({ state: 'hidden' });
		}
	}

	private get rows(): Locator {
		return this.page.locator('.ag-center-cols-container .ag-row');
	}

	private async cell(row: Locator, column: string): Promise<Locator> {
		const header = this.page.locator('.ag-header-cell').filter({
			has: this.page
				.getByTestId('data-table-column-header-text')
				.getByText(column, { exact: true }),
		});
		return row.locator(`[aria-colindex="${await header.getAttribute('aria-colindex')}"]`);
	}
}
