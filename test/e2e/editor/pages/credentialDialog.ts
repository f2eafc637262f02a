import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../../../host/process/waitFor';
import { clickUntil } from './clickUntil';

export class CredentialDialog {
	readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('editCredential-modal');
	}

	/** Opens the dialog from an open node without a credential. @param name what n8n names a new credential of this type */
	async connect(name = 'Device Access account'): Promise<void> {
		// n8n requests a name from its server, and refuses to save before it has one.
		await clickUntil(
			this.page.getByTestId('node-credentials-empty-state').getByRole('button'),
			this.root.getByTestId('credential-name').getByTestId('inline-edit-preview').getByText(name),
		);
	}

	async edit(): Promise<void> {
		await clickUntil(this.page.getByTestId('credential-edit-button'), this.root);
	}

	async fill(field: string, text: string): Promise<void> {
		await this.input(field).locator('input').fill(text);
	}

	async choose(field: string, label: string): Promise<void> {
		await this.input(field).click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.click();
	}

	private input(field: string): Locator {
		return this.root.getByTestId(`parameter-input-${field}`);
	}

	async saveAndFail(words: string): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
		const details = this.root.getByText(words);
		const more = this.root.getByText('More details');
		await waitFor(`'${words}'`, async () => {
			if (await details.isVisible()) return true;
			// n8n opens the details by itself if they were open before.
			if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => {});
			return undefined;
		});
	}

	async saveAndSucceed(): Promise<void> {
		const save = this.root.getByTestId('credential-save-button');
		// n8n accepts typed text a moment later: a click before that saves and tests the old values.
		await waitFor('the credential to be saved', async () => {
			if (await this.root.isHidden()) return true;
			if (await save.isEnabled()) await save.click({ timeout: 1_000 }).catch(() => {});
			await this.root.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => {});
			return undefined;
		});
	}

	success(): Locator {
		return this.root.getByTestId('credentials-config-container-test-success');
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.root.waitFor({ state: 'hidden' });
	}
}
